internal import SlipBase
package import SlipDocument
internal import SlipFormats

/// HTML that is put together of what a program has, to be read as a document.
package struct SourceHTML {
  /// The HTML so far.
  package private(set) var bytes: [UInt8] = Array("<!DOCTYPE html><meta charset=utf-8><body>".utf8)

  /// Begins an empty page.
  package init() {}

  /// Begins a part of a page.
  package static var part: SourceHTML {
    var html = SourceHTML()
    html.bytes = []
    return html
  }

  /// Adds markup.
  package mutating func put(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

  /// Adds a part.
  package mutating func put(_ part: SourceHTML) { bytes += part.bytes }

  /// Adds text. Its line ends become line breaks.
  package mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case 0x26: put("&amp;")
      case 0x3C: put("&lt;")
      case 0x3E: put("&gt;")
      case 0x22: put("&quot;")
      case 0x0A: put("<br>")
      default: bytes.append(byte)
      }
    }
  }

  /// Adds text as a block of code, in which white space stays.
  package mutating func code(_ text: String) {
    put("<pre>")
    self.text(text.replacing("\r\n", with: "\n"))
    put("</pre>")
  }

  /// Adds a link.
  package mutating func link(_ target: String, _ label: String) {
    put("<a href=\"")
    text(target)
    put("\">")
    text(label)
    put("</a>")
  }

  /// The page as a document.
  package func document(_ context: SourceContext) -> Document {
    bytes.withUnsafeBytes { HTMLReader.read($0, limits: context.limits, pictures: .program).document }
  }
}

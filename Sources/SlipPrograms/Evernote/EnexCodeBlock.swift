internal import SlipBase
internal import SlipExchange

/// A block of code in ENML: an element with a style of its own, and in it an element for each line.
///
/// ```
/// <div style="-en-codeblock:true;"><div>if x {</div><div>&nbsp;&nbsp;y()</div><div><br/></div></div>
/// ```
///
/// Evernote shows runs of blanks as one, so they are no-break spaces there.
struct EnexCodeBlock {
  /// The style that makes a block one of code.
  static let style = "-en-codeblock:true;"

  /// Whether a style is that of a block of code.
  static func isCode(_ style: String) -> Bool { style.filter { $0 != " " }.contains("-en-codeblock:true") }

  /// The language in a style, as in `--en-syntaxLanguage:swift`; nil for none, and for plain text.
  static func language(_ style: String) -> String? {
    for part in style.split(separator: ";") {
      let pair = part.split(separator: ":", maxSplits: 1).map { String($0).trimmingBlanks() }
      guard pair.count == 2, pair[0].lowercased() == "--en-syntaxlanguage" else { continue }
      let isName =
        !pair[1].isEmpty && pair[1].allSatisfy { $0.isLetter || $0.isNumber || "+#-_.".contains($0) }
      return isName && !["plain", "plaintext", "none"].contains(pair[1].lowercased()) ? pair[1] : nil
    }
    return nil
  }

  // MARK: Reading

  /// The lines so far.
  private var lines: [String] = []
  /// The open line; nil between lines.
  private var line: String?
  /// How many elements are open, the block itself included.
  private var depth = 1

  /// The language of the code; nil where it isn't said.
  let language: String?

  /// Begins within the element of a block.
  init(language: String? = nil) { self.language = language }

  /// Takes a token of the block.
  ///
  /// - Parameter enml: The content of which the token is a part.
  /// - Returns: The code with a line end behind each line, once the block has ended; nil before that.
  mutating func take(_ token: LooseXML.Token, _ enml: UnsafeRawBufferPointer) -> String? {
    switch token {
    case .start(let tag, let isEmpty):
      let name = tag.name.lowercased()
      if name == "br" {
        if line?.isEmpty == false { endLine() } else { line = line ?? "" }
      } else if !isEmpty {
        depth += 1
        if EnexCodeBlock.blocks.contains(name) {
          endLine()
          line = ""
        }
      }
    case .end(let name):
      let name = name.lowercased()
      if name == "br" { return nil }
      depth -= 1
      if depth == 0 || EnexCodeBlock.blocks.contains(name) { endLine() }
    case .text(let range): add(LooseXML.unescaped(enml, range))
    case .cdata(let range): add(String(decoding: enml[range], as: UTF8.self))
    }
    return depth == 0 ? lines.map { $0 + "\n" }.joined() : nil
  }

  /// The code of a block whose end is missing.
  mutating func finish() -> String {
    endLine()
    return lines.map { $0 + "\n" }.joined()
  }

  /// Ends the open line.
  private mutating func endLine() {
    if let line { lines.append(line) }
    line = nil
  }

  /// Adds text. White space between lines is none of the code.
  private mutating func add(_ text: String) {
    if line == nil, text.allSatisfy(\.isWhitespace) { return }
    line = (line ?? "") + text.replacing("\u{A0}", with: " ")
  }

  /// The elements that are lines.
  private static let blocks: Set<String> = ["div", "p", "li", "pre"]

  // MARK: Writing

  /// A block of code as ENML.
  ///
  /// - Parameter code: The text; a line end at its end begins no further line.
  static func enml(_ code: String) -> [UInt8] {
    var output = Array("<div style=\"\(style)\">".utf8)
    let code = code.hasSuffix("\n") ? code.dropLast() : code[...]
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      output += "<div>".utf8
      if line.isEmpty { output += "<br/>".utf8 } else { EnexText.append(visible(line), to: &output) }
      output += "</div>".utf8
    }
    return output + Array("</div>".utf8)
  }

  /// A line whose blanks all show: those at its beginning, its end and behind another one are no-break spaces.
  private static func visible(_ line: Substring) -> String {
    var shown = ""
    for (index, character) in line.enumerated() {
      let isEdge = index == 0 || index == line.count - 1
      shown.append(
        character == " " && (isEdge || shown.last == " " || shown.last == "\u{A0}") ? "\u{A0}" : character)
    }
    return shown
  }
}

internal import SlipBase
internal import SlipExchange
internal import SlipFormats

/// Text of Markdown by itself.
enum MarkdownText {
  /// The tags of Bear in a text, in order.
  static func tags(in text: ArraySlice<UInt8>) -> [String] {
    text.withUnsafeBytes {
      MarkdownReader.read($0, limits: Limits(), pictures: .program, additions: [.tags, .longTags]).tags
    }
  }

  /// Text that Markdown shows as it is.
  ///
  /// All punctuation of ASCII gets a backslash. A line end becomes a blank.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r": output += " "
      case "!"..."/", ":"..."@", "["..."`", "{"..."~":
        output += "\\"
        output.unicodeScalars.append(scalar)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

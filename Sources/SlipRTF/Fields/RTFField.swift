/// The parsed instruction of a field (RTF 1.9.1, "Fields"; ECMA-376-1, 17.16.2): words, quoted strings
/// and switches.
///
/// It is the only parser of instructions. Links, pictures and validation all use it, so what a word
/// processor follows can't be spelled in a way that one of them misses. `HYPERLINK
/// "https://example.org" \o "Example"` has the name `HYPERLINK`, the arguments `https://example.org`,
/// the switch `o`, and `Example`.
package struct RTFField: Equatable {
  /// The first word in capitals, such as `HYPERLINK`; empty when there is none, or when it is a switch.
  package var name: String
  /// The words and quoted strings behind the name, without quotes and without the backslash before a
  /// quote or backslash.
  package var arguments: [Argument]
  /// The instruction in UTF-8.
  private var bytes: [UInt8]

  /// A word, a quoted string, or a switch.
  package struct Argument: Equatable {
    /// The text without quotes and escapes; for a switch what follows the backslash.
    package var text: String
    /// Whether this is a switch such as `\o`. The argument of a switch follows it.
    package var isSwitch: Bool
    /// Its bytes in the instruction, including quotes.
    var range: Range<Int>
  }

  /// The whole instruction as it stands, without white space at its ends.
  package var instruction: String {
    let text = bytes.drop(while: RTFField.isBlank)
    let end = text.lastIndex { !RTFField.isBlank($0) }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[..<end], as: UTF8.self)
  }

  /// The target of a HYPERLINK: `#name` for `\l "name"`, and both together when there are both. Nil for
  /// other fields, and without a target.
  package var linkTarget: String? {
    guard name == "HYPERLINK" else { return nil }
    var target = linkPath?.text ?? ""
    if let anchor = values(of: "l").last { target += "#" + anchor }
    return target.isEmpty ? nil : target
  }

  /// The target of a HYPERLINK without what `\l` says; nil for other fields.
  var linkPath: Argument? { name == "HYPERLINK" ? operands.first { !$0.text.isEmpty } : nil }

  /// The tool tip of a HYPERLINK, as in `\o "tip"`; nil for other fields.
  package var linkTip: String? { name == "HYPERLINK" ? values(of: "o").first : nil }

  /// The path of an INCLUDEPICTURE as the instruction spells it; nil for other fields.
  var picturePath: Argument? {
    guard name == "INCLUDEPICTURE", let path = arguments.first, !path.isSwitch else { return nil }
    return path
  }

  /// The arguments that are neither a switch nor, in a HYPERLINK, the value of one.
  var operands: [Argument] {
    var operands: [Argument] = []
    var index = 0
    while index < arguments.count {
      if !arguments[index].isSwitch {
        operands.append(arguments[index])
      } else if hasValue(index) {
        index += 1
      }
      index += 1
    }
    return operands
  }

  /// The values of all switches of a HYPERLINK with this letter.
  private func values(of letter: String) -> [String] {
    arguments.indices.filter { hasValue($0) && arguments[$0].text.lowercased() == letter }
      .map { arguments[$0 + 1].text }
  }

  /// Whether the argument is a switch whose value follows it. Of a HYPERLINK these are `\l`, `\o` and
  /// `\t`.
  private func hasValue(_ index: Int) -> Bool {
    name == "HYPERLINK" && arguments[index].isSwitch
      && ["l", "o", "t"].contains(arguments[index].text.lowercased())
      && index + 1 < arguments.count && !arguments[index + 1].isSwitch
  }

  /// The text that a MACROBUTTON or GOTOBUTTON shows: what follows the name of the macro or bookmark
  /// (ECMA-376-1, 17.16.5). Nil for other fields.
  package var buttonText: Substring? {
    guard name == "MACROBUTTON" || name == "GOTOBUTTON" else { return nil }
    let parts = instruction.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
    return parts.count > 2 ? parts[2] : nil
  }
}

/// Parsing and quoting.
extension RTFField {
  /// Parses an instruction. Any bytes give a field.
  ///
  /// - Parameters:
  ///   - bytes: the instruction in UTF-8.
  ///   - most: how many words to parse, including the name; a small number saves time.
  package init(parsing bytes: [UInt8], most: Int = .max) {
    var words: [Argument] = []
    var at = 0
    while at < bytes.count && words.count < most {
      if RTFField.isBlank(bytes[at]) { at += 1 } else { words.append(RTFField.word(bytes, &at)) }
    }
    let name = words.first.map { $0.isSwitch ? "" : $0.text.uppercased() } ?? ""
    self.init(name: name, arguments: Array(words.dropFirst()), bytes: bytes)
  }

  /// Parses an instruction if its first word begins with `name`, in any case.
  ///
  /// This is a quick way to pass over all other fields; callers that need the exact name compare `name`
  /// afterwards.
  init?(named name: StaticString, parsing bytes: [UInt8], most: Int = .max) {
    let word = bytes.drop { RTFField.isBlank($0) || $0 == 0x22 }
    let isNamed = name.withUTF8Buffer { name in
      word.count >= name.count && zip(word, name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
    guard isNamed else { return nil }
    self.init(parsing: bytes, most: most)
  }

  /// Whether a byte separates words: white space and control characters, as programs also write line
  /// ends as characters.
  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// Parses one word and moves `at` behind it.
  private static func word(_ bytes: [UInt8], _ at: inout Int) -> Argument {
    let start = at
    if bytes[at] == 0x22 {
      let text = quoted(bytes, &at)
      return Argument(text: String(decoding: text, as: UTF8.self), isSwitch: false, range: start..<at)
    }
    let isSwitch = bytes[at] == 0x5C && at + 1 < bytes.count && bytes[at + 1] != 0x5C
    if isSwitch { at += 1 }
    var text: [UInt8] = []
    while at < bytes.count, !isBlank(bytes[at]), bytes[at] != 0x22 {
      if bytes[at] == 0x5C, at + 1 < bytes.count, bytes[at + 1] == 0x5C { at += 1 }
      text.append(bytes[at])
      at += 1
    }
    return Argument(text: String(decoding: text, as: UTF8.self), isSwitch: isSwitch, range: start..<at)
  }

  /// Parses a quoted string and moves `at` behind it. Without a second quote it goes to the end.
  private static func quoted(_ bytes: [UInt8], _ at: inout Int) -> [UInt8] {
    var text: [UInt8] = []
    at += 1
    while at < bytes.count, bytes[at] != 0x22 {
      // A backslash escapes a backslash or a quote; before other characters it stands for itself.
      if bytes[at] == 0x5C, at + 1 < bytes.count, bytes[at + 1] == 0x5C || bytes[at + 1] == 0x22 { at += 1 }
      text.append(bytes[at])
      at += 1
    }
    at = min(at + 1, bytes.count)
    return text
  }

  /// An argument in quotes, as an instruction contains it.
  static func quoted(_ text: String) -> String {
    var result = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    result.append("\"")
    return String(result)
  }
}

/// A field's instruction taken apart (RTF 1.9.1, "Fields"; ECMA-376 1, 17.16.2): words, quoted strings, switches. The one
/// reader of instructions: whatever looks at a field looks at this.
struct RTFField: Equatable {
  /// The first word, in capitals, such as `HYPERLINK`.
  var name: String
  /// Words and quoted strings behind the name, quotes off, a backslash before a quote or a backslash off.
  var arguments: [Argument]
  /// UTF-8.
  private var bytes: [UInt8]

  struct Argument: Equatable {
    var text: String
    /// A switch such as `\o` (its text then is `o`); the argument of a switch follows it.
    var isSwitch: Bool
    /// Its bytes in the instruction, quotes included.
    var range: Range<Int>
  }

  /// The whole instruction as it stands, without white space at its ends.
  var instruction: String {
    let text = bytes.drop(while: RTFField.isBlank)
    let end = text.lastIndex { !RTFField.isBlank($0) }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[..<end], as: UTF8.self)
  }

  /// For HYPERLINK: the target, `#name` for `\l "name"`, both together where both stand. Nil for other fields.
  var linkTarget: String? {
    guard name == "HYPERLINK" else { return nil }
    var target = linkPath?.text ?? ""
    if let anchor = values(of: "l").last { target += "#" + anchor }
    return target.isEmpty ? nil : target
  }

  /// For HYPERLINK: the target without what a `\l` says.
  var linkPath: Argument? { name == "HYPERLINK" ? operands.first { !$0.text.isEmpty } : nil }

  /// For HYPERLINK: `\o "tip"`.
  var linkTip: String? { name == "HYPERLINK" ? values(of: "o").first : nil }

  /// For INCLUDEPICTURE: the path, as the instruction says it.
  var picturePath: Argument? {
    guard name == "INCLUDEPICTURE", let path = arguments.first, !path.isSwitch else { return nil }
    return path
  }

  /// The arguments that are neither a switch nor, for a HYPERLINK, the value of one.
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

  /// The values of all such switches of a HYPERLINK.
  private func values(of letter: String) -> [String] {
    arguments.indices.filter { hasValue($0) && arguments[$0].text.lowercased() == letter }
      .map { arguments[$0 + 1].text }
  }

  private func hasValue(_ index: Int) -> Bool {
    name == "HYPERLINK" && arguments[index].isSwitch
      && ["l", "o", "t"].contains(arguments[index].text.lowercased())
      && index + 1 < arguments.count && !arguments[index + 1].isSwitch
  }

  /// What a button shows: all of its instruction behind the name of a macro or bookmark (ECMA-376 1, 17.16.5).
  var buttonText: Substring? {
    guard name == "MACROBUTTON" || name == "GOTOBUTTON" else { return nil }
    let parts = instruction.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
    return parts.count > 2 ? parts[2] : nil
  }
}

extension RTFField {
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - most: how many words are wanted.
  init(parsing bytes: [UInt8], most: Int = .max) {
    var words: [Argument] = []
    var at = 0
    while at < bytes.count && words.count < most {
      if RTFField.isBlank(bytes[at]) { at += 1 } else { words.append(RTFField.word(bytes, &at)) }
    }
    let name = words.first.map { $0.isSwitch ? "" : $0.text.uppercased() } ?? ""
    self.init(name: name, arguments: Array(words.dropFirst()), bytes: bytes)
  }

  /// The same, where the first word is `name`, in any case; the quick way past all others.
  init?(named name: StaticString, parsing bytes: [UInt8], most: Int = .max) {
    let word = bytes.drop { RTFField.isBlank($0) || $0 == 0x22 }
    let isNamed = name.withUTF8Buffer { name in
      word.count >= name.count && zip(word, name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
    guard isNamed else { return nil }
    self.init(parsing: bytes, most: most)
  }

  /// Line ends part words as well: some are written as characters.
  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

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

  /// What stands between quotes; up to the end where the second one is missing.
  private static func quoted(_ bytes: [UInt8], _ at: inout Int) -> [UInt8] {
    var text: [UInt8] = []
    at += 1
    while at < bytes.count, bytes[at] != 0x22 {
      // A backslash doubles before a backslash or a quote.
      if bytes[at] == 0x5C, at + 1 < bytes.count, bytes[at + 1] == 0x5C || bytes[at + 1] == 0x22 { at += 1 }
      text.append(bytes[at])
      at += 1
    }
    at = min(at + 1, bytes.count)
    return text
  }

  /// An argument as instructions have it.
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

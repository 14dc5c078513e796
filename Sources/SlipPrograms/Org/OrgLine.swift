internal import SlipBase
internal import SlipExchange

/// What single lines of Org mean.
enum OrgLine {
  /// Whether a line is a heading: stars at its very beginning, and a blank.
  static func isHeading(_ line: some StringProtocol) -> Bool {
    guard line.utf8.first == UInt8(ascii: "*") else { return false }
    return line.utf8.first { $0 != UInt8(ascii: "*") } == UInt8(ascii: " ")
  }

  /// How many blanks a line begins with.
  static func indent(_ line: Substring) -> Int {
    guard let first = line.utf8.first, first <= 0x20 || first >= 0x80 else { return 0 }
    return line.prefix(while: \.isWhitespace).count
  }

  /// The indent that all lines have but blank ones.
  static func indent(ofAll lines: ArraySlice<Substring>) -> Int {
    lines.filter { !$0.trimmingBlanks().isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
  }

  /// Whether all lines of a drawer of properties are such; else it is one of the user's own. A drawer in it ends the look, so that
  /// none is looked through twice.
  static func areProperties(_ lines: ArraySlice<Substring>) -> Bool {
    lines.allSatisfy { line in
      let bare = line.trimmingBlanks()
      if bare.isEmpty { return true }
      return bare.utf8.first == UInt8(ascii: ":") && bare.dropFirst().contains(":")
        && bare.uppercased() != ":PROPERTIES:"
    }
  }

  /// The tags at the end of a heading, which stay in it: the heading without the blanks that move them to the right, and their names.
  static func tags(ofHeading text: Substring) -> (text: Substring, names: [String]) {
    guard let mark = text.lastIndex(where: \.isWhitespace) ?? (text.first == ":" ? text.startIndex : nil)
    else {
      return (text, [])
    }
    let last = text[mark...].trimmingBlanks()
    let isTags =
      last.count > 2 && last.hasPrefix(":") && last.hasSuffix(":")
      && last.allSatisfy { $0.isLetter || $0.isNumber || "_@#%:".contains($0) }
    guard isTags else { return (text, []) }
    let title = text[..<mark].trimmingBlanks()
    return (title.isEmpty ? last : Substring(title + " " + last), last.split(separator: ":").map(String.init))
  }

  /// Whether a cell is `<l>`, `<10>` or the like.
  static func isWidth(_ cell: Substring) -> Bool {
    guard cell.hasPrefix("<"), cell.hasSuffix(">"), cell.count > 2 else { return false }
    var inside = cell.dropFirst().dropLast()
    if let first = inside.first, "lrc".contains(first) { inside = inside.dropFirst() }
    return inside.allSatisfy(\.isNumber)
  }

  /// The sign of an item, and its number where the list counts; nil for other lines.
  static func sign(_ line: Substring) -> (sign: Substring, number: Int?)? {
    let sign = line.firstWord
    let isWhole = sign.endIndex == line.endIndex
    if sign == "-" || sign == "+" || sign == "*" { return (sign, nil) }
    guard !isWhole, let last = sign.last, last == "." || last == ")" else { return nil }
    let count = sign.dropLast()
    if !count.isEmpty, count.utf8.count < 7, count.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return (sign, Int(count))
    }
    guard count.count == 1, let letter = count.lowercased().utf8.first, letter.isASCIILowercase else {
      return nil
    }
    return (sign, Int(letter) - 0x60)
  }

  /// Where the sign between a term and its explanation stands: the last ` ::` before a blank or the end; nil for none.
  static func term(_ item: Substring) -> Range<Substring.Index>? {
    var found: Range<Substring.Index>?
    var rest = item
    while let mark = rest.firstRange(ofASCII: " ::") {
      rest = rest[mark.upperBound...]
      if rest.first.map(\.isWhitespace) ?? true { found = mark }
    }
    return found
  }

  /// Whether the sign of an item is a letter. Few lists have such, and many a sentence begins so.
  static func isLetter(_ sign: Substring) -> Bool { sign.first?.isLetter ?? false }

  /// Whether the next item of a list after a letter is the second one, at the same indent.
  static func beginsWithSecondLetter(_ lines: ArraySlice<Substring>, _ indent: Int) -> Bool {
    for line in lines.prefix(100) {
      if isHeading(line) { return false }
      let start = line.prefix { $0 == " " }.count
      if start > indent || line.trimmingBlanks().isEmpty { continue }
      guard start == indent, let (sign, next) = sign(line.dropFirst(start)) else { return false }
      return isLetter(sign) && next == 2
    }
    return false
  }

  /// The label and text of `[fn:a] text` at the beginning of a line; nil for other lines.
  static func definition(_ line: Substring) -> (label: String, text: Substring)? {
    guard line.utf8.first == UInt8(ascii: "["), line.hasPrefix("[fn:"), let end = line.firstIndex(of: "]")
    else { return nil }
    let label = line[line.index(line.startIndex, offsetBy: 4)..<end]
    guard !label.isEmpty, !label.contains(":") else { return nil }
    return (String(label), line[line.index(after: end)...].trimmingBlanks())
  }
}

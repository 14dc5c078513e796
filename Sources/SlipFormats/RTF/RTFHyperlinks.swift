internal import RTFSyntax
internal import SlipBase

/// Finds the targets of HYPERLINK fields (RTF 1.9.1, "Fields"), and changes them where they stand.
public enum RTFHyperlinks {
  /// Longer instructions are cut off.
  private static let longest = 8_192

  /// Targets in the order of the file: URL or path, with `#` and the place where a `\l` switch names one.
  public static func targets(in bytes: UnsafeRawBufferPointer) -> [String] {
    var targets: [String] = []
    forEachLink(in: bytes) { targets.append($0.whole) }
    return targets
  }

  /// The body with other targets.
  /// - Parameter target: gets each target without what a `\l` switch says, and gives the new one, or nil to leave it. A target
  ///   that formatting tears apart stays as it is.
  public static func rewrite(_ body: UnsafeRawBufferPointer, target: (String) -> String?) -> [UInt8] {
    var output: [UInt8] = []
    var position = 0
    forEachLink(in: body) { link in
      guard let range = link.range, range.lowerBound >= position, let new = target(link.target) else {
        return
      }
      output += body[position..<range.lowerBound]
      output += escaped(new)
      position = range.upperBound
    }
    return output + body[position...]
  }

  private struct Link {
    var target: String
    var anchor: String?
    /// The target's bytes, quotes included; nil where they are not in one piece.
    var range: Range<Int>?

    var whole: String { target + (anchor.map { "#" + $0 } ?? "") }
  }

  private static func forEachLink(in bytes: UnsafeRawBufferPointer, _ body: (Link) -> Void) {
    guard RTFPictures.holds("HYPERLINK", in: bytes) else { return }
    let codePage = RTFInformation.codePage(of: bytes)
    var tokenizer = Tokenizer(bytes)
    while let token = tokenizer.next() {
      guard token.kind == .controlWord, ControlWordTable.rows[Int(token.word)].action == .fieldInstruction
      else {
        continue
      }
      if let link = link(instruction(&tokenizer, bytes, codePage)) { body(link) }
    }
  }

  /// The instruction's characters, up to the brace that closes its group.
  private static func instruction(
    _ tokenizer: inout Tokenizer, _ bytes: UnsafeRawBufferPointer, _ codePage: Int
  ) -> [RTFShortText.Character] {
    var text = RTFShortText(codePage: codePage, limit: longest)
    text.takeGroup(&tokenizer, in: bytes)
    return text.characters
  }

  private static func link(_ instruction: [RTFShortText.Character]) -> Link? {
    var arguments = Arguments(instruction)
    guard let name = arguments.next(), name.text.uppercased() == "HYPERLINK" else { return nil }
    var target: Arguments.Argument?
    var anchor: String?
    while let argument = arguments.next() {
      switch argument.switchLetter {
      case "l": anchor = arguments.next()?.text
      case "o", "t": _ = arguments.next()
      case nil: if target == nil { target = argument }
      default: break
      }
    }
    guard target != nil || anchor != nil else { return nil }
    return Link(target: target?.text ?? "", anchor: anchor, range: target?.range)
  }

  /// Cuts an instruction into words, quoted texts and switches.
  private struct Arguments {
    struct Argument {
      var text: String
      var switchLetter: Character?
      var range: Range<Int>?
    }

    private let characters: [RTFShortText.Character]
    private var index = 0

    init(_ characters: [RTFShortText.Character]) { self.characters = characters }

    mutating func next() -> Argument? {
      while index < characters.count, characters[index].scalar.properties.isWhitespace { index += 1 }
      guard index < characters.count else { return nil }
      let start = index
      if characters[index].scalar == "\"" { return quoted(from: start) }
      while index < characters.count, !characters[index].scalar.properties.isWhitespace { index += 1 }
      let text = self.text(start..<index)
      let letter = text.first == "\\" && text.count == 2 ? text.lowercased().last : nil
      return Argument(text: text, switchLetter: letter, range: range(start..<index))
    }

    /// A backslash stands before a quote or a backslash that is meant as such.
    private mutating func quoted(from start: Int) -> Argument {
      var text = String.UnicodeScalarView()
      index += 1
      while index < characters.count, characters[index].scalar != "\"" {
        let isEscape =
          characters[index].scalar == "\\" && index + 1 < characters.count
          && (characters[index + 1].scalar == "\\" || characters[index + 1].scalar == "\"")
        if isEscape { index += 1 }
        text.append(characters[index].scalar)
        index += 1
      }
      let isClosed = index < characters.count
      if isClosed { index += 1 }
      return Argument(text: String(text), switchLetter: nil, range: isClosed ? range(start..<index) : nil)
    }

    private func text(_ part: Range<Int>) -> String {
      String(String.UnicodeScalarView(characters[part].map(\.scalar)))
    }

    private func range(_ part: Range<Int>) -> Range<Int>? {
      guard let first = characters[part].first, let last = characters[part].last,
        first.section == last.section
      else { return nil }
      return first.range.lowerBound..<last.range.upperBound
    }
  }

  /// In quotes, where a backslash stands for another, and then within RTF. What is not ASCII is percent-encoded: how many
  /// characters stand for a `\u` depends on the place.
  private static func escaped(_ target: String) -> [UInt8] {
    var bytes: [UInt8] = [0x22]
    for byte in target.utf8 {
      switch byte {
      case 0x5C: bytes += [0x5C, 0x5C, 0x5C, 0x5C]
      case 0x22: bytes += [0x5C, 0x5C, 0x22]
      case 0x7B, 0x7D: bytes += [0x5C, byte]
      case 0x20..<0x7F: bytes.append(byte)
      default: bytes += Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
      }
    }
    return bytes + [0x22]
  }
}

internal import RTFSyntax
public import SlipCore

/// Finds what in an RTF file refers to something outside it or could be executed: fields that fetch
/// something, and embedded programs. Validation reports these.
public enum RTFOutsideContent {
  /// What an item refers to.
  public enum Kind: Sendable, Hashable {
    /// A field fetches something from an address, such as `https:`.
    case remote
    /// A field or link names a file by a path that only one computer has: an absolute path, a UNC path,
    /// or `file:`.
    case absolutePath
    /// A field fetches another file by a relative path.
    case otherFile
    /// A field asks another program for data (DDE).
    case program
    /// An embedded object of the class `Package`, which can be any file, or one that contains a
    /// program.
    case executable
  }

  /// One occurrence.
  public struct Item: Sendable, Hashable {
    /// What it refers to.
    public var kind: Kind
    /// Where the instruction of the field or the data of the object begins, in bytes of the file.
    public var offset: Int
  }

  /// The items of a file and, from the same reading of its fields, `RTFPictures.references`; both in
  /// the order of the file. Nothing is opened or fetched.
  ///
  /// - Parameters:
  ///   - bytes: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  public static func itemsAndPictures(
    in bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) -> (items: [Item], pictures: [RTFPictureReference]) {
    var items = programs(in: bytes)
    var scanner = RTFPictureScanner(bytes, limits: limits)
    RTFInstruction.read(bytes, limits: limits) { instruction in
      scanner.take(instruction)
      if let kind = kind(of: instruction) { items.append(Item(kind: kind, offset: instruction.offset)) }
    }
    return (items.sorted { $0.offset < $1.offset }, scanner.run())
  }

  // MARK: Fields

  /// What an instruction or class refers to; nil when it refers to nothing outside.
  private static func kind(of instruction: RTFInstruction) -> Kind? {
    switch instruction.kind {
    case .field: kind(of: RTFField(parsing: instruction.text))
    case .objectClass:
      instruction.text.filter { $0 > 0x20 }.elementsEqual("Package".utf8) ? .executable : nil
    }
  }

  /// What a field refers to; nil when it refers to nothing outside.
  ///
  /// `HYPERLINK "https://…"` refers to nothing that a program would fetch, `INCLUDEPICTURE "https://…"`
  /// is `remote`, and `HYPERLINK "file:///…"` is `absolutePath`. A picture of the bundle is not
  /// reported.
  private static func kind(of field: RTFField) -> Kind? {
    // Programs differ in which operand they follow, so all operands are checked.
    var targets = field.operands.map { Target($0.text) }[...]
    switch field.name {
    case "DDE", "DDEAUTO": return .program
    // Links to the web are not reported, because that is what links are for.
    case "HYPERLINK": return targets.contains(where: \.isAbsolute) ? .absolutePath : nil
    // The first operand of a LINK is a class.
    case "LINK": targets = targets.dropFirst()
    case "INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "RD": break
    default: return nil
    }
    if targets.contains(where: \.isAbsolute) { return .absolutePath }
    if targets.contains(where: \.isAddress) { return .remote }
    guard let first = targets.first(where: { !$0.isEmpty }) else { return nil }
    return field.name == "INCLUDEPICTURE" && first.isAttachment ? nil : .otherFile
  }

  /// The target that an operand names.
  private struct Target {
    /// The operand as programs read it.
    private let text: [UInt8]

    /// Programs ignore white space around a path and control characters within it, so these are
    /// removed.
    init(_ operand: String) {
      guard operand.utf8.contains(where: { $0 <= 0x20 }) else {
        text = Array(operand.utf8)
        return
      }
      text = Array(
        String(decoding: operand.utf8.filter { $0 >= 0x20 }, as: UTF8.self).utf8.drop { $0 == 0x20 })
    }

    /// Whether nothing is left of the operand.
    var isEmpty: Bool { text.isEmpty }

    /// Whether it is an absolute path: it begins with a slash or backslash, a drive letter, or `file:`.
    var isAbsolute: Bool {
      guard let first = text.first else { return false }
      if first == 0x2F || first == 0x5C { return true }
      if text.count > 2, text[1] == 0x3A, first.isASCIILetter { return true }
      return String(decoding: text.prefix(5), as: UTF8.self).lowercased() == "file:"
    }

    /// Whether it begins with a scheme (RFC 3986, section 3.1).
    var isAddress: Bool {
      guard let colon = text.firstIndex(of: 0x3A), colon > 0 else { return false }
      return text[..<colon].allSatisfy {
        $0.isASCIIAlphanumeric || $0 == 0x2B || $0 == 0x2D
          || $0 == 0x2E
      }
    }

    /// Whether it is a file of the bundle.
    var isAttachment: Bool {
      let path = String(decoding: text.map { $0 == 0x5C ? 0x2F : $0 }, as: UTF8.self)
      return PayloadPath.attachment(fromBody: path) != nil
    }
  }

  // MARK: Objects

  /// The objects whose data contains a program.
  private static func programs(in bytes: UnsafeRawBufferPointer) -> [Item] {
    guard RTFByteSearch.holds("\\objdata", in: bytes) else { return [] }
    var items: [Item] = []
    var tokenizer = Tokenizer(bytes)
    let effects = ControlWordTable.index.effects
    while let token = tokenizer.next() {
      guard token.kind == .controlWord, effects[Int(token.word)].action == .objectData else { continue }
      let isClosed = tokenizer.skipGroup()
      let content = token.end..<(isClosed ? tokenizer.position - 1 : tokenizer.position)
      if isProgram(bytes, content) { items.append(Item(kind: .executable, offset: token.offset)) }
    }
    return items
  }

  /// How many bytes of an object are examined, as digits.
  private static let mostBytes = 1 << 20

  /// Whether the data contains the text that programs for DOS and Windows contain near their beginning:
  /// "This program cannot be run in DOS mode".
  private static func isProgram(_ bytes: UnsafeRawBufferPointer, _ content: Range<Int>) -> Bool {
    let data = RTFPictureData.decode(
      bytes, content.lowerBound..<min(content.upperBound, content.lowerBound + mostBytes))
    return data.withUnsafeBytes { RTFByteSearch.holds("This program cannot ", in: $0) }
  }
}

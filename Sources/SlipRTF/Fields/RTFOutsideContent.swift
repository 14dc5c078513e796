internal import RTFSyntax
public import SlipBase

/// What in an RTF file leads out of it, or could be run: fields that fetch something, and embedded programs.
public enum RTFOutsideContent {
  public enum Kind: Sendable, Hashable {
    /// A field fetches something from an address, such as `https:`.
    case remote
    /// A field, or a link, names a file by a path that only one computer has: absolute, UNC, `file:`.
    case absolutePath
    /// A field fetches another file by a relative path.
    case otherFile
    /// A field asks another program for data: DDE.
    case program
    /// An embedded object of the class Package, which can be any file, or one that holds a program.
    case executable
  }

  public struct Item: Sendable, Hashable {
    public var kind: Kind
    /// Of the field's instruction or the object's data, in bytes.
    public var offset: Int
  }

  /// What leads outside and, of the same reading of the file's fields, `RTFPictures.references`; both in the order of the
  /// file. Nothing is opened or fetched.
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

  private static func kind(of instruction: RTFInstruction) -> Kind? {
    switch instruction.kind {
    case .field: kind(of: RTFField(parsing: instruction.text))
    case .objectClass:
      instruction.text.filter { $0 > 0x20 }.elementsEqual("Package".utf8) ? .executable : nil
    }
  }

  private static func kind(of field: RTFField) -> Kind? {
    // Which operand a program follows differs.
    var targets = field.operands.map { Target($0.text) }[...]
    switch field.name {
    case "DDE", "DDEAUTO": return .program
    // Links to places on the web are what links are for.
    case "HYPERLINK": return targets.contains(where: \.isAbsolute) ? .absolutePath : nil
    // The class of what a LINK leads to comes first.
    case "LINK": targets = targets.dropFirst()
    case "INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "RD": break
    default: return nil
    }
    if targets.contains(where: \.isAbsolute) { return .absolutePath }
    if targets.contains(where: \.isAddress) { return .remote }
    guard let first = targets.first(where: { !$0.isEmpty }) else { return nil }
    return field.name == "INCLUDEPICTURE" && first.isAttachment ? nil : .otherFile
  }

  /// What an operand leads to.
  private struct Target {
    private let text: [UInt8]

    /// Programs pass over white space around a path, and over controls in it.
    init(_ operand: String) {
      guard operand.utf8.contains(where: { $0 <= 0x20 }) else {
        text = Array(operand.utf8)
        return
      }
      text = Array(
        String(decoding: operand.utf8.filter { $0 >= 0x20 }, as: UTF8.self).utf8.drop { $0 == 0x20 })
    }

    var isEmpty: Bool { text.isEmpty }

    var isAbsolute: Bool {
      guard let first = text.first else { return false }
      if first == 0x2F || first == 0x5C { return true }
      if text.count > 2, text[1] == 0x3A, (0x61...0x7A).contains(first | 0x20) { return true }
      return String(decoding: text.prefix(5), as: UTF8.self).lowercased() == "file:"
    }

    /// It begins with a scheme (RFC 3986, 3.1).
    var isAddress: Bool {
      guard let colon = text.firstIndex(of: 0x3A), colon > 0 else { return false }
      return text[..<colon].allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D
          || $0 == 0x2E
      }
    }

    /// A file of the bundle.
    var isAttachment: Bool {
      let path = String(decoding: text.map { $0 == 0x5C ? 0x2F : $0 }, as: UTF8.self)
      return PayloadPath.attachment(fromBody: path) != nil
    }
  }

  // MARK: Objects

  /// Objects whose data hold a program.
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

  /// So many bytes of an object are looked at, as digits.
  private static let mostBytes = 1 << 20

  /// What every DOS and Windows program says in its first bytes.
  private static func isProgram(_ bytes: UnsafeRawBufferPointer, _ content: Range<Int>) -> Bool {
    let data = RTFPictureData.decode(
      bytes, content.lowerBound..<min(content.upperBound, content.lowerBound + mostBytes))
    return data.withUnsafeBytes { RTFByteSearch.holds("This program cannot ", in: $0) }
  }
}

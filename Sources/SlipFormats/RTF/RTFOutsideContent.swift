internal import RTFSyntax
internal import SlipBase

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

  /// Longer instructions are cut off; so many digits of an object are looked at.
  private static let longest = 8_192
  private static let mostDigits = 1 << 20

  /// In the order of the file. Nothing is opened or fetched.
  public static func items(in bytes: UnsafeRawBufferPointer) -> [Item] {
    guard RTFPictures.holds("\\fldinst", in: bytes) || RTFPictures.holds("\\obj", in: bytes) else {
      return []
    }
    var items: [Item] = []
    var tokenizer = Tokenizer(bytes)
    while let token = tokenizer.next() {
      guard token.kind == .controlWord else { continue }
      let row = ControlWordTable.rows[Int(token.word)]
      switch row.action {
      case .fieldInstruction:
        let kind = kind(ofField: text(&tokenizer, bytes, limit: longest))
        if let kind { items.append(Item(kind: kind, offset: token.offset)) }
      case .objectData:
        if isProgram(text(&tokenizer, bytes, limit: mostDigits)) {
          items.append(Item(kind: .executable, offset: token.offset))
        }
      case .skipped where row.name.withUTF8Buffer({ $0.elementsEqual("objclass".utf8) }):
        if text(&tokenizer, bytes, limit: longest).filter({ $0 > 0x20 }).elementsEqual("Package".utf8) {
          items.append(Item(kind: .executable, offset: token.offset))
        }
      default: break
      }
    }
    return items
  }

  /// The text up to the brace that closes the group.
  private static func text(
    _ tokenizer: inout Tokenizer, _ bytes: UnsafeRawBufferPointer, limit: Int
  ) -> [UInt8] {
    var text: [UInt8] = []
    var depth = 0
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart: depth += 1
      case .groupEnd:
        if depth == 0 { return text }
        depth -= 1
      case .text: text += bytes[token.offset..<token.end].prefix(max(0, limit - text.count))
      case .controlSymbol where text.count < limit: text.append(UInt8(truncatingIfNeeded: token.parameter))
      case .controlSymbol, .hexByte, .controlWord, .binary: break
      }
    }
    return text
  }

  private static func kind(ofField instruction: [UInt8]) -> Kind? {
    var rest = instruction[...]
    let name = String(decoding: word(&rest), as: UTF8.self).uppercased()
    switch name {
    case "DDE", "DDEAUTO": return .program
    case "INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "LINK", "RD": break
    case "HYPERLINK":
      // Links to places on the web are what links are for.
      let target = word(&rest)
      return isAbsolute(target) ? .absolutePath : nil
    default: return nil
    }
    // The class of what a LINK leads to comes first.
    if name == "LINK" { _ = word(&rest) }
    let target = word(&rest)
    if isAbsolute(target) { return .absolutePath }
    if isAddress(target) { return .remote }
    return name == "INCLUDEPICTURE" && isBlob(target) ? nil : target.isEmpty ? nil : .otherFile
  }

  /// The next word or quoted text.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    let isQuoted = rest.first == 0x22
    if isQuoted { rest = rest.dropFirst() }
    let word = rest.prefix { isQuoted ? $0 != 0x22 : $0 != 0x20 && $0 != 0x09 }
    rest = rest[word.endIndex...].dropFirst()
    return word
  }

  private static func isAbsolute(_ path: ArraySlice<UInt8>) -> Bool {
    let text = Array(path)
    if text.first == 0x2F || text.first == 0x5C && text.count > 1 && text[1] == 0x5C { return true }
    if text.count > 2, text[1] == 0x3A, (0x61...0x7A).contains(text[0] | 0x20) { return true }
    return String(decoding: text.prefix(5), as: UTF8.self).lowercased() == "file:"
  }

  /// It begins with a scheme (RFC 3986, 3.1).
  private static func isAddress(_ path: ArraySlice<UInt8>) -> Bool {
    guard let colon = path.firstIndex(of: 0x3A), colon > path.startIndex else { return false }
    return path[..<colon].allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D
        || $0 == 0x2E
    }
  }

  /// A file of the bundle: its name is a digest.
  private static func isBlob(_ path: ArraySlice<UInt8>) -> Bool {
    let name = path.split { $0 == 0x2F || $0 == 0x5C }.last ?? []
    guard let dot = name.firstIndex(of: 0x2E) else { return false }
    return Digest(hex: String(decoding: name[..<dot], as: UTF8.self)) != nil
  }

  /// What every DOS and Windows program says in its first bytes, as digits.
  private static let stub = Array("546869732070726f6772616d2063616e6e6f7420".utf8)

  private static func isProgram(_ digits: [UInt8]) -> Bool {
    let digits = digits.filter { $0 > 0x20 }.map { $0 | 0x20 }
    return digits.withUnsafeBytes { RTFOutsideContent.holds(stub, in: $0) }
  }

  private static func holds(_ needle: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= needle.count else { return false }
    for start in 0...(bytes.count - needle.count) where bytes[start] == needle[0] {
      if bytes[start..<(start + needle.count)].elementsEqual(needle) { return true }
    }
    return false
  }
}

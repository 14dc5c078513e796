internal import AppleArchives
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipRTF
internal import SlipRTFD
internal import SlipStores
internal import ZipContainer

/// Reads the bodies of notes in stores, whatever form they have.
struct StoreBody {
  /// Bounds on what is read.
  let limits: Limits
  /// What was found on the way.
  private(set) var diagnostics: [Diagnostic] = []
  /// Bytes that could not be read.
  private(set) var unread: [[UInt8]] = []

  /// How many wrappings are taken off: an archive of data that is packed again, for example.
  private static let deepest = 4
  /// How many bytes a packed body may have when it is unpacked.
  private static let largest = 64 << 20

  /// Creates a reader.
  init(limits: Limits) { self.limits = limits }

  /// The body of parts, joined by an empty line; nil where no part can be read.
  ///
  /// A single body stays in its form, so RTF isn't written anew. Several are joined as documents.
  mutating func read(_ parts: [StoreNote.Part]) -> SourceNote.Body? {
    var bodies: [SourceNote.Body] = []
    for part in parts {
      if let body = read(part) { bodies.append(body) }
    }
    if bodies.count == 1 { return bodies[0] }
    var joined: Document?
    for body in bodies {
      let document = document(body)
      if var before = joined {
        before.append(document)
        joined = before
      } else {
        joined = document
      }
    }
    return joined.map { .document($0) }
  }

  /// The document of a body.
  ///
  /// Findings of the reader of RTF are added to `diagnostics`.
  private mutating func document(_ body: SourceNote.Body) -> Document {
    switch body {
    case .document(let document): return document
    case .rtf(let bytes):
      let result = bytes.withUnsafeBytes { RTFReader.read($0, limits: limits) }
      diagnostics += result.diagnostics
      return result.document
    case .rtfd(let package):
      let result = RTFDReader.read(package, limits: limits)
      diagnostics += result.diagnostics
      return result.document
    }
  }

  /// The body of a part; nil where it can't be read.
  ///
  /// A name with `markdown` in it says that text is Markdown. Numbers are read as plain text.
  private mutating func read(_ part: StoreNote.Part) -> SourceNote.Body? {
    let isMarkdown = part.name.lowercased().contains("markdown")
    switch part.value {
    case .null: return nil
    case .integer, .real: return part.value.text.map { text(Array($0.utf8), isMarkdown: false) }
    case .text(let text): return read(Array(text.utf8), isMarkdown: isMarkdown, isString: true)
    case .bytes(let bytes): return read(bytes, isMarkdown: isMarkdown, isString: false)
    }
  }

  /// The body in bytes.
  ///
  /// - Parameter isString: Whether the store says that they are text.
  ///
  /// Wrappings are taken off one after the other, `deepest` of them at most.
  ///
  /// - Returns: Nil for no bytes and for what can't be read.
  private mutating func read(_ bytes: [UInt8], isMarkdown: Bool, isString: Bool) -> SourceNote.Body? {
    var bytes = bytes
    for _ in 0..<StoreBody.deepest {
      switch bytes.withUnsafeBytes({ BodyForm($0) }) {
      case .empty: return nil
      case .rtf: return .rtf(bytes)
      case .flatRTFD: return format("rtfd", bytes)
      case .html: return format("html", bytes)
      case .text: return text(bytes, isMarkdown: isMarkdown)
      case .typedStream:
        guard let text = bytes.withUnsafeBytes({ TypedStream($0) }).flatMap(AttributedText.init) else {
          return unknown(bytes, isString)
        }
        return attributed(text)
      case .propertyList:
        switch StoreBody.content(bytes) {
        case .text(let text)?: return attributed(text)
        case .bytes(let inner)?: bytes = inner
        case nil: return unknown(bytes, isString)
        }
      case .gzip, .zlib:
        guard let inner = StoreBody.unpacked(bytes) else { return unknown(bytes, isString) }
        bytes = inner
      case .unknown: return unknown(bytes, isString)
      }
    }
    return unknown(bytes, isString)
  }

  /// What a property list contains.
  private enum Content {
    /// An attributed string.
    case text(AttributedText)
    /// Bytes or a text, which are looked at once more.
    case bytes([UInt8])
  }

  /// The content of a property list; nil for anything but a text or data.
  ///
  /// An archive is looked at first, as it is a property list as well.
  private static func content(_ bytes: [UInt8]) -> Content? {
    guard let list = bytes.withUnsafeBytes({ PropertyList.read($0) }) else { return nil }
    guard let archive = KeyedArchive(list) else {
      switch list[list.top] {
      case .string(let text): return .bytes(Array(text.utf8))
      case .data(let data): return .bytes(data)
      default: return nil
      }
    }
    guard let root = archive.root else { return nil }
    if let text = AttributedText(root) { return .text(text) }
    return (root.data ?? root.string.map { Array($0.utf8) }).map { .bytes($0) }
  }

  /// Unpacked bytes; nil for damaged ones.
  ///
  /// Packed data with more than `largest` bytes inside counts as damaged.
  private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
    let wrapping: Inflation.Wrapping = bytes.first == 0x1F ? .gzip : .zlib
    guard let result = Inflation.unpack(bytes, wrapping, limit: largest), result.isComplete else {
      return nil
    }
    return result.bytes
  }

  /// An attributed string as a body.
  ///
  /// Attributes that are lost become findings.
  private mutating func attributed(_ text: AttributedText) -> SourceNote.Body {
    diagnostics += text.diagnostics(code: StoreCode.attributeLost)
    return .document(text.document())
  }

  /// Text as a body.
  ///
  /// - Parameters:
  ///   - bytes: Text in any encoding that `PlainTextReader` recognizes.
  ///   - isMarkdown: Whether marks are read.
  private mutating func text(_ bytes: [UInt8], isMarkdown: Bool) -> SourceNote.Body {
    if isMarkdown, let body = format("markdown", bytes) { return body }
    let result = bytes.withUnsafeBytes { PlainTextReader.read($0) }
    diagnostics += result.diagnostics
    return .document(result.document)
  }

  /// The document of a plain text.
  mutating func plain(_ text: String) -> Document {
    document(self.text(Array(text.utf8), isMarkdown: false))
  }

  /// Bytes in a format of the table.
  ///
  /// - Parameters:
  ///   - name: The name of the format in `FormatTable`.
  ///   - bytes: The whole content.
  /// - Returns: Nil where the table has no reader of that name.
  private mutating func format(_ name: String, _ bytes: [UInt8]) -> SourceNote.Body? {
    guard let read = FormatTable.named(name)?.read else { return nil }
    let result = bytes.withUnsafeBytes { read($0, limits) }
    diagnostics += result.diagnostics
    return .document(result.document)
  }

  /// What can't be read: a string as text, other bytes as a file.
  ///
  /// The finding has the first four bytes in hexadecimal digits and no text of the note.
  private mutating func unknown(_ bytes: [UInt8], _ isString: Bool) -> SourceNote.Body? {
    if isString { return text(bytes, isMarkdown: false) }
    unread.append(bytes)
    let head = bytes.prefix(4).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    diagnostics.append(
      Diagnostic(
        code: StoreCode.bodyNotRead, severity: .warning,
        message:
          "the body can't be read; it begins with \(head.joined(separator: " ")) and is kept as a file",
        location: SourceLocation()))
    return nil
  }
}

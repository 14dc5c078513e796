internal import SlipBase
internal import XMLSyntax

/// Where the manifest's `file` elements stand, a range for a thousand of them.
struct ManifestFileRanges {
  static let size = 1_024

  /// Tag ends of the first and the last element of each range.
  private(set) var ranges: [(first: Int, last: Int)] = []
  private(set) var prefixes: Set<String> = []
  private(set) var count = 0
  private var previous: [UInt8] = []

  /// Takes the next element. False when its path isn't behind the last one's, bytewise.
  mutating func add(_ element: XMLElement, path: UnsafeRawBufferPointer) -> Bool {
    if count % ManifestFileRanges.size == 0 {
      ranges.append((element.tagEnd, element.tagEnd))
    } else {
      ranges[ranges.count - 1].last = element.tagEnd
    }
    count += 1
    if let prefix = element.prefix { prefixes.insert(prefix) }
    let isBehind = count == 1 || previous.lexicographicallyPrecedes(path)
    previous.replaceSubrange(0..<previous.count, with: path)
    return isBehind
  }
}

/// A `file` element.
struct ManifestFile: Sendable {
  var path: String
  var key: PayloadKey
  var fact: FileFact
  var mediaType: String
  var tagEnd: Int
}

extension ManifestFile {
  /// Nil where a value is missing or malformed. `offset` is where the document begins in the manifest.
  init?(_ element: XMLElement, offset: Int) {
    guard let path = element.value("path"), let key = PayloadKey(path: path),
      let length = element.value("length").flatMap(ManifestValue.length),
      let digest = element.value("sha256").flatMap({ Digest(hexBytes: $0) })
    else { return nil }
    self.init(
      path: String(decoding: path, as: UTF8.self), key: key, fact: FileFact(digest: digest, length: length),
      mediaType: element.string("type") ?? "", tagEnd: element.tagEnd + offset)
  }
}

/// Reads a valid manifest's `file` elements one after the other, so that they needn't be held in memory.
struct ManifestFiles {
  private let bytes: UnsafeRawBufferPointer
  private let ranges: ManifestFileRanges
  private var nextRange = 0
  private var rows: [ManifestFile] = []
  private var position = 0

  private let done: (Int) -> Void

  /// - Parameter done: told up to where the manifest has been read.
  init(_ bytes: UnsafeRawBufferPointer, _ ranges: ManifestFileRanges, done: @escaping (Int) -> Void) {
    self.done = done
    self.bytes = bytes
    self.ranges = ranges
  }

  mutating func next() throws(SlipError) -> ManifestFile? {
    while position == rows.count {
      guard nextRange < ranges.ranges.count else { return nil }
      rows = try read(ranges.ranges[nextRange])
      done(ranges.ranges[nextRange].first)
      position = 0
      nextRange += 1
    }
    position += 1
    return rows[position - 1]
  }

  /// Reads a stretch of elements as a document of its own.
  private func read(_ range: (first: Int, last: Int)) throws(SlipError) -> [ManifestFile] {
    let start = LineIndex.tagStart(endingAt: range.first, in: bytes)
    var document = Array("<files xmlns=\"urn:slipbox:manifest\"".utf8)
    for prefix in ranges.prefixes.sorted() {
      document += Array(" xmlns:\(prefix)=\"urn:slipbox:manifest\"".utf8)
    }
    document += Array(">".utf8)
    let offset = start - document.count
    document += bytes[start..<range.last]
    MappedPages.release(UnsafeRawBufferPointer(rebasing: bytes[start..<range.last]))
    document += Array("/></files>".utf8)
    let rows = Rows(offset: offset)
    let fault = try slipErrors { try document.withUnsafeBytes { try XMLParser.parse($0, handler: rows) } }
    guard fault == nil else { throw SlipError(.cannotDo, "the manifest changed while it was read") }
    return rows.files
  }

  private final class Rows: XMLHandler {
    var files: [ManifestFile] = []
    private let offset: Int

    init(offset: Int) { self.offset = offset }

    func startElement(_ element: XMLElement) throws(SlipError) {
      guard element.isNamed("file"), let file = ManifestFile(element, offset: offset) else { return }
      files.append(file)
    }
  }
}

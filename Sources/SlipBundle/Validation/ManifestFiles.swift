internal import SlipBase
internal import XMLSyntax

/// Where a manifest's `file` elements are: a range for each thousand of them, 16 bytes instead of a path and
/// a digest for each.
///
/// `ManifestFiles` reads the ranges again when the tree is compared with them.
struct ManifestFileRanges {
  /// Elements in a range.
  static let size = 1_024

  /// Tag ends of the first and the last element of each range.
  private(set) var ranges: [(first: Int, last: Int)] = []
  /// The namespace prefixes that `file` elements have; mostly none.
  private(set) var prefixes: Set<String> = []
  /// How many elements there are.
  private(set) var count = 0
  /// The path of the last element.
  private var previous: [UInt8] = []

  /// Takes the next element.
  ///
  /// - Returns: False where its path doesn't come after the last one's, bytewise.
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
  /// Relative to the bundle.
  var path: String
  /// Which file of which entity it is.
  var key: PayloadKey
  /// Length and digest as listed.
  var fact: FileFact
  /// The media type as listed.
  var mediaType: String
  /// Where its tag ends in the manifest.
  var tagEnd: Int
}

extension ManifestFile {
  /// Reads an element; nil where a value is missing or malformed.
  ///
  /// - Parameter offset: Where the document that was parsed begins in the manifest.
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

/// The listed files of a manifest one after the other, in bytewise order of the paths.
///
/// Before version 7 these are `file` elements, which are read a range at a time, so that they needn't be
/// held in memory. From then on they were derived from the entities that they belong to (`DerivedFiles`).
struct ManifestFiles {
  /// The files that were derived, in order; empty where they have elements of their own.
  private let derived: [DerivedFiles.Row]
  /// The next of these.
  private var nextDerived = 0
  /// What is known of attachments.
  private let attachments: [Digest: ManifestIndex.AttachmentFacts]
  /// The manifest.
  private let bytes: UnsafeRawBufferPointer
  /// Where its elements are.
  private let ranges: ManifestFileRanges
  /// The range that is read next.
  private var nextRange = 0
  /// The elements of the range that was read last.
  private var rows: [ManifestFile] = []
  /// The next of these.
  private var position = 0

  /// Takes offsets up to which the manifest isn't needed any more.
  private let done: (Int) -> Void

  /// Prepares the reading.
  ///
  /// - Parameter done: Called with the offset up to which the manifest has been read.
  init(_ bytes: UnsafeRawBufferPointer, _ index: ManifestIndex, done: @escaping (Int) -> Void) {
    self.done = done
    self.bytes = bytes
    ranges = index.files
    derived = index.derived.rows
    attachments = index.attachments
  }

  /// The next element; nil at the end.
  ///
  /// - Throws: `SlipError` where the manifest changed since it was indexed.
  mutating func next() throws(SlipError) -> ManifestFile? {
    if nextDerived < derived.count {
      nextDerived += 1
      var file = derived[nextDerived - 1].file
      if case .blob(let digest) = file.key { file.mediaType = attachments[digest]?.mediaType ?? "" }
      return file
    }
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

  /// Reads a range of elements as a document of its own, with the namespaces that it needs.
  ///
  /// - Throws: `SlipError` where the range isn't well-formed any more.
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

  /// Collects the elements of a range.
  private final class Rows: XMLHandler {
    /// The elements so far, in the manifest's order; malformed ones are left out.
    var files: [ManifestFile] = []
    /// Where the parsed document would begin in the manifest, in bytes; added to the places of its elements.
    private let offset: Int

    /// Begins without elements.
    init(offset: Int) { self.offset = offset }

    /// Takes a `file` element; passes over all others.
    func startElement(_ element: XMLElement) throws(SlipError) {
      guard element.isNamed("file"), let file = ManifestFile(element, offset: offset) else { return }
      files.append(file)
    }
  }
}

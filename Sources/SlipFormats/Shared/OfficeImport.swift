internal import SlipBase
internal import SlipDocument
internal import SlipOffice

/// Reads the parts of other formats that a word processor's document may have within it.
struct OfficeImport: Sendable {
  private let limits: Limits
  /// How many documents are around the part.
  private let depth: Int

  /// The most documents within each other.
  private static let deepest = 4

  /// Creates a reader for the parts of a document.
  init(_ limits: Limits) { self.init(limits, depth: 0) }

  private init(_ limits: Limits, depth: Int) { (self.limits, self.depth) = (limits, depth) }

  /// The document that a part holds; nil for a format that isn't known.
  func read(_ bytes: UnsafeRawBufferPointer, _ mediaType: String) -> Document? {
    guard depth < OfficeImport.deepest else { return nil }
    if DOCXReader.isDOCX(bytes) {
      let result = DOCXReader.read(
        bytes, limits: limits, importing: OfficeImport(limits, depth: depth + 1).read)
      return result.diagnostics.contains { $0.severity == .error } ? nil : result.document
    }
    let row = FormatTable.rows.first { row in
      !row.isOffice && row.kind != .package && (row.mediaType.name == mediaType || row.sniff(bytes))
    }
    return row?.read?(bytes, limits).document
  }
}

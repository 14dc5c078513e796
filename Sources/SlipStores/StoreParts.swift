public import SlipDocument

/// Parts of stores, read by themselves: for checks, and for programs that have only such a part.
public enum StoreParts {
  /// The names of the entities in an archived model, in the order of the archive.
  ///
  /// - Parameters:
  ///   - bytes: The archive, or the deflate stream with it that a store keeps (`Z_MODELCACHE`).
  ///   - isPacked: Whether the bytes are such a stream. It may unpack to 64 MiB.
  /// - Returns: nil for bytes that are no model.
  public static func entities(ofModel bytes: [UInt8], isPacked: Bool) -> [String]? {
    let model = isPacked ? ModelArchive.read(cached: bytes) : ModelArchive.read(bytes)
    return model?.entities.map(\.name)
  }

  /// The text of a note of Apple Notes, without its files, tables and tags.
  ///
  /// - Parameter bytes: The unpacked protocol buffer.
  /// - Returns: nil for bytes that have no text.
  public static func appleNotesText(_ bytes: [UInt8]) -> Document? {
    guard let text = NotesText(body: bytes) else { return nil }
    var builder = NotesDocument(objects: [:]) { _ in nil }
    return builder.build(text)
  }

  /// The cells of a table of Apple Notes, row by row, as plain text.
  ///
  /// - Parameter bytes: The unpacked protocol buffer.
  /// - Returns: nil for bytes that are no table. It may have 100,000 cells.
  public static func appleNotesTable(_ bytes: [UInt8]) -> [[String]]? {
    NotesTable(bytes)?.rows.map { $0.map { String(decoding: $0.units, as: UTF16.self) } }
  }

  /// The ids of the pages of a scan of Apple Notes, in their order.
  ///
  /// - Parameter bytes: The unpacked protocol buffer.
  public static func appleNotesPages(_ bytes: [UInt8]) -> [String] { NotesTable.pages(bytes) }
}

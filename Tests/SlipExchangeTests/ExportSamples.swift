import SlipBase
import SlipExchange
import SlipNotes

/// A slip-box in memory with its payload, made by real imports.
struct SampleBox: ExportPayloadReader {
  var box = SlipBox()
  var payload: [ImportedPayload.Place: [UInt8]] = [:]

  /// Imports files given as path and text.
  mutating func importFiles(_ files: [(path: String, text: String)], sourceName: String = "Box") throws {
    var merger = try ImportMerger(box, sourceName: sourceName)
    for file in files {
      let key = ImportKey(sourceName: sourceName, path: file.path)
      let context = ImportContext(key: key, fileModified: Timestamp(rfc3339: "2024-05-06T07:08:09Z"))
      guard let importer = ExchangeTable.importer(forPath: file.path) else { continue }
      let note = try Array(file.text.utf8).withUnsafeBytes { try importer.read($0, context) }
      for item in try merger.merge(note) { payload[item.place] = item.payload.bytes }
    }
    try merger.finish()
    box = merger.box
  }

  func withBytes<R>(
    of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R { try bytes(of: payload).withUnsafeBytes(body) }

  /// In pieces of seven bytes.
  func forEachChunk(
    of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try bytes(of: payload).withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 7) {
        try body(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 7, bytes.count)]))
      }
    }
  }

  private func bytes(of wanted: ExportPayload) throws -> [UInt8] {
    let place: ImportedPayload.Place? =
      switch wanted {
      case .body(let id): .body(id)
      case .mirror(let id): .mirror(id)
      case .attachment(let id): box.attachment(id).map { .attachment(id, fileExtension: $0.fileExtension) }
      case .kept(let id):
        box.source(id).flatMap { source in
          payload.keys.first { if case .kept(source.kept.digest, _) = $0 { true } else { false } }
        }
      }
    guard let place, let bytes = payload[place] else { throw SlipError(.cannotDo, "no such payload") }
    return bytes
  }

  func plan(_ target: ExportTarget, _ change: (inout ExportPlan.Options) -> Void = { _ in }) -> ExportPlan {
    var options = ExportPlan.Options()
    change(&options)
    return ExportPlan(box, target: target, options: options)
  }

  /// Everything that a plan writes.
  func export(
    _ target: ExportTarget, _ change: (inout ExportPlan.Options) -> Void = { _ in }
  ) throws -> [String: [UInt8]] {
    let plan = plan(target, change)
    let exporter = Exporter(box, plan, payload: self)
    var files: [String: [UInt8]] = [:]
    for item in plan.items { files[item.path] = try exporter.render(item).bytes() }
    return files
  }

  func exportText(
    _ target: ExportTarget, _ change: (inout ExportPlan.Options) -> Void = { _ in }
  ) throws -> [String: String] {
    try export(target, change).mapValues { String(decoding: $0, as: UTF8.self) }
  }
}

public import SlipBase
internal import SlipDocument
internal import SlipFiles
internal import SlipFormats
internal import SlipRTF

/// Redlines as documents.
enum RedlineOutput {
  /// The redline of the one item; that of equal documents is empty.
  static func rtf(_ comparison: Comparison) -> [UInt8] {
    RTFWriter.write(comparison.items.first?.redline ?? Document())
  }

  /// The same as a document of a word processor.
  ///
  /// - Throws: `SlipError` where there is no writer of this name.
  static func office(_ comparison: Comparison, _ name: String) throws(SlipError) -> [UInt8] {
    var document = comparison.items.first?.redline ?? Document()
    guard let format = FormatTable.named(name), let write = format.write else {
      throw SlipError(.usage, code: KitCode.unknownFormat, "There is no writer for \(name).")
    }
    if let viewer = format.viewer { _ = document.makePicturesVisible(to: viewer) }
    return try write(document, WriteOptions())
  }

  /// The list of all redlines of a folder.
  static let indexName = "index.html"

  /// The list of all redlines of a folder or box.
  ///
  /// - Parameter path: Where the redline of an item is.
  static func index(_ comparison: Comparison, _ path: (Comparison.Item) -> String) -> [UInt8] {
    var sink = HTMLSink()
    HTMLIndex.begin("Changes", &sink)
    let rows = comparison.items.filter { $0.redline != nil }
    HTMLIndex.list(rows.map { ($0.name, path($0), $0.status.rawValue) }, &sink)
    HTMLIndex.end(&sink)
    return sink.bytes
  }

  /// The same as a page.
  static func html(_ comparison: Comparison) -> [UInt8] {
    var options = WriteOptions()
    options.fallbackTitle = comparison.items.first?.name
    return HTMLWriter.write(comparison.items.first?.redline ?? Document(), options: options)
  }
}

extension Comparison {
  /// Writes a redline of each document that differs into a new folder: `a/b.rtf`, or `a/b.rtf.html` for pages.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created; an empty one may exist.
  ///   - format: A format whose `isDocument` is true.
  /// - Throws: `SlipError` where the folder exists and isn't empty, or can't be written.
  public func writeRedlines(to folder: String, _ format: ComparisonFormat) throws(SlipError) {
    let stage = try TreeStage.begin(at: folder, existing: .refuseUnlessEmpty, names: .thisSystem)
    do throws(SlipError) {
      for item in items where item.redline != nil {
        var one = self
        one.items = [item]
        try stage.write(path(of: item, format), try format.write(one, ComparisonOptions()))
      }
      // A page that was compared may have that name.
      let isTaken = items.contains { $0.redline != nil && path(of: $0, format) == RedlineOutput.indexName }
      if format.hasIndex, kind != .documents, !isTaken {
        try stage.write(RedlineOutput.indexName, RedlineOutput.index(self) { path(of: $0, format) })
      }
      try stage.commit()
    } catch {
      stage.abandon()
      throw error
    }
  }

  /// Where an item's redline goes. Notes have their UUID, because titles may be any text.
  private func path(of item: Item, _ format: ComparisonFormat) -> String {
    let name = item.id ?? item.name
    return name.hasSuffix("." + format.name) ? name : name + "." + format.name
  }
}

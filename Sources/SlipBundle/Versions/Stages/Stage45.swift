internal import SlipBase

/// Stage 4 ↔ 5, declared as data.
///
/// ```
/// <note … isFavorite="true" status="Review"  ↔  <note … favorite="true" status="review"
///       creationDate="…" canonicalTitle="…">           created="…">
/// ```
///
/// Attributes are renamed or dropped, new ones are optional, and notes refer to the pictures that their
/// bodies show. Payload stays as it is, so a bundle of any size is migrated in the time that its manifest
/// takes. `LightweightStage` does the work.
enum Stage45 {
  /// What changes on the way up.
  static let changes: [LightweightChange] = [
    .rename(.folder, from: "creationDate", to: "created"),
    .rename(.keyword, from: "alpha", to: "opacity"),
    .rename(.note, from: "isFavorite", to: "favorite"),
    .rename(.note, from: "creationDate", to: "created"),
    .values(.note, "status", [("Draft", "draft"), ("Review", "review"), ("Archived", "archived")]),
    .dropDerived(.note, "canonicalTitle"),
    .add(.note, "modified"), .add(.note, "zone"), .add(.note, "source"), .add(.note, "imported"),
    .add(.reference, "description"), .toMany(.reference), .listShown(.reference),
    .addElement(.origins), .addElement(.sources),
  ]
}

extension Stage45 {
  /// Makes version 5 in memory; large bundles are migrated as streams instead.
  @Sendable static func up(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let (xml, _) = try run(document) { bytes, output in
      try LightweightStage.up(
        bytes, file: nil, limits: options.limits, tool: options.tool,
        body: { path, look in try document.payload.withBytes(of: path, look) },
        onFile: { _, _ in }, to: output)
    }
    return VersionDocument(version: 5, xml: xml, payload: document.payload)
  }

  /// Makes version 4 in memory, and lists what that loses.
  ///
  /// Files that are no longer listed are dropped from payload in memory; of a stored bundle, the caller takes
  /// only what is listed.
  @Sendable static func down(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let found = try slipErrors {
      try document.xml.withUnsafeBytes { try LightweightStage.losses($0, file: nil, limits: options.limits) }
    }
    var files: Set<String> = []
    let (xml, _) = try run(document) { bytes, output in
      try LightweightStage.down(
        bytes, file: nil, limits: options.limits, tool: options.tool, used: found.used,
        onFile: { path, _ in files.insert(path) }, to: output)
    }
    var payload = document.payload
    if case .made(let all) = payload { payload = .made(all.filter { files.contains($0.key) }) }
    var result = VersionDocument(version: 4, xml: xml, payload: payload)
    result.losses = found.losses
    return result
  }

  /// Collects the new manifest.
  private static func run(
    _ document: VersionDocument,
    _ body: (UnsafeRawBufferPointer, (UnsafeRawBufferPointer) throws -> Void) throws -> VersionCensus
  ) throws(SlipError) -> ([UInt8], VersionCensus) {
    var output: [UInt8] = []
    let census = try slipErrors {
      try document.xml.withUnsafeBytes { bytes in try body(bytes) { output.append(contentsOf: $0) } }
    }
    return (output, census)
  }
}

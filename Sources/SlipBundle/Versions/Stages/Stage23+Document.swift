internal import SlipBase

extension Stage23 {
  @Sendable static func up(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V2Format.read, options.limits)
    var new = up(old)
    var before = old.census
    before.folders = 1
    before.keywords = Set(old.keywords.map { TextFolding.caseFolded($0.name) }).count
    try StageTable.expectKept(before, new.census)
    new.history = new.history.migrated(from: 2, to: 3, options)
    var result = VersionDocument(version: 3, xml: try V3Format.bytes(new), payload: .none)
    let merged = old.keywords.count - new.keywords.count
    if merged > 0 {
      result.diagnostics.append(
        Diagnostic(
          code: MigrationCode.keywordsMerged, severity: .info,
          message: "keywords that differ in case only became one", location: SourceLocation(), count: merged))
    }
    return result
  }

  @Sendable static func down(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V3Format.read, options.limits)
    var new = down(old)
    let losses = losses(old, new)
    new.history = new.history.migrated(from: 3, to: 2, options)
    var result = VersionDocument(version: 2, xml: try V2Format.bytes(new), payload: .none)
    result.losses = losses
    return result
  }
}

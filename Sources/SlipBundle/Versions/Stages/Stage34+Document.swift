internal import SlipBase

extension Stage34 {
  @Sendable static func up(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V3Format.read, options.limits)
    var new = up(old, limits: options.limits, workers: options.workers)
    try StageTable.expectKept(old.census, new.box.census)
    new.box.history = new.box.history.migrated(from: 3, to: 4, options)
    var result = VersionDocument(version: 4, xml: try V4Format.bytes(new.box), payload: .made(new.payload))
    result.diagnostics = new.diagnostics
    return result
  }

  @Sendable static func down(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V4Format.read, options.limits)
    var new = try down(old, limits: options.limits) { path throws(SlipError) in
      try document.payload.read(path)
    }
    let again = up(new, limits: options.limits, workers: options.workers)
    new.history = new.history.migrated(from: 4, to: 3, options)
    var result = VersionDocument(version: 3, xml: try V3Format.bytes(new), payload: .none)
    result.losses = losses(old, again: again.box)
    return result
  }
}

internal import SlipBase

extension Stage12 {
  @Sendable static func up(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V1Format.read, options.limits)
    var new = up(old, limits: options.limits)
    var after = new.census
    after.text = TextDigest.of(
      ordered(new).lazy.map { Digest(of: Array(text(of: $0, options.limits).utf8)) })
    try StageTable.expectKept(old.census, after)
    new.history = new.history.migrated(from: 1, to: 2, options)
    return VersionDocument(version: 2, xml: try V2Format.bytes(new), payload: .none)
  }

  @Sendable static func down(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V2Format.read, options.limits)
    var new = down(old, limits: options.limits)
    let losses = losses(old, new, limits: options.limits)
    new.history = new.history.migrated(from: 2, to: 1, options)
    var result = VersionDocument(version: 1, xml: try V1Format.bytes(new), payload: .none)
    result.losses = losses
    return result
  }
}

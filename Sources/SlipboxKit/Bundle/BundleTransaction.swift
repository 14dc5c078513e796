internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// One change of a bundle: its facts are read under the writer's lock, and take the old ones' place all at once.
///
/// Whoever begins one ends it with `commit` or `abandon`.
struct BundleTransaction {
  let stage: BundleStage
  var box: SlipBox

  /// A bundle that exists. A packed one can't be changed in place.
  static func begin(existing argument: String, limits: Limits) throws(SlipError) -> BundleTransaction {
    let location = try BundleLocator.locate(argument)
    guard location.kind == .directory else {
      throw SlipError(
        .usage, code: KitCode.packedTarget, "A packed bundle can't be changed; unpack it first.",
        at: SourceLocation(file: location.path))
    }
    return try begin(at: location.path, limits: limits)
  }

  /// A bundle at exactly this path, a new one if there is nothing.
  static func begin(at path: String, limits: Limits) throws(SlipError) -> BundleTransaction {
    let stage = try BundleStage.begin(at: path)
    do throws(SlipError) {
      var box = SlipBox()
      if let old = stage.old, try old.length(of: BundleLayout.manifestPath) != nil {
        box = try ManifestReader.read(storage: old, limits: limits)
      }
      return BundleTransaction(stage: stage, box: box)
    } catch {
      stage.abandon()
      throw error
    }
  }

  /// Carries over all payload that wasn't written anew, and puts the new version in place.
  ///
  /// - Returns: Warnings about files that nobody lists; they stay.
  mutating func commit(_ event: HistoryEvent) throws(SlipError) -> [Diagnostic] {
    box.history.append(event)
    let box = box
    let stage = stage
    do {
      // All payload of a new bundle was written.
      if stage.old != nil {
        for file in box.payload() where try !stage.contains(file.path) { try stage.carry(file.path) }
      }
      try stage.commit { write in _ = try ManifestWriter.write(box, to: write) }
      return stage.unlistedDiagnostics
    } catch {
      stage.abandon()
      throw error as? SlipError ?? SlipError(.cannotDo, String(describing: error))
    }
  }

  func abandon() { stage.abandon() }
}

internal import SlipRTF
public import SlipBase
public import SlipFormats

extension Exporter {
  /// What a note would lose.
  public struct Losses: Sendable {
    public var writing: [ExportLosses.Loss]
    /// What the document that is made of the body lacks; places are the body's.
    public var reading: [Diagnostic]
  }

  /// What writing an item of the plan would lose; nil for what isn't a note.
  ///
  /// - Throws: as `render`.
  public func losses(of item: ExportPlan.Item) throws -> Losses? {
    guard case .note(let id) = item.content, let note = box.note(id) else { return nil }
    let body = try bytes(.body(id), note.body, .note(id))
    let before = body.withUnsafeBytes { RTFReader.read($0, limits: limits) }
    if plan.target.kind == .rtf || plan.target.kind == .package,
      plan.changes == .keep || !before.document.hasTrackedChanges
    {
      // Such bodies go out as they are.
      return Losses(writing: [], reading: [])
    }
    var options = ExportLosses.Options()
    options.hasFilesBeside = plan.attachments == .beside
    options.hasFrontMatter = plan.hasFrontMatter
    options.limits = limits
    options.rendersFiles = true
    var document = before.document
    document.settle(plan.changes)
    return Losses(
      writing: ExportLosses.of(document, as: plan.target.kind ?? .package, options: options),
      reading: before.diagnostics)
  }
}

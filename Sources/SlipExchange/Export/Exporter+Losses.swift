internal import SlipRTF
public import SlipBase
public import SlipFormats

extension Exporter {
  /// What a note loses when it is exported.
  public struct Losses: Sendable {
    /// What the target's format can't express.
    public var writing: [ExportLosses.Loss]
    /// What the document lacks that is read from the body. Places are those of the body.
    public var reading: [Diagnostic]
  }

  /// What would be lost if an item of the plan were written; nil for an item that is not a note.
  ///
  /// - Throws: What `render` throws.
  public func losses(of item: ExportPlan.Item) throws -> Losses? {
    guard case .note(let id) = item.content, let note = box.note(id) else { return nil }
    let body = try bytes(.body(id), note.body, .note(id))
    let before = body.withUnsafeBytes { RTFReader.read($0, limits: limits) }
    if plan.target.kind == .rtf || plan.target.kind == .package,
      plan.changes == .keep || !before.document.hasTrackedChanges
    {
      // Such bodies are exported as they are.
      return Losses(writing: [], reading: [])
    }
    var options = ExportLosses.Options()
    options.hasFilesBeside = plan.attachments == .beside
    options.hasFrontMatter = plan.hasFrontMatter
    options.limits = limits
    options.rendersFiles = true
    var document = before.document
    document.resolve(plan.changes)
    return Losses(
      writing: ExportLosses.of(document, as: plan.target.kind ?? .package, options: options),
      reading: before.diagnostics)
  }
}

public import SlipBase
internal import SlipDocument
public import SlipFormats
internal import SlipNotes
internal import SlipRTF

extension Exporter {
  /// What a note loses when it is exported.
  public struct Losses: Sendable {
    /// What the target's format can't express.
    public var writing: [ExportLosses.Loss]
    /// What the document lacks that is read from the body. Places are those of the body.
    public var reading: [Diagnostic]
    /// Facts about the note that its file doesn't keep as they are.
    public var facts: [BoxFeature.Loss] = []
  }

  /// What would be lost if an item of the plan were written; nil for an item that is not a note.
  ///
  /// - Throws: What `render` throws.
  public func losses(of item: ExportPlan.Item) throws -> Losses? {
    guard case .note(let id) = item.content, let note = box.note(id) else { return nil }
    let body = try bytes(.body(id), note.body, .note(id))
    let before = body.withUnsafeBytes { RTFReader.read($0, limits: limits) }
    var losses = Losses(
      writing: [], reading: [], facts: try facts(of: note, (body, before.document), at: item.path))
    if plan.target.kind == .rtf, plan.changes == .keep || !before.document.hasTrackedChanges {
      // Such bodies are exported as they are.
      return losses
    }
    var options = ExportLosses.Options()
    options.fates = plan.target.textFates
    options.hasFilesBeside = plan.attachments == .beside
    options.hasFrontMatter = plan.hasFrontMatter
    options.limits = limits
    options.rendersFiles = true
    var document = before.document
    document.resolve(plan.changes)
    losses.writing = ExportLosses.of(document, as: plan.target.kind ?? .package, options: options)
    losses.reading = before.diagnostics
    return losses
  }

  /// The facts about a note that its file doesn't keep as they are.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - body: Its RTF, and the document that it is read as.
  ///   - path: Where its file goes.
  /// - Throws: `SlipError` where its text can't be read.
  private func facts(
    of note: Note, _ body: (bytes: [UInt8], document: Document), at path: String
  ) throws -> [BoxFeature.Loss] {
    var title = String(String(path.lastName).dropLast(plan.target.fileExtension.utf8.count + 1))
    if plan.target.kind != .markdown {
      // Without a fact of its own, a note gets its title from its text before it gets that of its file.
      title = try bytes(.mirror(note.id), note.mirror, .note(note.id)).withUnsafeBytes {
        ImportTitle.choose(given: body.document.info.title, mirror: $0, fileName: title)
      }
    }
    let counter = BoxFeature.Counter(
      box: box, program: plan.target.name, fileTitle: title,
      unshown: self.unshown(of: note, in: body.bytes).count,
      isDisplaced: plan.displaced.contains(note.id))
    return counter.losses(of: note) { plan.target.fate(of: $0, hasFrontMatter: plan.hasFrontMatter) }
  }
}

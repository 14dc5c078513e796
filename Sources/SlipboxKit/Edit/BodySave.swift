public import SlipBase
internal import SlipBundle
internal import SlipNotes

/// Saves bodies that were edited: all that a program changes of a note's text goes through here.
public enum BodySave {
  /// Gives a note another body: its plain text, links, pictures and date follow.
  ///
  /// - Parameters:
  ///   - body: The new body.
  ///   - note: The UUID of the note.
  ///   - before: The body that was edited. If the note has another one by now, nothing is saved.
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  ///   - modified: The note's date of modification.
  /// - Returns: Findings about the body and the bundle.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public static func save(
    _ body: [UInt8], of note: UniqueID, editedFrom before: [UInt8], in bundle: String, modified: Timestamp?,
    limits: Limits = Limits()
  ) throws(SlipError) -> [Diagnostic] {
    var transaction = try BundleTransaction.begin(existing: bundle, limits: limits)
    do throws(SlipError) {
      guard let old = transaction.stage.old, try old.read(PayloadPath.body(note)) == before else {
        throw SlipError(
          .cannotDo, code: ContainerCode.replacedMeanwhile,
          "The note was changed meanwhile; nothing was saved.",
          at: SourceLocation(file: bundle))
      }
      var adoption = EditedBodyImport(limits: limits, thumbnailSize: 600, workers: 1)
      adoption.replaced = [note: body]
      adoption.modified = modified
      let result = try adoption.run(in: &transaction)
      return result.diagnostics + (try transaction.commit(Transaction(.edit, tool: Tool.name)))
    } catch {
      transaction.abandon()
      throw error
    }
  }
}

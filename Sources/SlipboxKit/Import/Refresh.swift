public import SlipBase
internal import SlipFiles
internal import SlipNotes

/// Adopts bodies that other programs edited in the bundle, as `slipconv refresh` does: see
/// `EditedBodyImport`. Without it `slipconv validate` reports such bodies, because their
/// digests differ from the manifest.
public enum Refresh {
  /// What was adopted.
  public struct Outcome: Sendable {
    /// Titles of the adopted notes, by UUID; empty where no body was edited.
    public var titles: [String]
    /// Whether parts of the manifest were taken over that weren't as it lists them.
    public var adoptedParts = false
    /// Findings about the edited bodies and the bundle.
    public var diagnostics: [Diagnostic]
  }

  /// Adopts all edited bodies in one atomic change, and parts of the manifest that aren't as it lists them, such as
  /// after a merge with Git. If there are none, nothing is written.
  ///
  /// - Parameters:
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  ///   - thumbnailSize: The longer side of thumbnails of new pictures in pixels; 0 makes none.
  ///   - limits: Bounds on what is read.
  ///   - cache: Says which bodies were read before, and haven't been touched since; nil: all are read.
  ///   - known: The bundle as it was read before; nil: it wasn't.
  ///   - date: When it is done, for the history; nil leaves it without a date.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public static func run(
    _ bundle: String, thumbnailSize: Int = 600, limits: Limits = Limits(), cache: IndexCache? = nil,
    known: OpenBundle? = nil, date: Timestamp? = nil
  ) throws(SlipError) -> Outcome {
    var transaction = try BundleTransaction.begin(
      existing: bundle, limits: limits, known: known, adoptsParts: true)
    do throws(SlipError) {
      var adoption = EditedBodyImport(limits: limits, thumbnailSize: thumbnailSize, workers: Parallel.cores)
      // A file is remembered together with its links.
      adoption.readsLinks = cache != nil
      let target = transaction.output.target
      var files = ReadFiles(cache, bundle: target)
      var result = try adoption.run(in: &transaction, &files)
      result.diagnostics += transaction.dropped.map { Refresh.warning($0, transaction.box, in: target) }
      if result.titles.isEmpty, !transaction.adoptedParts {
        transaction.abandon()
        files.save(transaction.original, bundle: target, committedAt: nil)
      } else {
        let moment = FileClock.now
        result.diagnostics += try transaction.commit(
          BoxTransaction(.refresh, tool: SlipboxTool.name, date: date))
        files.save(transaction.box, bundle: target, committedAt: moment)
      }
      return Outcome(
        titles: result.titles, adoptedParts: transaction.adoptedParts, diagnostics: result.diagnostics)
    } catch {
      transaction.abandon()
      throw error
    }
  }

  /// The warning about a reference that led nowhere.
  private static func warning(_ fault: BoxFault, _ box: SlipBox, in target: String) -> Diagnostic {
    let name: String? =
      switch fault.entity {
      case .note(let id): box.note(id).map { "“\($0.title)”" }
      default: nil
      }
    return Diagnostic(
      code: ValidationRule.partDiffers.code, severity: .warning,
      message:
        "\(name ?? fault.entity.text) refers to \(fault.other?.text ?? "something") that isn't there; the reference is dropped.",
      location: SourceLocation(file: target + "/" + BundleLayout.manifestPath, .object(fault.entity.text)))
  }
}

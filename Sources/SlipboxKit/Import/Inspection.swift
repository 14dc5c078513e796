internal import SlipPrograms
public import SlipBase
public import SlipExchange

/// What containers of other programs hold, and what an import would make of them. Nothing is changed.
///
/// ```swift
/// let inspection = try Inspection("Recipes.enex")
/// for container in inspection.containers { print(container.path, container.survey?.notes ?? 0) }
/// ```
public struct Inspection: Sendable {
  /// A container.
  public struct Container: Sendable {
    /// The path in the file system.
    public var path: String
    /// What it holds; nil where it can't be read.
    public var survey: SourceSurvey?
    /// Why it can't be read.
    public var error: SlipError?
  }

  /// The containers, in the order of their paths.
  public var containers: [Container] = []
  /// How many files are notes of their own.
  public var files = 0
  /// What an import would leave out besides.
  public var skipped: [SkippedFile] = []

  /// Looks into a file or directory.
  ///
  /// - Throws: `SlipError` where there is none, it can't be read, or there is nothing to import in it.
  public init(
    _ path: String, limits: Limits = Limits(), workers: Int = Parallel.cores + 1
  ) throws(SlipError) {
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(path)
    (files, skipped) = (scan.files.count, scan.skipped)
    for (scan, container) in ([scan] + scan.around).flatMap({ scan in scan.containers.map { (scan, $0) } }) {
      let path = scan.below(container.path)
      var result = Container(path: scan.shown(container.path))
      do throws(SlipError) {
        guard let kind = ProgramTable.sources.kind(named: container.kind) else { continue }
        let tree = try SourceTree.open(path, limits: limits, parts: container.parts)
        result.survey = try SourceSurvey(tree, kind, limits: limits, workers: workers)
      } catch {
        result.error = error
      }
      containers.append(result)
    }
    // What is in archives was unpacked for the scan.
    withExtendedLifetime(scan) {}
    guard containers.isEmpty, files == 0 else { return }
    throw SlipError(
      .badInput, code: KitCode.noSuchInput, "There is nothing to import.", at: SourceLocation(file: path))
  }
}

internal import SlipFiles
public import SlipBase
public import SlipBundle

/// Many bundles and RTF files validated at once. Items are in the order of the arguments, and
/// those of one tree by path, however many cores work on them.
public struct ValidationRun: Sendable {
  /// One bundle or file and its result.
  public struct Item: Sendable {
    /// The path of the bundle or file, or the argument where nothing was found.
    public var path: String
    /// What was found, or why nothing could be checked.
    public var result: Result<Validation.Outcome, SlipError>
    /// How long it took; nil where no clock was given (`ValidationOptions.clock`).
    public var duration: Duration?

    /// An item with a known result.
    public init(path: String, result: Result<Validation.Outcome, SlipError>) {
      self.path = path
      self.result = result
    }
  }

  /// All items.
  public var items: [Item]
  /// Warnings about the configuration and the baseline, not about what is validated.
  public var notices: [Diagnostic] = []

  /// A run with known results.
  public init(items: [Item]) { self.items = items }

  /// The results of what could be checked.
  public var outcomes: [Validation.Outcome] { items.compactMap { try? $0.result.get() } }

  /// What could not be checked, and why.
  public var failures: [(path: String, error: SlipError)] {
    items.compactMap { item in
      if case .failure(let error) = item.result { (item.path, error) } else { nil }
    }
  }

  /// Whether there is a finding or notice of this severity or a higher one.
  public func reaches(_ severity: Diagnostic.Severity) -> Bool {
    notices.contains { $0.severity >= severity }
      || outcomes.contains { $0.report.diagnostics.contains { $0.severity >= severity } }
  }

  /// Validates on all cores. What can't be read doesn't stop the others; what several arguments
  /// mean is validated once.
  ///
  /// - Parameters:
  ///   - arguments: Bundles, paths inside bundles, RTF files, RTFD packages and folders.
  ///   - recursive: Whether a directory stands for all bundles and all RTF in its tree. Without
  ///     it, a directory that holds no bundle stands for all RTF in its tree.
  ///   - options: What to check. The workers are shared: few bundles use them for their files,
  ///     many bundles take one each.
  ///   - passphrase: Opens encrypted packs.
  public init(
    _ arguments: [String], recursive: Bool = false, options: ValidationOptions = ValidationOptions(),
    passphrase: Passphrase? = nil
  ) {
    let found = ValidationRun.withoutDuplicates(arguments.flatMap { ValidationRun.targets($0, recursive) })
    var inner = options
    // Few bundles divide the cores among their files; many bundles take one core each.
    inner.workers = max(1, options.workers / max(1, found.count))
    let each = inner
    items = Parallel.map(count: found.count, workers: options.workers) { index in
      switch found[index].target {
      case .failure(let error): Item(path: found[index].path, result: .failure(error))
      case .success(let target):
        ValidationRun.timed(each.clock) {
          Item(
            path: target.path,
            result: Result { () throws(SlipError) in try Validation.run(target, each, passphrase) })
        }
      }
    }
  }

  /// An item with the time that it took, where there is a clock.
  private static func timed(_ clock: (@Sendable () -> Duration)?, _ item: () -> Item) -> Item {
    let start = clock?()
    var item = item()
    if let clock, let start { item.duration = clock() - start }
    return item
  }

  /// Each target once, where it comes first: several arguments may be inside one bundle.
  private static func withoutDuplicates(_ found: [ValidationTarget.Found]) -> [ValidationTarget.Found] {
    var seen: Set<String> = []
    return found.filter { seen.insert(FileSystem.realPath($0.path) ?? $0.path).inserted }
  }

  /// What an argument means; an argument that means nothing gives an item with the error.
  private static func targets(_ argument: String, _ recursive: Bool) -> [ValidationTarget.Found] {
    do throws(SlipError) {
      return try ValidationTarget.find(argument, recursive: recursive)
    } catch {
      return [ValidationTarget.Found(path: argument, target: .failure(error))]
    }
  }
}

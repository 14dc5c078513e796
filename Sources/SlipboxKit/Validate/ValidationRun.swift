internal import SlipFiles
public import SlipBase
public import SlipBundle

/// Many bundles and RTF files validated at once, in the order of the arguments; those of one tree by path.
public struct ValidationRun: Sendable {
  public struct Item: Sendable {
    /// The path of the bundle or file, or the argument where there is none.
    public var path: String
    public var result: Result<Validation.Outcome, SlipError>

    public init(path: String, result: Result<Validation.Outcome, SlipError>) {
      self.path = path
      self.result = result
    }
  }

  public var items: [Item]
  /// About the configuration and the baseline, not about what is checked.
  public var notices: [Diagnostic] = []

  public init(items: [Item]) { self.items = items }

  /// What could be checked.
  public var outcomes: [Validation.Outcome] { items.compactMap { try? $0.result.get() } }

  /// What could not be checked, and why.
  public var failures: [(path: String, error: SlipError)] {
    items.compactMap { item in
      if case .failure(let error) = item.result { (item.path, error) } else { nil }
    }
  }

  /// There is a finding of this severity or above.
  public func reaches(_ severity: Diagnostic.Severity) -> Bool {
    notices.contains { $0.severity >= severity }
      || outcomes.contains { $0.report.diagnostics.contains { $0.severity >= severity } }
  }

  /// Validates on all cores. What can't be read does not stop the others; what several arguments mean is checked once.
  ///
  /// With `recursive` an argument that is a directory stands for all bundles and all RTF in its tree; without, a
  /// directory that holds no bundle stands for all RTF in its tree.
  public init(
    _ arguments: [String], recursive: Bool = false, options: ValidationOptions = ValidationOptions()
  ) {
    let found = ValidationRun.withoutDuplicates(arguments.flatMap { ValidationRun.targets($0, recursive) })
    var inner = options
    // Few bundles share the cores among their files; many take a core each.
    inner.workers = max(1, options.workers / max(1, found.count))
    let each = inner
    items = Parallel.map(count: found.count, workers: options.workers) { index in
      switch found[index].target {
      case .failure(let error): Item(path: found[index].path, result: .failure(error))
      case .success(let target):
        Item(path: target.path, result: Result { () throws(SlipError) in try Validation.run(target, each) })
      }
    }
  }

  /// Each where it comes first: several files of one bundle may be named.
  private static func withoutDuplicates(_ found: [ValidationTarget.Found]) -> [ValidationTarget.Found] {
    var seen: Set<String> = []
    return found.filter { seen.insert(FileSystem.realPath($0.path) ?? $0.path).inserted }
  }

  private static func targets(_ argument: String, _ recursive: Bool) -> [ValidationTarget.Found] {
    do throws(SlipError) {
      return try ValidationTarget.find(argument, recursive: recursive)
    } catch {
      return [ValidationTarget.Found(path: argument, target: .failure(error))]
    }
  }
}

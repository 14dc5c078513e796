internal import SlipFiles
public import SlipBase
public import SlipBatch

/// The entries of one directory, for an import of each; hidden ones are left out.
public struct ImportEntries: WorkSource {
  private var search: TreeSearch
  private let prefix: String

  /// - Throws: Where the directory can't be read.
  public init(_ directory: String) throws(SlipError) {
    prefix = directory.hasSuffix("/") ? directory : directory + "/"
    search = try TreeSearch(DirectoryHandle(directory), skips: ImportEntries.isHidden) { _ in .take }
  }

  public mutating func next() -> WorkItem? {
    switch search.next() {
    case .found(let path, _): WorkItem(path: prefix + path, relativePath: path)
    case .trouble(let path, let error): WorkItem(path: prefix + path, relativePath: path, problem: error)
    case nil: nil
    }
  }

  /// As `SkippedFile.Reason.hidden` has it.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") || name.hasPrefix("~$") }
}

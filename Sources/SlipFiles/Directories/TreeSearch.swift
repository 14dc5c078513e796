public import SlipBase

/// Searches a directory tree for things that a closure decides on, one finding at a time.
///
/// Unlike `DirectoryWalker` it looks at an entry only when its turn comes, so a search of a huge
/// tree begins at once. The entries of a directory come in bytewise order of their names. Links are
/// neither followed nor found.
///
///     var search = try TreeSearch(root) { $0.status.kind == .directory ? .enter : .take }
///     while let finding = search.next() { … }
public struct TreeSearch {
  /// Something in the tree on which the closure has to decide.
  public struct Candidate {
    /// The path relative to the root, with `/` between components.
    public var path: String
    /// The last component of the path.
    public var name: String
    /// Facts about it: it is a regular file or a directory.
    public var status: FileStatus
    /// The opened directory; nil for a file.
    public var directory: DirectoryHandle?
  }

  /// What is to be done with a candidate.
  public enum Decision {
    /// Go on without it. A directory is not entered.
    case pass
    /// Report it. A directory is not entered.
    case take
    /// Search the directory; the same as `pass` for a file.
    case enter
  }

  /// What the search reports.
  public enum Finding {
    /// Something that the closure took, with its path relative to the root.
    case found(path: String, FileStatus)
    /// A place that could not be searched, and why. The search continues after it.
    case trouble(path: String, SlipError)
  }

  /// A directory on the way from the root to the current entry.
  private struct Frame {
    var directory: DirectoryHandle
    var listing: DirectoryListing
    /// The directory's relative path with `/` at its end; empty for the root.
    var prefix: String
    /// The index of the entry that is visited next.
    var next = 0
  }

  /// The directories from the root to the current one.
  private var stack: [Frame] = []
  /// How many directories below the root are entered one within the other.
  private let depthLimit: Int
  /// Whether a path is left out.
  private let skips: @Sendable (String) -> Bool
  /// Decides on each file and directory.
  private let decide: @Sendable (Candidate) throws(SlipError) -> Decision

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - root: The directory that is searched. It is no candidate itself.
  ///   - depthLimit: The largest number of nested directories below the root. A deeper one is
  ///     reported as trouble.
  ///   - skips: Called with each path before anything else is done with it. Paths for which it
  ///     returns true are left out.
  ///   - decide: Called with each file and directory. An error that it throws is reported as
  ///     trouble.
  /// - Throws: `SlipError` where the root can't be read.
  public init(
    _ root: DirectoryHandle, depthLimit: Int = 64,
    skips: @escaping @Sendable (String) -> Bool = { _ in false },
    decide: @escaping @Sendable (Candidate) throws(SlipError) -> Decision
  ) throws(SlipError) {
    self.depthLimit = depthLimit
    self.skips = skips
    self.decide = decide
    try enter(root, prefix: "")
  }

  /// The next finding; nil at the end.
  public mutating func next() -> Finding? {
    while !stack.isEmpty {
      let top = stack.count - 1
      guard stack[top].next < stack[top].listing.names.count else {
        stack.removeLast()
        continue
      }
      let name = stack[top].listing.names[stack[top].next]
      stack[top].next += 1
      if let finding = visit(name, in: stack[top]) { return finding }
    }
    return nil
  }

  /// What is to be reported for an entry; nil for nothing.
  private mutating func visit(_ entry: DirectoryListing.Name, in frame: Frame) -> Finding? {
    guard let name = frame.listing.text(entry) else { return unreadableName(entry, in: frame) }
    let path = frame.prefix + name
    guard !skips(path) else { return nil }
    do throws(SlipError) {
      // An entry that has vanished since the listing counts as absent.
      guard let status = try frame.listing.status(entry, in: frame.directory) else { return nil }
      switch status.kind {
      case .symlink, .special: return nil
      case .file:
        let candidate = Candidate(path: path, name: name, status: status, directory: nil)
        if case .take = try decide(candidate) { return .found(path: path, status) }
        return nil
      case .directory:
        let directory = try frame.directory.openDirectory(name)
        switch try decide(Candidate(path: path, name: name, status: status, directory: directory)) {
        case .pass: return nil
        case .take: return .found(path: path, status)
        case .enter:
          guard stack.count <= depthLimit else { throw tooDeep }
          try enter(directory, prefix: path + "/")
          return nil
        }
      }
    } catch {
      return .trouble(path: path, error)
    }
  }

  /// The finding for a name that isn't UTF-8.
  private func unreadableName(_ entry: DirectoryListing.Name, in frame: Frame) -> Finding? {
    let path = frame.prefix + frame.listing.shownText(entry)
    guard !skips(path) else { return nil }
    return .trouble(
      path: path,
      SlipError(
        .badInput, code: FileCode.nameNotUnicode, "The name is not UTF-8, so this entry is skipped."))
  }

  /// The error for a directory beyond the depth limit.
  private var tooDeep: SlipError {
    SlipError(.badInput, code: FileCode.tooDeep, "Directories are nested deeper than \(depthLimit).")
  }

  /// Reads a directory and puts it on the stack.
  private mutating func enter(_ directory: DirectoryHandle, prefix: String) throws(SlipError) {
    var listing = try DirectoryListing(directory)
    listing.sort()
    stack.append(Frame(directory: directory, listing: listing, prefix: prefix))
  }
}

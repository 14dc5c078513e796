public import SlipBase

/// Looks for certain things in a directory tree, one at a time: names are read when a directory is entered, facts only
/// when their turn comes, so that a tree of any size starts at once. Entries of a directory come bytewise by name.
/// Links are neither followed nor found.
public struct TreeSearch {
  /// Something that lies in the tree.
  public struct Candidate {
    /// Relative to the root, `/` between components.
    public var path: String
    public var name: String
    public var status: FileStatus
    /// For a directory that could be opened.
    public var directory: DirectoryHandle?
  }

  public enum Decision {
    case pass
    case take
    /// Look into it; the same as `pass` for a file.
    case enter
  }

  public enum Finding {
    /// What was taken.
    case found(path: String, FileStatus)
    /// A place where the search could not go on.
    case trouble(path: String, SlipError)
  }

  private struct Frame {
    var directory: DirectoryHandle
    var listing: DirectoryListing
    /// With `/` at its end; empty for the root.
    var prefix: String
    var next = 0
  }

  private var stack: [Frame] = []
  private let depthLimit: Int
  private let skips: @Sendable (String) -> Bool
  private let decide: @Sendable (Candidate) throws(SlipError) -> Decision

  /// `skips` is asked for each path before anything else is done with it. Depth counts directories below the root.
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

  private mutating func visit(_ entry: DirectoryListing.Name, in frame: Frame) -> Finding? {
    guard let name = frame.listing.text(entry) else { return unreadableName(entry, in: frame) }
    let path = frame.prefix + name
    guard !skips(path) else { return nil }
    do throws(SlipError) {
      // What vanished since the listing isn't there.
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

  private func unreadableName(_ entry: DirectoryListing.Name, in frame: Frame) -> Finding? {
    let path = frame.prefix + frame.listing.shownText(entry)
    guard !skips(path) else { return nil }
    return .trouble(
      path: path,
      SlipError(.badInput, code: FileFault.nameNotUnicode, "The name is not UTF-8; nothing is done here."))
  }

  private var tooDeep: SlipError {
    SlipError(.badInput, code: FileFault.tooDeep, "Directories are nested deeper than \(depthLimit).")
  }

  private mutating func enter(_ directory: DirectoryHandle, prefix: String) throws(SlipError) {
    var listing = try DirectoryListing(directory)
    listing.sort()
    stack.append(Frame(directory: directory, listing: listing, prefix: prefix))
  }
}

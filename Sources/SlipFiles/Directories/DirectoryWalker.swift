public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Walks a directory tree: entries in bytewise order of their whole relative paths, one directory in memory at a time
/// (with those above it). Links and special files are reported, never followed.
public struct DirectoryWalker {
  public struct Entry: Sendable {
    /// Relative to the root, `/` between components; with bytes as `\xE9` where `problem` is `nameNotUnicode`.
    public var path: String
    /// Of kind `special` where `problem` is `unknown`.
    public var status: FileStatus
    public var problem: Problem?
    /// The path's bytes where they are not UTF-8; those of the folders are.
    public var systemPath: [UInt8]?
  }

  /// Why an entry can't be used as it is; the walk goes on behind it.
  public enum Problem: Sendable, Hashable {
    /// The name is not UTF-8; a directory of such a name is not entered.
    case nameNotUnicode
    /// A directory deeper than the limit, not entered.
    case tooDeep
    /// A directory that can't be read.
    case unreadable(SlipError)
    /// The system can't say what it is, or whether it is there at all.
    case unknown(SlipError)

    /// Why the walk has a hole here; nil where it only can't use the name or goes no deeper.
    public var error: SlipError? {
      switch self {
      case .unreadable(let error), .unknown(let error): error
      case .nameNotUnicode, .tooDeep: nil
      }
    }
  }

  private struct Item {
    var name: DirectoryListing.Name
    var status: FileStatus
    /// Why there are no facts.
    var fault: SlipError?
    /// Stands where the directory's contents stand in the order, behind names such as `a-b` for `a`.
    var isContents: Bool
  }

  private struct Frame {
    var directory: DirectoryHandle
    var listing: DirectoryListing
    var prefix: String
    var items: [Item]
    var next = 0
  }

  private var stack: [Frame] = []
  private let depthLimit: Int
  private let skips: @Sendable (String) -> Bool

  /// `skips` is asked for each name; what it holds back is neither reported nor entered. Depth counts directories
  /// below the root; one descriptor is open for each.
  public init(
    _ root: DirectoryHandle, depthLimit: Int = 128,
    skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(SlipError) {
    self.depthLimit = depthLimit
    self.skips = skips
    try enter(root, prefix: "")
  }

  public init(
    _ path: String, depthLimit: Int = 128, skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(SlipError) {
    try self.init(try DirectoryHandle(path), depthLimit: depthLimit, skips: skips)
  }

  /// The next entry; nil at the end. Directories come before their contents.
  public mutating func next() -> Entry? {
    while !stack.isEmpty {
      let top = stack.count - 1
      guard stack[top].next < stack[top].items.count else {
        stack.removeLast()
        continue
      }
      let item = stack[top].items[stack[top].next]
      stack[top].next += 1
      if let entry = visit(item, in: stack[top]) { return entry }
    }
    return nil
  }

  private mutating func visit(_ item: Item, in frame: Frame) -> Entry? {
    guard let name = frame.listing.text(item.name) else {
      return Entry(
        path: frame.prefix + frame.listing.shownText(item.name), status: item.status,
        problem: item.fault.map { .unknown($0) } ?? .nameNotUnicode,
        systemPath: Array(frame.prefix.utf8) + frame.listing.systemName(item.name))
    }
    let path = frame.prefix + name
    if let fault = item.fault { return Entry(path: path, status: item.status, problem: .unknown(fault)) }
    guard item.isContents else { return Entry(path: path, status: item.status, problem: nil) }
    guard stack.count <= depthLimit else { return Entry(path: path, status: item.status, problem: .tooDeep) }
    do throws(SlipError) {
      try enter(frame.directory.openDirectory(name), prefix: path + "/")
      return nil
    } catch {
      return Entry(path: path, status: item.status, problem: .unreadable(error))
    }
  }

  private mutating func enter(_ directory: DirectoryHandle, prefix: String) throws(SlipError) {
    let listing = try DirectoryListing(directory)
    var items: [Item] = []
    items.reserveCapacity(listing.names.count)
    for (name, result) in zip(listing.names, listing.statuses(in: directory)) {
      let text = listing.text(name)
      if let text, skips(text) { continue }
      let status: FileStatus
      do throws(SlipError) {
        // What vanished since the listing isn't there.
        guard let found = try result.get() else { continue }
        status = found
      } catch {
        items.append(Item(name: name, status: .unknown, fault: error, isContents: false))
        continue
      }
      items.append(Item(name: name, status: status, isContents: false))
      if status.kind == .directory, text != nil {
        items.append(Item(name: name, status: status, isContents: true))
      }
    }
    items.sort { listing.precedes($0.name, slashed: $0.isContents, $1.name, slashed: $1.isContents) }
    stack.append(Frame(directory: directory, listing: listing, prefix: prefix, items: items))
  }
}

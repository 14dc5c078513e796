public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Walks a directory tree, one entry at a time.
///
/// Entries come in bytewise order of their whole relative paths, each directory before its
/// contents, so that two walks of equal trees give equal sequences: `a`, `a-b`, `a/c`, `b`. Links
/// and special files are reported, never followed. Only the directories on the way to the current
/// entry are in memory, so memory depends on the size of single directories, not of the tree.
///
///     var walker = try DirectoryWalker(root)
///     while let entry = walker.next() {
///         if let error = entry.problem?.error { throw error }
///         …
///     }
///
/// An entry that can't be used carries a `problem`, and the walk continues after it.
public struct DirectoryWalker {
  /// A file, directory or other thing in the tree.
  public struct Entry: Sendable {
    /// The path relative to the root, with `/` between components. Where the name isn't UTF-8, its
    /// other bytes are written as `\xE9`.
    public var path: String
    /// Facts about the entry. Of kind `special` where the problem is `unknown`.
    public var status: FileStatus
    /// Why the entry can't be used; nil for a sound one.
    public var problem: Problem?
    /// The path's bytes where the name is not UTF-8, by which the file can be opened all the same;
    /// nil elsewhere.
    public var systemPath: [UInt8]?

    /// The path with a name that isn't UTF-8 decoded as Latin-1; nil for other names.
    ///
    /// Two files may have the same path then: `caf\u{E9}` in Latin-1 and in UTF-8.
    public var latin1Path: String? {
      guard let bytes = systemPath, problem == .nameNotUnicode else { return nil }
      let name = bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
      let text = String(String.UnicodeScalarView(bytes[name...].map { Unicode.Scalar($0) }))
      return String(decoding: bytes[..<name], as: UTF8.self) + text
    }
  }

  /// Why an entry can't be used as it is.
  public enum Problem: Sendable, Hashable {
    /// The name isn't UTF-8. A directory with such a name is not entered.
    case nameNotUnicode
    /// The directory is deeper than the limit and was not entered.
    case tooDeep
    /// The directory can't be read.
    case unreadable(SlipError)
    /// The system can't say what the entry is, or whether it exists at all.
    case unknown(SlipError)

    /// The error that leaves a hole in the walk; nil for the other problems, where the walk knows
    /// what it left out.
    public var error: SlipError? {
      switch self {
      case .unreadable(let error), .unknown(let error): error
      case .nameNotUnicode, .tooDeep: nil
      }
    }
  }

  /// An entry of a directory that is still to be visited. A directory has two items: itself, and
  /// its contents.
  private struct Item {
    var name: DirectoryListing.Name
    var status: FileStatus
    /// Why there are no facts about the entry; nil where there are.
    var fault: SlipError?
    /// Whether this item stands for a directory's contents. They come after names such as `a-b` for
    /// the directory `a`.
    var isContents: Bool
  }

  /// A directory on the way from the root to the current entry.
  private struct Frame {
    var directory: DirectoryHandle
    var listing: DirectoryListing
    /// The directory's relative path with `/` at its end; empty for the root.
    var prefix: String
    var items: [Item]
    /// The index of the item that is visited next.
    var next = 0
  }

  /// The directories from the root to the current one.
  private var stack: [Frame] = []
  /// How many directories below the root are entered one within the other.
  private let depthLimit: Int
  /// Whether entries of a name are left out.
  private let skips: @Sendable (String) -> Bool

  /// Begins a walk.
  ///
  /// - Parameters:
  ///   - root: The directory whose contents are walked. It is no entry itself.
  ///   - depthLimit: The largest number of nested directories below the root. Each of them needs an
  ///     open descriptor.
  ///   - skips: Called with each name. Entries for which it returns true are neither reported nor
  ///     entered.
  /// - Throws: `SlipError` where the root can't be read.
  public init(
    _ root: DirectoryHandle, depthLimit: Int = 128,
    skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(SlipError) {
    self.depthLimit = depthLimit
    self.skips = skips
    try enter(root, prefix: "")
  }

  /// Begins a walk of the directory at a path. Links in the path itself are followed.
  public init(
    _ path: String, depthLimit: Int = 128, skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(SlipError) {
    try self.init(try DirectoryHandle(path), depthLimit: depthLimit, skips: skips)
  }

  /// The next entry; nil at the end. A directory comes before its contents.
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

  /// The entry to be reported for an item; nil where the item is a directory's contents, which was
  /// entered.
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

  /// Reads a directory and puts it on the stack.
  private mutating func enter(_ directory: DirectoryHandle, prefix: String) throws(SlipError) {
    let listing = try DirectoryListing(directory)
    var items: [Item] = []
    items.reserveCapacity(listing.names.count)
    for (name, result) in zip(listing.names, listing.statuses(in: directory)) {
      let text = listing.text(name)
      if let text, skips(text) { continue }
      let status: FileStatus
      do throws(SlipError) {
        // An entry that has vanished since the listing counts as absent.
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

internal import SlipBundle
internal import SlipFiles
internal import SlipNotes
internal import SlipIndex
internal import SlipBase

/// What the cache knows of the bundles that it has files of: where they are, so that files of bundles that are gone are
/// removed, and whether they were searched, so that a second search makes an index.
///
/// All of this is a cache: where it can't be read or written, nothing is lost but time. So errors are left aside.
extension IndexCache {
  /// What is known of a bundle.
  struct Record {
    /// What was done to the bundle.
    enum State: String {
      /// Nothing that matters here.
      case known
      /// It was searched without an index.
      case searched
      /// Its index was removed on request, so that none is made without being asked.
      case dropped
    }

    /// The path of the bundle.
    var path: String
    /// What was done to it.
    var state: State

    /// The contents of a file: the state and the path, each on its line.
    var bytes: [UInt8] { Array("\(state.rawValue)\n\(path)\n".utf8) }

    /// Describes a bundle.
    init(path: String, state: State) { (self.path, self.state) = (path, state) }

    /// Reads a file; nil for anything else.
    init?(_ bytes: [UInt8]) {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
      guard lines.count == 2, let state = State(rawValue: String(lines[0])), lines[1].hasPrefix("/"),
        lines[1].hasSuffix("\n")
      else { return nil }
      self.init(path: String(lines[1].dropLast()), state: state)
    }
  }

  /// From this many notes on, a bundle that is searched a second time gets an index.
  static let manyNotes = 2_000
  /// The most bytes of all indexes together. Those that were changed longest ago go first.
  private static let mostBytes = 8 << 30
  /// The longest record that is read.
  private static let recordBytes = 1 << 16

  /// The suffix of records.
  private static let suffix = "box"

  /// What is known of a bundle; nil for nothing.
  func record(of location: BundleLocation) -> Record? {
    record(at: path(of: location, suffix: IndexCache.suffix))
  }

  /// What a file says of a bundle.
  private func record(at path: String) -> Record? {
    guard let bytes = try? FileSystem.readStart(of: path, count: IndexCache.recordBytes) else { return nil }
    return Record(bytes)
  }

  /// Notes what was done to a bundle. Where the cache knows it for the first time, files of bundles that are gone are
  /// removed.
  func note(_ state: Record.State, of location: BundleLocation) {
    let old = record(of: location)
    guard old?.state != state else { return }
    guard (try? create()) != nil else { return }
    let real = FileSystem.realPath(location.path) ?? location.path
    let record = Record(path: real, state: state)
    try? FileSystem.writeFileAtomically(path(of: location, suffix: IndexCache.suffix), record.bytes)
    if old == nil { sweep() }
  }

  /// Forgets what was done to a bundle, as the cache has no more files of it.
  func forget(_ location: BundleLocation) {
    guard record(of: location) != nil else { return }
    try? FileSystem.remove(path(of: location, suffix: IndexCache.suffix))
  }

  /// Notes where a bundle is that the cache has files of.
  func noteBundle(_ bundle: String) {
    let location = BundleLocation(path: bundle, kind: .directory)
    if record(of: location) == nil { note(.known, of: location) }
  }

  /// Whether a bundle without an index gets one before it is searched: it has been searched before.
  func isIndexWanted(_ location: BundleLocation) -> Bool {
    record(of: location)?.state == .searched && !hasIndex(location)
  }

  /// Notes that a bundle was searched without an index.
  func noteSearch(of location: BundleLocation, notes: Int) {
    guard notes > IndexCache.manyNotes, record(of: location)?.state != .dropped else { return }
    note(.searched, of: location)
  }

  /// Removes what the cache has of bundles that are gone, and the oldest indexes where all take too much room.
  private func sweep() {
    guard let folder = try? DirectoryHandle(directory), let names = try? folder.names() else { return }
    var indexes: [(path: String, status: FileStatus)] = []
    for name in names {
      let path = "\(directory)/\(name)"
      if name.hasSuffix(".index"), let status = try? FileSystem.status(path) {
        indexes.append((path, status))
      }
      guard name.hasSuffix("." + IndexCache.suffix), let record = record(at: path) else { continue }
      // What can't be examined may be there.
      do throws(SlipError) {
        if try FileSystem.status(record.path) != nil { continue }
      } catch {
        continue
      }
      let stem = path.dropLast(IndexCache.suffix.utf8.count + 1)
      for suffix in ["index", "files"] { IndexWriter.discard("\(stem).\(suffix)") }
      for pages in ["\(stem).site", "\(stem).page"] where (try? FileSystem.status(pages)) != nil {
        try? FileSystem.remove(pages)
      }
      try? FileSystem.remove(path)
    }
    var bytes = indexes.reduce(0) { $0 + $1.status.length }
    for index in indexes.sorted(by: { $0.status.modified < $1.status.modified })
    where bytes > IndexCache.mostBytes {
      IndexWriter.discard(index.path)
      bytes -= index.status.length
    }
  }
}

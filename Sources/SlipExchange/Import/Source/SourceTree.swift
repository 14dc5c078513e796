public import SlipBase
public import SlipFiles

/// The files of a container, wherever they are: one file, a folder, or an archive.
///
/// A source sees only this, so a project is read the same way from a folder and from a ZIP of it.
///
/// ```swift
/// let tree = try SourceTree.open("Novel.scriv")
/// for file in tree.files where file.path.hasSuffix(".rtf") { print(file.path, file.length) }
/// let text = try tree.read("Files/Docs/3.rtf")
/// ```
///
/// Paths are those of the container, and none leads out of it: archives with such paths are refused, or the files left out;
/// symbolic links are never followed. Content is read when it is asked for.
public struct SourceTree: Sendable {
  /// What the container is.
  public enum Form: Sendable, Hashable, CaseIterable {
    /// One file, which is no archive.
    case file
    /// A folder.
    case folder
    /// An archive of files: ZIP or tar.
    case archive
  }

  /// A file in it.
  public struct File: Sendable, Hashable {
    /// The path with `/` between names. It never leads out of the container.
    public var path: String
    /// The length in bytes.
    public var length: Int
    /// When it was last modified; nil when unknown.
    public var modified: Timestamp?
    /// The time that a ZIP gives for it, as if its clock showed UTC; nil elsewhere. Most programs write that of the export there.
    public var entryTime: Timestamp?

    /// Creates a file.
    public init(path: String, length: Int, modified: Timestamp? = nil) {
      (self.path, self.length, self.modified) = (path, length, modified)
    }

    /// The last name of the path.
    public var name: Substring { path.lastName }
  }

  /// The container's file name.
  public let name: String
  /// What the container is.
  public let form: Form
  /// The files, in bytewise order of their paths.
  public let files: [File]
  /// Folders, with or without files, in bytewise order of their paths. An archive lists those with files only.
  public let folders: [String]
  /// What is there but is never read, such as symbolic links.
  public let unreadable: [String]
  /// Files and folders that are there but can't be read. It isn't known what is in them.
  public let failed: [ReadFaults.Fault]
  /// What turned out to be unreadable while the tree was read.
  public let faults = ReadFaults()
  /// The number of the code page by which the names of an archive were decoded; nil where they are UTF-8.
  public var nameCodePage: Int?
  /// Gives a file that lies in a folder beside the container, by its path from there; nil where there is none.
  ///
  /// Some programs leave pictures beside their file. Only regular files are given, and none through a link. One that can't be
  /// read isn't given either, and is noted in `faults`.
  public var neighbour: @Sendable (String) -> [UInt8]? = { _ in nil }
  /// The places of files by path.
  private let places: [String: Int]
  /// The places of files by folded path.
  private let folded: Deferred<[String: [Int]]>
  /// Gives the bytes of a file.
  private let open: @Sendable (Int) throws(SlipError) -> FileBytes

  /// Creates a tree.
  ///
  /// - Parameter open: Gives the bytes of the file at a place of `files`, which must be in bytewise order.
  package init(
    name: String, form: Form, files: [File], folders: [String] = [], unreadable: [String] = [],
    failed: [ReadFaults.Fault] = [], open: @escaping @Sendable (Int) throws(SlipError) -> FileBytes
  ) {
    let placeholders = form == .file ? [:] : CloudPlaceholder.all(in: files.map(\.path))
    let left = files.indices.filter { placeholders[$0] == nil }
    let all = files
    let files = placeholders.isEmpty ? all : left.map { all[$0] }
    self.name = name
    self.form = form
    self.files = files
    self.folders = folders
    self.unreadable = unreadable
    self.failed =
      failed + placeholders.sorted { $0.key < $1.key }.map { CloudPlaceholder.fault(of: $0.value, in: name) }
    if placeholders.isEmpty {
      self.open = open
    } else {
      self.open = { place throws(SlipError) in try open(left[place]) }
    }
    let places = Dictionary(
      files.indices.map { (files[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
    self.places = places
    folded = Deferred {
      Dictionary(grouping: files.indices, by: { TextFolding.caseFolded(files[$0].path) })
    }
  }

  /// The same container under another name; that of a single file is also the file's path.
  package func named(_ name: String) -> SourceTree {
    var files = files
    if form == .file { for place in files.indices { files[place].path = name } }
    var tree = SourceTree(
      name: name, form: form, files: files, folders: folders, unreadable: unreadable, failed: failed,
      open: open)
    (tree.neighbour, tree.nameCodePage) = (neighbour, nameCodePage)
    return tree
  }

  /// The finding that the names of an archive aren't UTF-8; nil where they are.
  public var nameFinding: Diagnostic? {
    nameCodePage.map { page in
      Diagnostic(
        code: ExchangeCode.namesDecoded, severity: .info,
        message: "Names in the archive aren't UTF-8. They look like code page \(page) and were read as such.",
        location: SourceLocation())
    }
  }

  /// The container's name without its extension.
  public var stem: String { String(name[...].stem) }

  /// The place of the file at a path; nil where there is none.
  public func place(of path: String) -> Int? { places[path] }

  /// The place of the file at a path, regardless of case and Unicode normalization; the exact path comes first.
  ///
  /// File systems of some desktops ignore case and store another form of Unicode than programs write. So a path that is written
  /// in a note often differs from the one that the archive has.
  public func place(ofAny path: String) -> Int? {
    if let place = places[path] { return place }
    let found = folded.value[TextFolding.caseFolded(path)] ?? []
    return found.first
  }

  /// The bytes of a file, mapped where possible.
  ///
  /// - Throws: `SlipError` where it can't be read, or is larger than a limit.
  public func bytes(at place: Int) throws(SlipError) -> FileBytes {
    do throws(SlipError) {
      let bytes = try open(place)
      if bytes.isHollow { throw SourceTree.hollow(files[place].path) }
      return bytes
    } catch {
      var error = error
      if form != .file { error.location = SourceLocation(file: name + "/" + files[place].path) }
      faults.note(files[place].path, error)
      throw error
    }
  }

  /// The bytes of a file that a source can do without; nil for one that is damaged or can't be read.
  ///
  /// One that can't be read is noted in `faults`, so that it doesn't count as absent.
  package func soundBytes(at place: Int) -> FileBytes? {
    do throws(SlipError) { return try bytes(at: place) } catch { return nil }
  }

  /// The bytes of the file at a path that a source can do without; nil where there is none, or where it is damaged or can't be
  /// read. The latter is noted in `faults`.
  package func soundBytes(of path: String) -> FileBytes? { places[path].flatMap { soundBytes(at: $0) } }

  /// The bytes of a file that a text shows or names; nil for one that is damaged, can't be read, or has no bytes although its
  /// kind always has some. Whoever asks reports it as missing: it may be a file that wasn't written or downloaded to its end.
  package func shownBytes(at place: Int) -> [UInt8]? {
    guard let bytes = soundBytes(at: place)?.array else { return nil }
    return bytes.isEmpty && !SourceTree.mayBeEmpty.contains(files[place].path.suffixName) ? nil : bytes
  }

  /// Extensions of files that people keep although nothing is in them.
  private static let mayBeEmpty: Set<String> = [
    "", "cfg", "css", "csv", "ini", "js", "log", "markdown", "md", "org", "py", "sh", "txt",
  ]

  /// The error for a file that has only zeros, as one has of which the system wrote no more than the length.
  private static func hollow(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: ExchangeCode.pieceDamaged,
      "The file has only zeros: it is damaged, or was never downloaded.", at: SourceLocation(file: path))
  }

  /// The files that are damaged, by their places. All files are read for that.
  public var damagedFiles: [Int: SlipError] {
    var found: [Int: SlipError] = [:]
    for place in files.indices {
      do throws(SlipError) { _ = try bytes(at: place) } catch {
        if error.kind == .badInput { found[place] = error }
      }
    }
    return found
  }

  /// The same tree without some of its files, which count as those that can't be read.
  public func without(_ lost: [Int: SlipError]) -> SourceTree {
    guard !lost.isEmpty else { return self }
    let left = files.indices.filter { lost[$0] == nil }
    let open = open
    let added = lost.sorted { $0.key < $1.key }.map {
      ReadFaults.Fault(path: files[$0.key].path, error: $0.value)
    }
    var tree = SourceTree(
      name: name, form: form, files: left.map { files[$0] }, folders: folders, unreadable: unreadable,
      failed: failed + added
    ) { place throws(SlipError) in try open(left[place]) }
    (tree.nameCodePage, tree.neighbour) = (nameCodePage, neighbour)
    return tree
  }

  /// The same tree without the files and folders at these paths and below them.
  package func without(below paths: [String]) -> SourceTree {
    guard !paths.isEmpty else { return self }
    let gone = Set(paths)
    return selecting(name) { path in
      var path = path[...]
      while !path.isEmpty {
        if gone.contains(String(path)) { return nil }
        path = path.parentPath
      }
      return 0
    }
  }

  /// The tree of a folder.
  package func below(_ folder: String) -> SourceTree {
    selecting(String(folder.lastName)) { $0.hasPrefix(folder + "/") ? folder.count + 1 : nil }
  }

  /// A tree of some of the files and folders.
  ///
  /// - Parameter take: How many characters of a path are left out at its beginning; nil leaves it out as a whole.
  private func selecting(_ name: String, _ take: (String) -> Int?) -> SourceTree {
    let left = files.indices.compactMap { place in take(files[place].path).map { (place: place, cut: $0) } }
    let open = open
    var tree = SourceTree(
      name: name, form: form,
      files: left.map { place, cut in
        var file = files[place]
        file.path = String(file.path.dropFirst(cut))
        return file
      },
      folders: folders.compactMap { path in take(path).map { String(path.dropFirst($0)) } },
      unreadable: unreadable, failed: failed
    ) { place throws(SlipError) in try open(left[place].place) }
    (tree.nameCodePage, tree.neighbour) = (nameCodePage, neighbour)
    return tree
  }

  /// The bytes of a file as an array; nil where there is no such file.
  public func read(_ path: String) throws(SlipError) -> [UInt8]? {
    guard let place = places[path] else { return nil }
    return try bytes(at: place).array
  }

  /// The files directly in a folder, `""` for the top.
  package func files(in folder: String) -> [File] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    return files.filter { $0.path.hasPrefix(prefix) && !$0.path.dropFirst(prefix.count).contains("/") }
  }

  /// The folder that everything lies in, as archives often have one; `""` where there is none.
  ///
  /// What desktops add (`__MACOSX`, `.DS_Store`) doesn't count.
  ///
  /// ```
  /// Notes.scriv/Notes.scrivx, Notes.scriv/Files/…   ->   "Notes.scriv"
  /// a.md, b/c.md                                   ->   ""
  /// ```
  package var top: String {
    guard form == .archive else { return "" }
    var top: Substring?
    for file in files where !file.isClutter {
      guard let slash = file.path.firstIndex(of: "/") else { return "" }
      let first = file.path[..<slash]
      if let top, top != first { return "" }
      top = first
    }
    return top.map(String.init) ?? ""
  }

  /// The same with a slash at its end, as paths begin with it; `""` where there is none. O(n) for an archive.
  package var topPath: String {
    let top = top
    return top.isEmpty ? "" : top + "/"
  }
}

extension SourceTree.File {
  /// Whether the file or a folder that it lies in is hidden: its name begins with a dot.
  package var isHidden: Bool { path.hasPrefix(".") || path.contains("/.") }

  /// Whether a desktop made the file, and no program that writes notes.
  package var isClutter: Bool {
    let name = name
    return path.hasPrefix("__MACOSX/") || name == ".DS_Store" || name.hasPrefix("._") || name == "Thumbs.db"
      || name == "desktop.ini"
  }
}

/// Paths in containers.
extension BidirectionalCollection where Self: StringProtocol, SubSequence == Substring {
  /// The last name of a path.
  package var lastName: Substring {
    lastIndex(of: "/").map { self[index(after: $0)...] } ?? self[...]
  }

  /// The path without its last name and the slash before it; empty for a single name.
  package var parentPath: Substring { lastIndex(of: "/").map { self[..<$0] } ?? "" }

  /// A file name without its last extension; names that only begin with a dot have none.
  package var stem: Substring {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return self[...] }
    return self[..<dot]
  }

  /// The extension of the last name of a path, in lower case; empty for none.
  package var suffixName: String {
    let name = lastName
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}

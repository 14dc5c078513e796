internal import SlipBase
package import SlipFiles
internal import SlipFormats
internal import SlipRTF
internal import SlipRTFD

extension ImportScan {
  /// Walks the tree and decides about each entry.
  ///
  /// Archives come last, since several may be the parts of one.
  mutating func walk(
    _ scanner: ImportScanner, _ seen: (Int) throws(SlipError) -> Void
  ) throws(SlipError) {
    let sources = scanner.sources
    var walker = try DirectoryWalker(root)
    var bundles: Set<String> = []
    var archives: [String: FileStatus] = [:]
    var count = 0
    while let entry = walker.next() {
      count += 1
      if count.isMultiple(of: 1_000) { try seen(count) }
      // What is in a directory that was left out is not listed on its own.
      if isInSkippedDirectory(entry.path) || ImportScan.isIn(bundles, entry.path) { continue }
      // The contents of a directory may come as an entry of their own.
      if bundles.contains(entry.path) { continue }
      if entry.problem == nil, !isHidden(entry.path), isTaken(asWhole: entry.path, entry.status.kind, sources)
      {
        bundles.insert(entry.path)
        continue
      }
      if entry.status.kind == .file, entry.problem == nil, isArchive(entry.path, sources) {
        archives[entry.path] = entry.status
      } else if entry.status.kind == .file, let path = entry.latin1Path {
        let count = files.count
        take(path, entry.status, sources)
        if files.count > count { files[count].systemPath = entry.systemPath }
      } else {
        take(entry.path, entry.status, sources, entry.problem)
      }
    }
    for group in ArchiveParts.groups(of: archives.keys.sorted()) {
      take(archives: group, archives, scanner, isGiven: false)
    }
    if !archives.isEmpty { sort() }
    distinguishTwins()
  }

  /// Whether a file is worth a look as an archive.
  private func isArchive(_ path: String, _ sources: SourceTable) -> Bool {
    let name = path.lastName.lowercased()
    return (ImportScan.unpackable.contains(name.suffixName) || name.hasSuffix(".tar.gz"))
      && !ImportScan.isHidden(path.lastName) && sources.mayBeContainer(file: name)
  }

  /// Adds archives: a container, or what is in them as if it lay in a folder of their name. Archives that aren't parts of one export
  /// are added one by one, and what is none is added like any other file.
  private mutating func take(
    archives paths: [String], _ status: [String: FileStatus], _ scanner: ImportScanner, isGiven: Bool
  ) {
    let first = paths[0]
    do throws(SlipError) {
      let content = try ArchiveScanner(scanner).content(of: paths.map(below), sourceName: sourceName)
      switch content {
      case .container(let found) where isGiven || !found.kind.suffixes.isEmpty:
        containers.append(Container(path: first, kind: found.kind.name))
      case .container, .nothing: skipped.append(SkippedFile(path: first, reason: .archive))
      case .folder(let inner):
        let parent = first.parentPath
        let stem = (parent.isEmpty ? "" : parent + "/") + ArchiveParts.stem(of: first)
        let isTaken = try FileSystem.status(below(stem)) != nil || unpacked.contains { $0.path == stem }
        add(inner, at: isTaken ? first : stem)
      case nil where paths.count > 1:
        for path in paths { take(archives: [path], status, scanner, isGiven: isGiven) }
      case nil:
        if let status = status[first] { take(first, status, scanner.sources, isGiven: isGiven) }
      }
    } catch {
      skipped.append(SkippedFile(path: first, reason: .unreadable(error)))
    }
  }

  /// Whether a file or directory counts as one thing, so that what is in it isn't looked at: a bundle, a container, or a
  /// directory of which it can't be said what it is.
  private mutating func isTaken(
    asWhole path: String, _ kind: FileStatus.Kind, _ sources: SourceTable
  ) -> Bool {
    do throws(SlipError) {
      if try ImportScan.isBundle(below(path), kind) {
        skipped.append(SkippedFile(path: path, isDirectory: kind == .directory, reason: .bundle))
        return true
      }
      guard kind == .directory, try sources.mayBeContainer(below(path), String(path.lastName)),
        let found = try sources.finding(at: below(path), atLeast: .likely)
      else { return false }
      containers.append(Container(path: path, kind: found.kind.name))
    } catch {
      skipped.append(SkippedFile(path: path, isDirectory: true, reason: .unreadable(error)))
    }
    return true
  }

  /// Whether a path is below a hidden directory or a package.
  ///
  /// One entry for the directory is enough. The walk enters it all the same, so its entries are
  /// filtered here.
  private func isInSkippedDirectory(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains {
      ImportScan.isHidden($0) || ImportScan.isPackage($0)
    }
  }

  /// Whether the last name of a path is hidden.
  private func isHidden(_ path: String) -> Bool {
    path.split(separator: "/").last.map(ImportScan.isHidden) ?? false
  }

  /// Whether a path is a slip-box bundle, by its name, or by the two files that every bundle
  /// directory has.
  static func isBundle(_ path: String, _ kind: FileStatus.Kind) throws(SlipError) -> Bool {
    func isFile(_ name: String) throws(SlipError) -> Bool {
      try FileSystem.status(path + "/" + name)?.kind == .file
    }
    let name = path.lowercased()
    switch kind {
    case .directory:
      if name.hasSuffix(".slipbox") { return true }
      guard try isFile("manifest.xml") else { return false }
      return try isFile("mimetype")
    case .file: return name.hasSuffix(".slippack") || name.hasSuffix(".slipbox.xml")
    case .symlink, .special: return false
    }
  }

  /// Whether a path is below one of the directories.
  private static func isIn(_ directories: Set<String>, _ path: String) -> Bool {
    guard !directories.isEmpty else { return false }
    var parent = path[...]
    while let slash = parent.utf8.lastIndex(of: 0x2F) {
      parent = parent[..<slash]
      if directories.contains(String(parent)) { return true }
    }
    return false
  }

  /// Adds a file that the user named and whose name is that of a note, such as `backup.txt`, if its content says that it is a container.
  ///
  /// - Returns: Whether it was added, here or to what is skipped because it can't be read.
  private mutating func takeCertainContainer(_ path: String, _ sources: SourceTable) -> Bool {
    do throws(SlipError) {
      guard let found = try sources.finding(at: below(path), atLeast: .certain) else { return false }
      containers.append(Container(path: path, kind: found.kind.name))
    } catch {
      skipped.append(SkippedFile(path: path, reason: .unreadable(error)))
    }
    return true
  }

  /// Adds a file or package to the files, or to what is skipped.
  ///
  /// - Parameter isGiven: Whether the user named it, and didn't name a directory that contains it.
  mutating func take(
    _ path: String, _ status: FileStatus, _ sources: SourceTable, _ problem: DirectoryWalker.Problem? = nil,
    isGiven: Bool = false
  ) {
    let name = path.split(separator: "/").last ?? ""
    let isDirectory = status.kind == .directory
    if !isDirectory, problem == nil, let target = CloudPlaceholder.target(of: path), !isThere(target) {
      let error = CloudPlaceholder.error(of: below(target))
      return skipped.append(SkippedFile(path: target, reason: .unreadable(error)))
    }
    let reason: SkippedFile.Reason? =
      if let problem { SkippedFile.Reason(problem) } else {
        switch status.kind {
        case .symlink: .symbolicLink
        case .special: .specialFile
        case _ where ImportScan.isHidden(name): .hidden
        case .directory, .file: nil
        }
      }
    let importer = ExchangeTable.importer(forPath: path, isPackage: isDirectory)
    if let reason {
      skipped.append(SkippedFile(path: path, isDirectory: isDirectory, reason: reason))
    } else if isGiven, !isDirectory, importer != nil, takeCertainContainer(path, sources) {
      return
    } else if let importer {
      let (length, modified) = isDirectory ? packageFacts(path, status) : (status.length, status.modified)
      files.append(
        File(
          path: path, length: length, modified: modified, format: importer.name,
          status: isDirectory ? nil : status))
    } else if !isDirectory {
      do throws(SlipError) {
        if isGiven || sources.mayBeContainer(file: path.lastName),
          let found = try sources.finding(at: below(path), atLeast: .possible),
          isGiven || !found.kind.suffixes.isEmpty
        {
          containers.append(Container(path: path, kind: found.kind.name))
        } else {
          try expectSound(path, status, sources)
          try takeByContent(path, status)
        }
      } catch {
        skipped.append(SkippedFile(path: path, reason: .unreadable(error)))
      }
    }
  }

  /// Whether there is something at a path. Where the system can't say, there is.
  private func isThere(_ path: String) -> Bool {
    do throws(SlipError) { return try FileSystem.status(below(path)) != nil } catch { return true }
  }

  /// Extensions of archives, and of compressed files.
  static let archives: Set<String> = [
    "7z", "bz2", "gz", "rar", "tar", "tbz", "tgz", "txz", "xz", "zip", "zst",
  ]

  /// Adds a file that has no importer by its name.
  ///
  /// Many programs name RTF `.doc`, so the first bytes decide about such files. RTFD in one file has no suffix of its own, and
  /// is known by its first bytes under any name.
  ///
  /// - Throws: `SlipError` where its first bytes can't be read.
  private mutating func takeByContent(_ path: String, _ status: FileStatus) throws(SlipError) {
    let start = try FileSystem.readStart(of: below(path), count: 64)
    if start.withUnsafeBytes({ FlatRTFD.isFlat($0) }) {
      files.append(
        File(
          path: path, length: status.length, modified: status.modified, format: Importer.flatRTFD.name))
      return
    }
    guard OtherDocument.isNamedSo(path) else {
      let isArchive = Self.archives.contains(path.suffixName)
      return skipped.append(SkippedFile(path: path, reason: isArchive ? .archive : .unsupportedFormat))
    }
    if !start.withUnsafeBytes({ RTFProbe.isRTF($0) }) {
      return skipped.append(SkippedFile(path: path, reason: .otherDocument))
    }
    files.append(
      File(
        path: path, length: status.length, modified: status.modified, format: Importer.rtf.name,
        status: status
      ))
  }

  /// The total length of a package's files, and the time of the newest one.
  private func packageFacts(_ path: String, _ status: FileStatus) -> (length: Int, modified: Timestamp) {
    var length = 0
    var newest: Timestamp?
    var walker: DirectoryWalker
    do throws(SlipError) { walker = try DirectoryWalker(below(path)) } catch {
      // It is reported when it is imported, for then it is read.
      return (0, status.modified)
    }
    while let entry = walker.next() {
      guard entry.problem == nil, entry.status.kind == .file else { continue }
      length += entry.status.length
      newest = max(newest ?? entry.status.modified, entry.status.modified)
    }
    return (length, newest ?? status.modified)
  }

  /// Whether a name is hidden: it begins with `.` or, as lock files do, with `~$`.
  private static func isHidden(_ name: Substring) -> Bool { name.hasPrefix(".") || name.hasPrefix("~$") }

  /// Whether a directory of this name counts as one document.
  static func isPackage(_ name: Substring) -> Bool {
    ExchangeTable.importer(forPath: String(name), isPackage: true) != nil
  }
}

extension SkippedFile.Reason {
  /// The reason for an entry that can't be examined.
  package init(_ problem: DirectoryWalker.Problem) {
    switch problem {
    case .nameNotUnicode: self = .nameNotUnicode
    case .tooDeep: self = .tooDeep
    case .unreadable(let error), .unknown(let error): self = .unreadable(error)
    }
  }
}

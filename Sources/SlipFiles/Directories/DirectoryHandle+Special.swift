package import SlipBase

extension DirectoryHandle {
  /// The links, pipes and devices in the tree beneath this directory, in bytewise order of their paths.
  ///
  /// A directory says of what kind its entries are. So a tree of many files is looked through by its directories alone, where the file
  /// system tells that. Names that aren't UTF-8 are left out.
  ///
  /// - Parameters:
  ///   - depthLimit: The largest number of nested directories.
  ///   - skips: Called with each name. Entries for which it returns true are left out, with what is in them.
  /// - Throws: `SlipError` where a directory can't be read, or with code `FileCode.tooDeep`.
  package func linksAndSpecialFiles(
    depthLimit: Int = 128, skips: (String) -> Bool = { _ in false }
  ) throws(SlipError) -> [(path: String, kind: FileStatus.Kind)] {
    var found: [(path: String, kind: FileStatus.Kind)] = []
    var rest: [(folder: String?, depth: Int)] = [(nil, 0)]
    while let (folder, depth) = rest.popLast() {
      guard let directory = try present(folder) else { continue }
      let listing = try DirectoryListing(directory)
      for entry in listing.names {
        guard let name = listing.text(entry), !skips(name) else { continue }
        var kind = entry.kind
        if kind == nil { kind = try listing.status(entry, in: directory)?.kind }
        let path = folder.map { $0 + "/" + name } ?? name
        switch kind {
        case .file, nil: continue
        case .symlink: found.append((path, .symlink))
        case .special: found.append((path, .special))
        case .directory:
          guard depth < depthLimit else {
            throw SlipError(
              .badInput, code: FileCode.tooDeep, "Directories are nested too deep.",
              at: SourceLocation(file: self.path(of: path)))
          }
          rest.append((path, depth + 1))
        }
      }
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// A directory beneath this one, or this one itself; nil where it is gone.
  private func present(_ folder: String?) throws(SlipError) -> DirectoryHandle? {
    guard let folder else { return self }
    do throws(SlipError) { return try openDirectory(folder) } catch {
      if error.code == FileCode.missing { return nil }
      throw error
    }
  }
}

internal import SlipFiles
public import SlipBase

extension FilePackage {
  /// Reads a directory with all that lies in it, hidden files included. No symbolic link is followed; links, devices and
  /// names that aren't UTF-8 are left out, and said (`SBXP213`).
  ///
  /// - Parameter limits: `packageFiles` and `packageBytes` count.
  /// - Throws: `SlipError` for what can't be read, or is too much.
  public static func read(
    directory path: String, limits: Limits = Limits(), diagnostics: inout [Diagnostic]
  ) throws(SlipError) -> FilePackage {
    let directory = try DirectoryHandle(path)
    var walker = try DirectoryWalker(directory, depthLimit: 62)
    // The walk goes in the order of the entries.
    var package = FilePackage()
    var (length, left) = (0, 0)
    while let entry = walker.next() {
      switch entry.problem {
      case .unreadable(let error), .unknown(let error): throw error
      case .tooDeep: throw tooLarge("Folders are nested too deeply in the package.", path)
      case .nameNotUnicode:
        left += 1
        continue
      case nil: break
      }
      guard package.entries.count < limits.packageFiles else {
        throw tooLarge("The package has more files than the limit.", path)
      }
      switch entry.status.kind {
      case .directory: package.entries.append(Entry(path: entry.path, bytes: nil))
      case .file:
        length += entry.status.length
        guard length <= limits.packageBytes else {
          throw tooLarge("The package's files are larger than the limit.", path)
        }
        let file = try MappedFile(entry.path, beneath: directory)
        package.entries.append(Entry(path: entry.path, bytes: file.withBytes { Array($0) }))
      case .symlink, .special: left += 1
      }
    }
    if left > 0 {
      diagnostics.append(
        Diagnostic(
          code: RTFDCode.notKept, severity: .warning,
          message: "a symbolic link, a special file or a name that isn't UTF-8 in the package is left out",
          location: SourceLocation(), count: left))
    }
    return package
  }

  private static func tooLarge(_ message: String, _ path: String) -> SlipError {
    SlipError(.badInput, code: RTFDCode.tooLarge, message, at: SourceLocation(file: path))
  }
}

internal import SlipRTF
internal import SlipFiles
public import SlipBase

/// Reading a package from the file system.
extension FilePackage {
  /// Reads a directory with all its contents, including hidden files.
  ///
  /// It follows no symbolic link. Links, devices and names that aren't UTF-8 are left out and reported
  /// (`SBXP213`).
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - limits: `packageFiles` and `packageBytes` apply.
  ///   - diagnostics: receives at most one warning, which counts what was left out.
  /// - Throws: `SlipError` when something can't be read or exceeds a limit (`SBXG212`).
  public static func read(
    directory path: String, limits: Limits = Limits(), diagnostics: inout [Diagnostic]
  ) throws(SlipError) -> FilePackage {
    let directory = try DirectoryHandle(path)
    var walker = try DirectoryWalker(directory, depthLimit: 62)
    // The walker gives entries in the order that `entries` demands, so they are appended.
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

  /// The error for a package that exceeds a limit.
  private static func tooLarge(_ message: String, _ path: String) -> SlipError {
    SlipError(.badInput, code: RTFDCode.tooLarge, message, at: SourceLocation(file: path))
  }
}

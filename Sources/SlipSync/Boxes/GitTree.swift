internal import SlipBase
internal import SlipFiles

/// The Git repository in whose work tree a bundle lies: what Git has of the bundle's files.
///
/// Git itself is asked, with fixed arguments and without a shell. Nothing of the repository runs: hooks, monitors, filters and
/// programs that show differences aren't used, and nothing is fetched. Nothing in the repository is changed.
struct GitTree {
  /// The versions of a file that a merge left.
  enum Stage: Int, CaseIterable {
    /// What both sides were made of.
    case base = 1
    /// Our side: the branch that is merged into.
    case ours = 2
    /// Their side.
    case theirs = 3
  }

  /// The path of the bundle.
  private let path: String
  /// The objects of the files that couldn't be merged, by path in the bundle.
  let unmerged: [String: [Stage: String]]

  /// The largest file that is read.
  private static let longest = 1 << 30
  /// The commits of which one may have a file: ours, and the one that is merged or applied.
  private static let commits = ["HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD", "REVERT_HEAD"]

  /// Looks for a repository.
  ///
  /// - Returns: Nil where the bundle lies in no work tree, and where there is no Git.
  /// - Throws: `SlipError` where the folders above can't be examined.
  init?(of bundle: String) throws(SlipError) {
    guard try GitTree.isAround(bundle) else { return nil }
    path = FileSystem.realPath(bundle) ?? bundle
    guard let output = GitTree.run(["ls-files", "-u", "-z", "--", "."], in: path) else { return nil }
    var unmerged: [String: [Stage: String]] = [:]
    for line in output.split(separator: 0) {
      // MODE OBJECT STAGE<TAB>PATH
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = line[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      let file = String(decoding: line[tab...].dropFirst(), as: UTF8.self)
      guard words.count == 3, let stage = Int(words[2]).flatMap({ Stage(rawValue: $0) }) else { continue }
      unmerged[file, default: [:]][stage] = words[1]
    }
    self.unmerged = unmerged
  }

  /// Whether a bundle lies in a folder with a repository, by the names of files alone.
  ///
  /// - Throws: `SlipError` where the folders above can't be examined.
  static func isAround(_ bundle: String) throws(SlipError) -> Bool {
    var folder = FileSystem.realPath(bundle) ?? bundle
    while try FileSystem.status(folder + "/.git", followLinks: false) == nil {
      guard let slash = folder.lastIndex(of: "/") else { return false }
      folder = String(folder[..<slash])
    }
    return true
  }

  /// A version of a file that couldn't be merged.
  ///
  /// - Returns: Nil where that side has no such file.
  /// - Throws: `SlipError` where Git can't give it.
  func bytes(of file: String, _ stage: Stage) throws(SlipError) -> [UInt8]? {
    guard let object = unmerged[file]?[stage] else { return nil }
    guard let bytes = GitTree.run(["cat-file", "blob", object], in: path) else {
      throw SlipError(
        .cannotDo, code: FileCode.systemCall, "Git can't give a version of this file; see `git ls-files -u`.",
        at: SourceLocation(file: path + "/" + file))
    }
    return bytes
  }

  /// The bytes of a file with a certain content: from what a merge left, or from our commit or the one that is merged.
  ///
  /// - Returns: Nil where none of them has it.
  /// - Throws: `SlipError` where Git can't give a file.
  func content(of file: String, _ fact: FileFact) throws(SlipError) -> [UInt8]? {
    for stage in Stage.allCases {
      if let bytes = try bytes(of: file, stage), FileFact(of: bytes) == fact { return bytes }
    }
    for commit in GitTree.commits {
      let bytes = GitTree.run(["cat-file", "blob", "\(commit):./\(file)"], in: path)
      if let bytes, FileFact(of: bytes) == fact { return bytes }
    }
    return nil
  }

  /// What Git prints.
  ///
  /// - Returns: Nil where it fails.
  private static func run(_ arguments: [String], in folder: String) -> [UInt8]? {
    let fixed =
      ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]
      + ["-c", "protocol.allow=never", "-C", folder]
    return ProgramOutput.read("git", fixed + arguments, limit: longest)
  }
}

package import SlipBase
internal import SlipFiles
internal import SlipRTF

extension SourceTable {
  /// Whether a directory is worth looking into as a container: by its name, or by what is directly in it.
  func mayBeContainer(_ path: String, _ name: String) throws(SlipError) -> Bool {
    if mayBeContainer(folder: name) { return true }
    for mark in marks {
      if try FileSystem.status(path + "/" + mark) != nil { return true }
    }
    return false
  }

  /// What was found at a path: the kind of the container, and what in it couldn't be looked at.
  package struct Finding {
    /// The kind of the container.
    var kind: SourceKind
    /// Files and folders that couldn't be examined.
    var failed: [ReadFaults.Fault]
  }

  /// The container at a path; nil where there is none.
  ///
  /// What can't be opened as a container isn't one, and is treated like any other file.
  ///
  /// A folder is listed for that, but hardly read: most kinds look at names, and some at the beginning of a file.
  ///
  /// - Throws: `SlipError` where it can't be said what it is, because something in it can't be read.
  package func finding(
    at path: String, atLeast sureness: Recognition
  ) throws(SlipError) -> Finding? {
    let tree: SourceTree
    do throws(SlipError) { tree = try SourceTree.open(path) } catch {
      // A folder that is beyond a limit may be a container, and one that was imported before.
      if error.kind == .cannotDo || error.code == RTFDCode.tooLarge { throw error }
      return nil
    }
    let kind = kind(of: tree, atLeast: sureness)
    if let fault = tree.faults.all.first { throw fault.error }
    if let kind { return Finding(kind: kind, failed: tree.failed) }
    if let fault = tree.failed.first(where: { $0.error.kind == .cannotDo }) { throw fault.error }
    // An archive in which nothing can be read is a damaged archive, not a file that nobody knows.
    if tree.files.isEmpty, let fault = tree.failed.first { throw fault.error }
    return nil
  }
}

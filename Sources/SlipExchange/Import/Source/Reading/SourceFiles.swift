/// The files of a container, one after the other, for a source whose notes are files.
///
/// Clutter is left out, and what lies beside the one folder that an archive has at its top.
package struct SourceFiles {
  /// A file.
  package struct File {
    /// Its place in the tree.
    package var place: Int
    /// The path below the top of the container; that of a single file is its name.
    package var path: String
    /// The file as the tree has it.
    package var file: SourceTree.File
  }

  /// The container.
  package let tree: SourceTree
  /// The folder at the top, with a slash at its end; empty for none.
  private let top: String
  /// The next file.
  private var position = 0

  /// Begins with the first file.
  package init(_ tree: SourceTree) {
    self.tree = tree
    top = tree.topPath
  }

  /// The next file; nil at the end.
  package mutating func next() -> File? {
    while position < tree.files.count {
      let place = position
      position += 1
      let file = tree.files[place]
      guard file.path.hasPrefix(top), !file.isClutter else { continue }
      let path = tree.form == .file ? file.path : String(file.path.dropFirst(top.count))
      return File(place: place, path: path, file: file)
    }
    return nil
  }
}

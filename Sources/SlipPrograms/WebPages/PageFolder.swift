internal import SlipBase
internal import SlipExchange
internal import SlipFiles

/// Reads a folder of saved pages, each of which is a note, or a single one.
struct PageFolder: NoteSource {
  /// Makes a note of the bytes of a file and of its name without extension.
  typealias Read = @Sendable ([UInt8], String, SourceContext) throws(SlipError) -> SourceNote

  /// The files.
  private let tree: SourceTree
  private let top: String
  private let suffixes: [String]
  private let isPage: @Sendable (UnsafeRawBufferPointer) -> Bool
  private let read: Read
  /// The next file.
  private var position = 0

  /// How many files are looked at.
  private static let probed = 32

  /// Whether a container is a page, or a folder of pages.
  ///
  /// - Parameter isSure: Whether the bytes of a file without suffix are a page beyond doubt.
  static func recognizes(
    _ tree: SourceTree, _ suffixes: [String], isSure: (UnsafeRawBufferPointer) -> Bool,
    _ isPage: (UnsafeRawBufferPointer) -> Bool
  ) -> Recognition? {
    if tree.form == .file, tree.name.suffixName.isEmpty {
      return tree.soundBytes(at: 0)?.withBytes(isSure) ?? false ? .certain : nil
    }
    let content = tree.files.indices.filter { !tree.files[$0].isClutter }
    let named = content.filter { suffixes.contains(tree.files[$0].path.suffixName) }
    let isHere = named.prefix(probed).contains { tree.soundBytes(at: $0)?.withBytes(isPage) ?? false }
    guard isHere else { return nil }
    if tree.form == .file { return .certain }
    return tree.form == .folder || named.count * 2 >= content.count ? .possible : nil
  }

  /// Opens a file or folder.
  init(
    _ tree: SourceTree, suffixes: [String], isPage: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    read: @escaping Read
  ) {
    (self.tree, self.suffixes, self.isPage, self.read) = (tree, suffixes, isPage, read)
    top = tree.topPath
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    while position < tree.files.count {
      let (place, tree, read) = (position, tree, read)
      position += 1
      let file = tree.files[place]
      guard file.path.hasPrefix(top), !file.isClutter, !file.isHidden else { continue }
      let path = tree.form == .file ? file.path : String(file.path.dropFirst(top.count))
      guard tree.form == .file || suffixes.contains(path.suffixName),
        tree.soundBytes(at: place)?.withBytes(isPage) ?? false
      else {
        // What is named as a page and is empty or can't be read is a page that was damaged.
        let isDamaged = suffixes.contains(path.suffixName) && (tree.soundBytes(at: place)?.count ?? 0) == 0
        return .skipped(SourceSkip(path, isDamaged ? .damaged : .notShown))
      }
      return .note(
        SourceEntry(id: path, place: path, names: [String(path.lastName.stem)], length: file.length) {
          context throws(SlipError) in
          var note = try read(try tree.bytes(at: place).array, String(path.lastName.stem), context)
          note.folder = path.parentPath.split(separator: "/").map { SourceFolder(String($0)) }
          note.fileModified = tree.files[place].modified
          return note
        })
    }
    return nil
  }
}

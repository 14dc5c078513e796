internal import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// What a bundle keeps of a container, so that it comes back byte for byte.
///
/// A file is kept as it is. Of a folder the stream of its files is kept (section "Packages" of the specification),
/// without those that are attachments of notes: they are in the bundle once.
struct ContainerOriginal {
  /// A file or folder of a folder.
  private struct Entry {
    /// The path within the folder.
    var path: String
    /// The place in the tree's files; nil for a folder.
    var place: Int?
    /// Length and digest of a file.
    var fact: FileFact?
  }

  /// Length and digest of the file, or of the stream of the folder's files.
  let fact: FileFact
  /// The path of the container in the file system.
  private let path: String
  /// The files of a folder.
  private let tree: SourceTree
  /// The entries of a folder, in the order of the stream.
  private let entries: [Entry]

  /// Reads a container once, to learn its digest, and leaves out the files of a folder that can't be read.
  ///
  /// - Returns: The container without those files, and what is kept of it.
  /// - Throws: `SlipError` where it can't be read at all.
  static func read(
    _ tree: SourceTree, path: String
  ) throws(SlipError) -> (SourceTree, ContainerOriginal) {
    do throws(SlipError) { return (tree, try ContainerOriginal(tree, path: path)) } catch {
      guard tree.form == .folder, error.kind == .cannotDo else { throw error }
      var lost: [Int: SlipError] = [:]
      for place in tree.files.indices {
        do throws(SlipError) { try tree.bytes(at: place).expectUnchanged() } catch { lost[place] = error }
      }
      if lost.isEmpty { throw error }
      let rest = tree.without(lost)
      return (rest, try ContainerOriginal(rest, path: path))
    }
  }

  /// Reads a container once, to learn its digest.
  ///
  /// - Throws: `SlipError` where it can't be read.
  init(_ tree: SourceTree, path: String) throws(SlipError) {
    (self.tree, self.path) = (tree, path)
    guard tree.form == .folder else {
      entries = []
      let file = try MappedFile(path)
      fact = file.withBytes { FileFact(of: $0) }
      try file.expectUnchanged()
      return
    }
    var entries = tree.folders.map { Entry(path: $0) }
    entries += tree.files.indices.map { Entry(path: tree.files[$0].path, place: $0) }
    entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var stream = PieceBuffer()
    var digester = Digester()
    try slipErrors {
      for index in entries.indices {
        try stream.add(&entries[index], of: tree) { digester.update($0) }
      }
      try stream.flush { digester.update($0) }
    }
    self.entries = entries
    let length = digester.length
    fact = FileFact(digest: digester.finish(), length: length)
  }

  /// Writes what is kept to the bundle.
  ///
  /// - Parameters:
  ///   - box: The slip-box with all notes of the container.
  ///   - format: The container's format in the manifest.
  /// - Returns: Length and digest of what is kept, and how the original is restored.
  /// - Throws: `SlipError` where the container changed meanwhile, or something can't be written.
  func write(
    to output: any BundleOutput, for box: SlipBox, _ format: String
  ) throws(SlipError) -> (kept: FileFact, lifted: [ExtractedData]) {
    let suffix = PayloadPath.isExtension(format) ? format : "bin"
    guard tree.form == .folder else {
      let file = try MappedFile(path)
      try file.withBytes { bytes throws(SlipError) in
        guard FileFact(of: bytes) == fact else { throw changed }
        let target = PayloadPath.kept(fact.digest, suffix)
        try slipErrors {
          try output.write(target, fact: fact) { write in try MappedPages.forEachPiece(of: bytes, write) }
        }
      }
      return (fact, [])
    }
    var (kept, lifted) = (fact, [ExtractedData]())
    if entries.contains(where: { isLifted($0, to: box) }) {
      var digester = Digester()
      lifted = try pieces(of: box) { digester.update($0) }
      let length = digester.length
      kept = FileFact(digest: digester.finish(), length: length)
    }
    let target = PayloadPath.kept(kept.digest, suffix)
    try slipErrors {
      try output.write(target, fact: kept) { write in _ = try pieces(of: box, write) }
    }
    return (kept, lifted)
  }

  /// The error that the container changed while it was imported.
  private var changed: SlipError {
    SlipError(
      .cannotDo, code: FileCode.changedMeanwhile,
      "The file changed while it was imported; nothing was changed.",
      at: SourceLocation(file: path))
  }

  /// Whether a file is left out of what is kept: the box has an attachment with its bytes, whichever note uses it.
  private func isLifted(_ entry: Entry, to box: SlipBox) -> Bool {
    entry.fact.map { box.attachment($0.digest) != nil } ?? false
  }

  /// Calls `write` with the kept part of a folder's stream, in pieces.
  ///
  /// - Returns: What was left out.
  private func pieces(
    of box: SlipBox, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) -> [ExtractedData] {
    var lifted: [ExtractedData] = []
    var stream = PieceBuffer()
    try slipErrors {
      for var entry in entries {
        guard let fact = entry.fact, isLifted(entry, to: box) else {
          try stream.add(&entry, of: tree, write)
          continue
        }
        // The length goes back in together with the data.
        let position = try stream.addName(of: entry, write)
        lifted.append(
          ExtractedData(
            attachment: fact.digest, range: position..<position, keep: position..<position,
            insertion: position,
            encoding: .binary))
      }
      try stream.flush(write)
    }
    return lifted
  }

  /// The stream of a folder on its way: small pieces are collected, and no file is in memory as a whole.
  private struct PieceBuffer {
    /// What wasn't given on yet.
    private var bytes = PackageStream.start
    /// The length of all that came before `bytes`.
    private var given = 0
    /// The length from which on bytes are given on.
    private static let enough = 1 << 16

    /// Adds an entry, and notes length and digest of a file.
    mutating func add(
      _ entry: inout Entry, of tree: SourceTree, _ write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
      guard let place = entry.place else {
        bytes += PackageStream.head(of: entry.path, length: nil).name
        return bytes.append(0x0A)
      }
      let file = try tree.bytes(at: place)
      try file.withBytes { data in
        if entry.fact == nil { entry.fact = FileFact(of: data) }
        let head = PackageStream.head(of: entry.path, length: data.count)
        bytes += head.name + head.length
        if data.count < PieceBuffer.enough {
          bytes.append(contentsOf: data)
        } else {
          try flush(write)
          try MappedPages.forEachPiece(of: data, write)
          given += data.count
        }
        bytes.append(0x0A)
      }
      try file.expectUnchanged()
      if bytes.count >= PieceBuffer.enough { try flush(write) }
    }

    /// Adds a file without its data.
    ///
    /// - Returns: Where the data would be.
    mutating func addName(
      of entry: Entry, _ write: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Int {
      bytes += PackageStream.head(of: entry.path, length: entry.fact?.length).name
      let position = given + bytes.count
      bytes.append(0x0A)
      if bytes.count >= PieceBuffer.enough { try flush(write) }
      return position
    }

    /// Gives on what was collected.
    mutating func flush(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
      try bytes.withUnsafeBytes { try write($0) }
      given += bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
  }
}

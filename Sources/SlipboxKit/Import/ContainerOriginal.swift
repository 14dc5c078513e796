internal import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF

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

  /// Reads a container once, to learn its digest.
  ///
  /// - Throws: `SlipError` where it can't be read.
  init(_ tree: SourceTree, path: String, workers: Int) throws(SlipError) {
    (self.tree, self.path) = (tree, path)
    guard tree.form == .folder else {
      entries = []
      fact = try MappedFile(path).withBytes { FileFact(of: $0) }
      return
    }
    let facts = Parallel.map(count: tree.files.count, workers: workers) {
      place -> Result<FileFact, SlipError> in
      do throws(SlipError) {
        return .success(try tree.bytes(at: place).withBytes { FileFact(of: $0) })
      } catch {
        return .failure(error)
      }
    }
    var entries = tree.folders.map { Entry(path: $0) }
    for (place, fact) in facts.enumerated() {
      entries.append(Entry(path: tree.files[place].path, place: place, fact: try fact.get()))
    }
    entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    self.entries = entries
    var digester = Digester()
    try ContainerOriginal.forEachPiece(of: entries, in: tree) { digester.update($0) }
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
    var lifted: [ExtractedData] = []
    var digester = Digester()
    try pieces(of: box, lifted: &lifted) { digester.update($0) }
    let length = digester.length
    let kept = FileFact(digest: digester.finish(), length: length)
    let target = PayloadPath.kept(kept.digest, suffix)
    try slipErrors {
      try output.write(target, fact: kept) { write in
        var again: [ExtractedData] = []
        try pieces(of: box, lifted: &again) { try write($0) }
      }
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

  /// The kept part of a folder's stream, in pieces.
  ///
  /// A file is left out when the box has an attachment with its bytes, whichever note uses it.
  private func pieces(
    of box: SlipBox, lifted: inout [ExtractedData], _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) {
    var extracted: [ExtractedData] = []
    try ContainerOriginal.forEachPiece(of: entries, in: tree) { entry, position in
      guard let fact = entry.fact, box.attachment(fact.digest) != nil else { return false }
      // The length goes back in together with the data.
      extracted.append(
        ExtractedData(
          attachment: fact.digest, range: position..<position, keep: position..<position, insertion: position,
          encoding: .binary))
      return true
    } _: {
      try write($0)
    }
    lifted = extracted
  }

  /// Calls `write` with the stream of a folder in pieces.
  ///
  /// - Parameter isLifted: Whether the data of a file is left out; it gets the offset where the data would be.
  ///
  /// Files are mapped one after the other, so memory holds none of them as a whole.
  private static func forEachPiece(
    of entries: [Entry], in tree: SourceTree, isLifted: (Entry, Int) -> Bool = { _, _ in false },
    _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) {
    var position = 0
    /// Writes bytes and counts them.
    func put(_ bytes: UnsafeRawBufferPointer) throws {
      try write(bytes)
      position += bytes.count
    }
    /// Writes an array and counts it.
    func put(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try put($0) } }
    try slipErrors {
      try put(PackageStream.start)
      for entry in entries {
        let head = PackageStream.head(of: entry.path, length: entry.fact?.length)
        try put(head.name)
        if !isLifted(entry, position) {
          try put(head.length)
          if let place = entry.place {
            try tree.bytes(at: place).withBytes { try MappedPages.forEachPiece(of: $0) { try put($0) } }
          }
        }
        try put([0x0A])
      }
    }
  }
}

internal import SlipFiles
internal import SlipBase

/// The list of what an export wrote, in its directory. By it a later export knows which files
/// it may replace: those that it wrote and nobody changed.
///
///     # slipconv export 1
///     <64 hexadecimal digits>  Hives/Spring check.html
///
///     # 5f0c2b1e-0d6b-5c1e-9a0e-7d0a4a1c2b3d  Hives/Spring check.html
///
/// `sha256sum -c` reads it; to it, the lines that begin with `#` are comments. They say which file is which note, so that an import
/// of the directory into the same slip-box finds the notes again. The list of a site also says what the site was made from, in a
/// second line that begins with `# state`.
struct ExportMarker {
  /// The name of the file in the directory of an export.
  static let name = ".slipbox-export"
  /// The first line, by which a list is recognized.
  private static let heading = "# slipconv export 1"
  /// The largest list that is read, in bytes.
  private static let limit = 1 << 30

  /// The digest of each written file, by its path in the directory.
  private(set) var digests: [String: Digest] = [:]

  /// The notes that files and packages were made from, by path.
  private(set) var notes: [String: UniqueID] = [:]
  /// What a site was made from; nil for other exports.
  private(set) var state: Digest?

  /// What comes before the state.
  private static let stateHeading = "# state "

  /// The list of these files.
  ///
  /// - Parameters:
  ///   - notes: The notes that files and packages were made from, by path.
  ///   - state: What a site was made from; nil for other exports.
  init(_ digests: [String: Digest], notes: [String: UniqueID] = [:], state: Digest? = nil) {
    (self.digests, self.notes, self.state) = (digests, notes, state)
  }

  /// Reads the list in a directory.
  ///
  /// Nil where there is none, or where the file isn't a list: then nothing in the directory may
  /// be replaced.
  init?(in directory: String) throws(SlipError) {
    let path = directory + "/" + ExportMarker.name
    guard try FileSystem.status(path, followLinks: false)?.kind == .file else { return nil }
    self.init(try FileSystem.readFile(path, limit: ExportMarker.limit))
  }

  /// Reads a list; nil for bytes that are none.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A)
    guard let first = lines.first, first.elementsEqual(ExportMarker.heading.utf8) else { return nil }
    for line in lines.dropFirst() {
      if line.starts(with: ExportMarker.stateHeading.utf8) {
        state = Digest(
          hex: String(decoding: line.dropFirst(ExportMarker.stateHeading.utf8.count), as: UTF8.self))
        continue
      }
      if line.first == 0x23 {
        if let id = UniqueID(String(decoding: line.dropFirst(2).prefix(36), as: UTF8.self)) {
          notes[String(decoding: line.dropFirst(40), as: UTF8.self)] = id
        }
        continue
      }
      // A line is the digest, two spaces and the path.
      guard line.count > 66, let digest = Digest(hex: String(decoding: line.prefix(64), as: UTF8.self)) else {
        return nil
      }
      digests[String(decoding: line.dropFirst(66), as: UTF8.self)] = digest
    }
  }

  /// Writes the content of the file in pieces, sorted bytewise by path.
  ///
  /// - Throws: What `append` throws.
  func write(to append: (UnsafeRawBufferPointer) throws -> Void) throws {
    var piece = Array((ExportMarker.heading + "\n").utf8)
    if let state { piece += "\(ExportMarker.stateHeading)\(state.hex)\n".utf8 }
    func write(_ line: String) throws {
      piece += line.utf8
      piece.append(0x0A)
      guard piece.count > ExportMarker.pieceLength else { return }
      try piece.withUnsafeBytes(append)
      piece.removeAll(keepingCapacity: true)
    }
    for (path, digest) in digests.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      try write("\(digest.hex)  \(path)")
    }
    for (path, note) in notes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      try write("# \(note)  \(path)")
    }
    try piece.withUnsafeBytes(append)
  }

  /// About how many bytes are written at once.
  private static let pieceLength = 64 << 10

  /// All directories that contain a listed file, at any depth.
  var folders: Set<String> {
    var folders: Set<String> = []
    for path in digests.keys {
      for end in path.utf8.indices where path.utf8[end] == 0x2F { folders.insert(String(path[..<end])) }
    }
    return folders
  }
}

internal import SlipFiles
internal import SlipBase

/// The list of what an export wrote, in its directory. By it a later export knows which files
/// it may replace: those that it wrote and nobody changed.
///
///     # slipconv export 1
///     <64 hexadecimal digits>  Hives/Spring check.html
///
/// `sha256sum -c` reads the lines after the first. The list of a site also says what the site was made from, in a second line
/// that begins with `# state`.
struct ExportMarker {
  /// The name of the file in the directory of an export.
  static let name = ".slipbox-export"
  /// The first line, by which a list is recognized.
  private static let heading = "# slipconv export 1"
  /// The largest list that is read, in bytes.
  private static let limit = 1 << 30

  /// The digest of each written file, by its path in the directory.
  private(set) var digests: [String: Digest] = [:]

  /// What a site was made from; nil for other exports.
  private(set) var state: Digest?

  /// What comes before the state.
  private static let stateHeading = "# state "

  /// The list of these files.
  ///
  /// - Parameter state: What a site was made from; nil for other exports.
  init(_ digests: [String: Digest], state: Digest? = nil) { (self.digests, self.state) = (digests, state) }

  /// Reads the list in a directory.
  ///
  /// Nil where there is none, or where the file isn't a list: then nothing in the directory may
  /// be replaced.
  init?(in directory: String) throws(SlipError) {
    let path = directory + "/" + ExportMarker.name
    guard try FileSystem.status(path, followLinks: false)?.kind == .file else { return nil }
    let bytes = try FileSystem.readFile(path, limit: ExportMarker.limit)
    let lines = bytes.split(separator: 0x0A)
    guard let first = lines.first, first.elementsEqual(ExportMarker.heading.utf8) else { return nil }
    for line in lines.dropFirst() {
      if line.starts(with: ExportMarker.stateHeading.utf8) {
        state = Digest(
          hex: String(decoding: line.dropFirst(ExportMarker.stateHeading.utf8.count), as: UTF8.self))
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
    for path in digests.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard let digest = digests[path] else { continue }
      piece += "\(digest.hex)  \(path)\n".utf8
      guard piece.count > ExportMarker.pieceLength else { continue }
      try piece.withUnsafeBytes(append)
      piece.removeAll(keepingCapacity: true)
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

internal import SlipFiles
internal import SlipBase

/// The list of what an export wrote, which lies in its directory: by it a later export knows what it may replace.
///
///     # slipconv export 1
///     <64 hexadecimal digits>  Hives/Spring check.html
///
/// `sha256sum -c` reads the lines behind the first.
struct ExportMarker {
  static let name = ".slipbox-export"
  private static let heading = "# slipconv export 1"
  private static let limit = 1 << 30

  /// By path.
  private(set) var digests: [String: Digest] = [:]

  init(_ facts: [String: FileFact]) { digests = facts.mapValues(\.digest) }

  /// The list in a directory that an export made; nil where there is none, or another program's.
  init?(in directory: String) throws(SlipError) {
    let path = directory + "/" + ExportMarker.name
    guard try FileSystem.status(path, followLinks: false)?.kind == .file else { return nil }
    let bytes = try FileSystem.readFile(path, limit: ExportMarker.limit)
    let lines = bytes.split(separator: 0x0A)
    guard let first = lines.first, first.elementsEqual(ExportMarker.heading.utf8) else { return nil }
    for line in lines.dropFirst() {
      // Digest, two spaces, path.
      guard line.count > 66, let digest = Digest(hex: String(decoding: line.prefix(64), as: UTF8.self)) else {
        return nil
      }
      digests[String(decoding: line.dropFirst(66), as: UTF8.self)] = digest
    }
  }

  /// Sorted by path, bytewise.
  var bytes: [UInt8] {
    var text = ExportMarker.heading + "\n"
    let rows = digests.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (path, digest) in rows { text += "\(digest.hex)  \(path)\n" }
    return Array(text.utf8)
  }

  /// The directories that hold a listed file.
  var folders: Set<String> {
    var folders: Set<String> = []
    for path in digests.keys {
      for end in path.utf8.indices where path.utf8[end] == 0x2F { folders.insert(String(path[..<end])) }
    }
    return folders
  }
}

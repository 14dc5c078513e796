internal import SlipRTF
internal import SlipFiles
internal import SlipBase
internal import SlipDocument
internal import SlipFormats

/// Files of a converted document that lie beside it, in `NAME_files`.
struct ConvertedFiles {
  private let directory: String
  /// As the document names it.
  private let directoryName: String
  private var names = RTFDNames()
  private var isMade = false
  /// What happens to a file of the same name and other bytes.
  private let existing: AtomicFile.Existing

  init(beside path: String, existing: AtomicFile.Existing) {
    self.existing = existing
    let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    directory = stem + "_files"
    directoryName = directory.split(separator: "/").last.map(String.init) ?? directory
  }

  /// Writes each resource, and gives their relative paths.
  mutating func write(_ document: Document) throws -> @Sendable (Int) -> String? {
    var paths: [Int: String] = [:]
    for (index, resource) in document.resources.enumerated() {
      switch resource.content {
      case .file(let path): paths[index] = path
      case .bytes(let bytes): paths[index] = try write(resource, bytes, index)
      }
    }
    return { [paths] index in paths[index] }
  }

  /// Writes what doesn't stand in the text as a picture only.
  mutating func moveOut(of document: inout Document) throws {
    let attached = document.attachedResources
    for index in document.resources.indices {
      let resource = document.resources[index]
      let isPicture = resource.mediaType.hasPrefix("image/") && !attached.contains(index)
      guard case .bytes(let bytes) = resource.content, !isPicture else { continue }
      document.resources[index].content = .file(try write(resource, bytes, index))
    }
  }

  private mutating func write(_ resource: Resource, _ bytes: [UInt8], _ index: Int) throws -> String {
    if !isMade { try FileSystem.makeDirectory(directory, parents: true) }
    isMade = true
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    let name = names.name(resource.name ?? "\(index + 1)", type, Digest(of: bytes))
    let path = directory + "/" + name
    let isThere = try FileSystem.status(path)?.length == bytes.count && FileSystem.readFile(path) == bytes
    if !isThere { try FileSystem.writeFileAtomically(path, bytes, existing: existing) }
    return directoryName + "/" + name
  }
}

extension Document {
  /// Attached files that RTF only names, as its place in RTFD had them, have nothing to link to: their names stay.
  mutating func dropMissingFiles() {
    for index in attachedResources.sorted() where resources.indices.contains(index) {
      guard case .file(let path) = resources[index].content else { continue }
      let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
      resources[index].name = resources[index].name ?? name
      resources[index].content = .file("")
    }
  }
}

internal import SlipRTF
internal import SlipRTFD
internal import SlipFiles
internal import SlipFormats
internal import SlipBase
internal import SlipDocument

/// The directory `NAME_files` beside a converted document, with its pictures and other files.
///
/// Names come from the document where it has some, and are made unique and safe. The same
/// conversion again finds its own files: one with the same bytes stays, one with other bytes is
/// only replaced if the request allows it.
struct ConvertedFiles {
  /// The path of the directory.
  private let directory: String
  /// The name of the directory, by which the document refers to it.
  private let directoryName: String
  /// The names that are taken in the directory.
  private var names = RTFDNames()
  /// Whether the directory was created; without files it isn't.
  private var isMade = false
  /// What happens to an existing file with the same name and other bytes.
  private let existing: AtomicFile.Existing

  /// The directory for a document at this path: `a.md` → `a_files`.
  init(beside path: String, existing: AtomicFile.Existing) {
    self.existing = existing
    let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    directory = stem + "_files"
    directoryName = directory.split(separator: "/").last.map(String.init) ?? directory
  }

  /// Writes each resource of the document.
  ///
  /// - Returns: A function that gives the relative path of a resource by its index.
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

  /// Writes the resources that a file of some format can't contain, and replaces them by links. Pictures stay
  /// in the file, unless the text also links to them, and so do objects that the format can embed.
  mutating func moveOut(of document: inout Document, for format: Format) throws {
    let objects = document.objectResources.filter { format.holds(object: document.resources[$0]) }
    let attached = document.attachedResources.subtracting(objects)
    for index in document.resources.indices {
      let resource = document.resources[index]
      let isPicture = resource.mediaType.hasPrefix("image/") && !attached.contains(index)
      guard case .bytes(let bytes) = resource.content, !isPicture, !objects.contains(index) else { continue }
      document.resources[index].content = .file(try write(resource, bytes, index))
    }
  }

  /// Writes one file, unless it already has these bytes, and returns its relative path.
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

/// Attached files that are only named.
extension Document {
  /// Removes the paths of attached files that RTF only names, since they were where the RTFD
  /// package was. In other formats such a link would lead nowhere; the name of the file stays.
  mutating func dropMissingFiles() {
    for index in attachedResources.sorted() where resources.indices.contains(index) {
      guard case .file(let path) = resources[index].content else { continue }
      let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
      resources[index].name = resources[index].name ?? name
      resources[index].content = .file("")
    }
  }

  /// Lets pictures that lie beside the document count as parts of it, so that each has its character in plain text, as those of other
  /// formats have. Nobody opens them for that.
  mutating func holdPictures() {
    for index in resources.indices {
      if case .file = resources[index].content { resources[index].content = .bytes([]) }
    }
  }
}

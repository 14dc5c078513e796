internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// The files that a manifest lists, whatever else is wrong with it.
///
/// `BundleStage` decides by the listing which files of the old version it may remove, so this errs on the
/// safe side: a manifest that can't be read lists nothing, and then everything stays. Versions 4 to 6 list
/// files in one form; from version 7 on, entities have the facts about their files.
struct ManifestListing: Sendable {
  /// By path.
  private let facts: [String: FileFact]
  /// Why the manifest can't be read at all; nil otherwise.
  private let fault: SlipError?

  /// Reads the listing of a bundle.
  ///
  /// A bundle without a manifest lists nothing. Nor does the part of a document behind the place where it
  /// isn't well-formed.
  init(_ storage: DirectoryStorage?) {
    let rows = ListedFiles()
    do throws(SlipError) {
      if let storage, try storage.length(of: BundleLayout.manifestPath) != nil {
        try ManifestListing.read(BundleLayout.manifestPath, of: storage, rows)
        for path in rows.parts where try storage.length(of: path) != nil {
          try ManifestListing.read(path, of: storage, rows)
        }
      }
      (facts, fault) = (rows.facts, nil)
    } catch {
      (facts, fault) = ([:], error)
    }
  }

  /// Reads a document.
  private static func read(
    _ path: String, of storage: DirectoryStorage, _ rows: ListedFiles
  ) throws(SlipError) {
    _ = try slipErrors { try storage.withBytes(of: path) { try XMLParser.parse($0, handler: rows) } }
  }

  /// What is listed of a file; nil where it isn't listed.
  ///
  /// - Throws: `SlipError` where the manifest couldn't be read.
  func fact(of path: String) throws(SlipError) -> FileFact? {
    if let fault { throw fault }
    return facts[path]
  }
}

/// Collects facts about files wherever they are in a document.
private final class ListedFiles: XMLHandler {
  /// The facts by path.
  private(set) var facts: [String: FileFact] = [:]
  /// The paths of parts.
  private(set) var parts: [String] = []
  /// Whether files have elements of their own, as before version 7. A root that doesn't say so is an older one.
  private var listsFiles = false

  func startElement(_ element: XMLElement) throws(SlipError) {
    guard element.isIn(namespace: ManifestElement.namespace) else { return }
    if element.isNamed("slipbox") {
      listsFiles = element.string("version").flatMap { Int($0) }.map { $0 < Version7.number } ?? true
    } else if listsFiles {
      guard element.isNamed("file"), let file = ManifestFile(element, offset: 0) else { return }
      facts[file.path] = file.fact
    } else {
      take(element)
    }
  }

  /// Takes the files of an entity.
  private func take(_ element: XMLElement) {
    if element.isNamed("note"), let id = element.value("id").flatMap({ UniqueID(bytes: $0) }) {
      facts[PayloadPath.body(id)] = fact(element, "body-length", "body-sha256")
      facts[PayloadPath.mirror(id)] = fact(element, "mirror-length", "mirror-sha256")
    } else if element.isNamed("attachment"), let file = fact(element, "length", "sha256"),
      let suffix = element.string("extension"), PayloadPath.isExtension(suffix)
    {
      facts[PayloadPath.blob(file.digest, suffix)] = file
      if let thumbnail = element.string("thumbnail"), PayloadPath.isExtension(thumbnail) {
        facts[PayloadPath.thumbnail(file.digest, thumbnail)] = fact(
          element, "thumbnail-length", "thumbnail-sha256")
      }
    } else if element.isNamed("source"), let format = element.string("format"),
      let file = fact(element, "kept-length", "kept") ?? fact(element, "length", "sha256")
    {
      facts[PayloadPath.kept(file.digest, Source.keptExtension(ofFormat: format))] = file
    } else if element.isNamed("transaction"), let file = fact(element, "length", "sha256"),
      let number = element.value("number").flatMap(ManifestValue.ordinal)
    {
      facts[PayloadPath.transaction(number, file.digest)] = file
    } else if element.isNamed("replaced"), let file = fact(element, "length", "sha256"),
      let suffix = element.string("extension"), PayloadPath.isExtension(suffix)
    {
      facts[PayloadPath.replaced(file.digest, suffix)] = file
    } else if element.isNamed("part"), let file = fact(element, "length", "sha256"),
      let key = element.value("id").flatMap({ ManifestPart.key($0) })
    {
      facts[ManifestPart.path(key)] = file
      parts.append(ManifestPart.path(key))
    }
  }

  /// Length and digest; nil where one is missing or malformed.
  private func fact(_ element: XMLElement, _ length: StaticString, _ digest: StaticString) -> FileFact? {
    guard let length = element.value(length).flatMap(ManifestValue.length),
      let digest = element.value(digest).flatMap({ Digest(hexBytes: $0) })
    else { return nil }
    return FileFact(digest: digest, length: length)
  }
}

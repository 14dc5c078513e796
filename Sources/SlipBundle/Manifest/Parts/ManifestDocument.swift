package import SlipBase
package import SlipNotes
internal import XMLSyntax

/// A document of a manifest: `manifest.xml` or a part.
package struct ManifestDocument: Sendable {
  /// Its path, relative to the bundle.
  package var path: String
  /// Its bytes.
  package var bytes: [UInt8]

  /// A document with this path.
  package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

  /// The documents of a box's manifest as a bundle has them: the parts, then the root.
  ///
  /// - Parameters:
  ///   - hasParts: Whether there are parts; nil: as there have to be for this box. Readers take either.
  ///   - version: The version of a box that has no more than an earlier one.
  package static func all(
    of box: SlipBox, hasParts: Bool? = nil, version: Int = VersionTable.current
  ) throws(SlipError) -> [ManifestDocument] {
    var documents: [ManifestDocument] = []
    var root: [UInt8] = []
    _ = try slipErrors {
      try ManifestWriter.write(
        box, hasParts: hasParts ?? box.hasParts, version: version,
        part: { documents.append(ManifestDocument(path: $0.path, bytes: [UInt8]($1))) },
        root: { root.append(contentsOf: $0) })
    }
    documents.append(ManifestDocument(path: BundleLayout.manifestPath, bytes: root))
    return documents
  }

  /// The documents that a manifest in one document becomes in a bundle: a large one of a version with parts
  /// gets some.
  ///
  /// - Parameters:
  ///   - manifest: The document.
  ///   - version: Its schema version.
  ///   - limits: Bounds for reading it.
  package static func splitting(
    _ manifest: [UInt8], version: Int, limits: Limits
  ) throws(SlipError) -> [ManifestDocument] {
    let whole = [ManifestDocument(path: BundleLayout.manifestPath, bytes: manifest)]
    // No entity takes less room than this.
    guard VersionTable.named(version)?.part != nil,
      manifest.count > ManifestPart.mostWithout * smallestEntity
    else { return whole }
    let box = try slipErrors { try manifest.withUnsafeBytes { try ManifestReader.read($0, limits: limits) } }
    return box.hasParts ? try all(of: box, version: version) : whole
  }

  /// Fewer bytes than any entity takes: a source with its digest has more than 120.
  private static let smallestEntity = 100

  /// A manifest as one document, whether or not the bundle has parts.
  ///
  /// - Parameters:
  ///   - storage: The bundle, of any version.
  ///   - limits: Bounds for reading it.
  /// - Returns: The bytes, of the same version; nil where `manifest.xml` is the one document already.
  package static func joining(
    _ storage: any BundleStorage, limits: Limits
  ) throws(SlipError) -> [UInt8]? {
    guard try hasParts(storage) else { return nil }
    let reading = try ManifestReader.reading(storage: storage, limits: limits)
    return try all(of: reading.box, hasParts: false, version: reading.version).first?.bytes
  }

  /// The paths of the parts that a manifest lists, however invalid it is.
  package static func parts(of storage: some BundleStorage) throws(SlipError) -> [String] {
    let finder = PartFinder()
    _ = try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) { try XMLParser.parse($0, handler: finder) }
    }
    return finder.paths
  }

  /// Whether a manifest lists parts.
  private static func hasParts(_ storage: some BundleStorage) throws(SlipError) -> Bool {
    try !parts(of: storage).isEmpty
  }
}

/// Finds the parts that a manifest lists.
private final class PartFinder: XMLHandler {
  /// Their paths, in the order of the list.
  private(set) var paths: [String] = []
  /// How many elements are open.
  private var depth = 0
  /// Whether the section of parts is open.
  private var isInParts = false

  func startElement(_ element: XMLElement) throws(SlipError) {
    depth += 1
    guard element.isIn(namespace: ManifestElement.namespace) else { return }
    if depth == 2 { isInParts = element.isNamed("parts") }
    if depth == 3, isInParts, element.isNamed("part"),
      let key = element.value("id").flatMap({ ManifestPart.key($0) })
    {
      paths.append(ManifestPart.path(key))
    }
  }

  func endElement() throws(SlipError) { depth -= 1 }
}

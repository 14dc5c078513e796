package import SlipBase
package import SlipNotes

/// The parts of a manifest that aren't as somebody has read them before: what an index needs to follow a large bundle.
package struct ChangedParts: Sendable {
  /// Folders, keywords and history, the notes, attachments and sources of the changed parts, and the attachments of those notes.
  /// Something stands for what they refer to besides.
  package let box: SlipBox
  /// All parts, as the manifest lists them now.
  package let parts: [ManifestPart]
  /// The keys of parts that changed, came or went.
  package let keys: Set<UInt8>
  /// Whether all documents that were read have the canonical form.
  package let isCanonical: Bool

  /// Reads the parts of a bundle that have other digests than before.
  ///
  /// - Parameters:
  ///   - storage: The bundle.
  ///   - known: The digests of the parts that were read before, by key.
  ///   - most: How many parts are read at most.
  ///   - limits: Bounds for their XML.
  /// - Returns: Nil where the manifest has no parts, where more have changed, or where what was read contradicts itself, which
  ///   reading all of it says better.
  /// - Throws: As `ManifestReader.read(storage:limits:)`.
  package static func read(
    _ storage: some BundleStorage, since known: [UInt8: Digest], most: Int, limits: Limits = Limits()
  ) throws(SlipError) -> ChangedParts? {
    var root = try ManifestReader.root(of: storage, limits: limits)
    guard let parts = root.parts else { return nil }
    let changed = parts.filter { known[$0.key] != $0.fact.digest }
    let keys = Set(changed.map(\.key)).union(Set(known.keys).subtracting(parts.map(\.key)))
    guard keys.count <= most else { return nil }
    var isCanonical = root.isCanonical
    var read: [PartEntities] = []
    try ManifestReader.forEachPart(changed, of: storage, limits: limits) { _, part in
      read.append(part.entities)
      isCanonical = isCanonical && part.isCanonical
    }
    let uses = Set(read.lazy.flatMap(\.notes).flatMap(\.attachments).map(\.attachment))
    let elsewhere = Set(uses.map(ManifestPart.key(ofAttachment:))).subtracting(keys)
    guard keys.count + elsewhere.count <= most else { return nil }
    for part in read { root.builder.add(part) }
    try ManifestReader.forEachPart(parts.filter { elsewhere.contains($0.key) }, of: storage, limits: limits) {
      for attachment in $1.entities.attachments where uses.contains(attachment.id) {
        root.builder.add(attachment)
      }
    }
    root.builder.addStandIns(for: read, except: keys, hasAttachments: true)
    let (box, faults) = root.builder.finish()
    guard faults.comeFromParts(except: keys) else { return nil }
    return ChangedParts(box: box, parts: parts, keys: keys, isCanonical: isCanonical)
  }
}

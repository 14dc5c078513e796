/// The documents of a manifest, one behind the other: places are counted through all of them.
struct ManifestDocuments: Sendable {
  /// A part, and where it begins.
  struct Part: Sendable {
    /// The part, as it is listed.
    var part: ManifestPart
    /// Where it begins.
    var start: Int
    /// Its path, relative to the bundle.
    var path: String { part.path }
  }

  /// The parts in the order of their keys.
  private(set) var parts: [Part] = []

  /// Describes a manifest.
  ///
  /// Parts have room for their listed length, and for more where they may be longer: only that places
  /// of two parts differ counts.
  ///
  /// - Parameters:
  ///   - root: The length of `manifest.xml`.
  ///   - listed: The parts.
  init(root: Int, _ listed: [ManifestPart] = []) {
    for (index, part) in listed.sorted(by: { $0.key < $1.key }).enumerated() {
      parts.append(Part(part: part, start: root + 1 + index << 40))
    }
  }

  /// The part with a place; nil where it is in the root.
  func part(at place: Int) -> Part? { parts.last { $0.start <= place } }
}

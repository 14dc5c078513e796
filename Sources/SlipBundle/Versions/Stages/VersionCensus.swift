package import SlipBase

/// What no stage may lose: counts, all text, all blobs.
///
/// Old and new version are each counted by themselves, and compared; so a stage that drops something by
/// mistake can't go unnoticed.
package struct VersionCensus: Sendable, Equatable {
  /// Notes.
  package var notes = 0
  /// Folders.
  package var folders = 0
  /// Keywords.
  package var keywords = 0
  /// Links between notes.
  package var links = 0
  /// Attachments; in versions 2 and 3, different pictures.
  package var attachments = 0
  /// Digest of the digests of all bodies, by id; in version 1, of all texts, by position.
  package var text = Digest(of: [])
  /// Digests of all attachments or pictures.
  package var blobs: Set<Digest> = []

  /// Counts nothing yet.
  package init() {}
}

/// Makes one digest of the digests of all texts; their order matters.
///
/// So two boxes can be compared without holding their texts.
struct TextDigest {
  /// Takes each digest as 64 hexadecimal digits.
  private var digester = Digester()

  /// Takes the next text.
  mutating func add(_ body: Digest) { Array(body.hex.utf8).withUnsafeBytes { digester.update($0) } }

  /// The digest of all.
  func finish() -> Digest { digester.finish() }

  /// The digest of a sequence of texts.
  static func of(_ bodies: some Sequence<Digest>) -> Digest {
    var digest = TextDigest()
    for body in bodies { digest.add(body) }
    return digest.finish()
  }
}

extension V1Box {
  /// Notes and their texts.
  var census: VersionCensus {
    var census = VersionCensus()
    census.notes = notes.count
    census.text = TextDigest.of(notes.lazy.map { Digest(of: Array($0.text.utf8)) })
    return census
  }
}

extension V2Box {
  /// Notes, keywords, bodies and pictures.
  var census: VersionCensus {
    var census = VersionCensus()
    (census.notes, census.keywords) = (notes.count, keywords.count)
    census.text = TextDigest.of(notes.lazy.map { Digest(of: $0.formattedBodyText) })
    census.blobs = Set(notes.compactMap { $0.image.map { Digest(of: $0.bytes) } })
    census.attachments = census.blobs.count
    return census
  }
}

extension V3Box {
  /// Notes, keywords, folders, links, bodies and pictures.
  var census: VersionCensus {
    var census = VersionCensus()
    (census.notes, census.keywords, census.folders) = (notes.count, keywords.count, folders.count)
    census.links = notes.reduce(0) { $0 + $1.links.count }
    census.text = TextDigest.of(notes.lazy.map { Digest(of: $0.formattedBodyText) })
    census.blobs = Set(notes.compactMap { $0.image.map { Digest(of: $0.bytes) } })
    census.attachments = census.blobs.count
    return census
  }
}

extension V4Box {
  /// The same, by the facts that the manifest lists.
  var census: VersionCensus {
    var census = VersionCensus()
    (census.notes, census.keywords, census.folders) = (notes.count, keywords.count, folders.count)
    census.links = notes.reduce(0) { $0 + $1.links.count }
    census.attachments = attachments.count
    census.text = TextDigest.of(notes.lazy.map(\.body.digest))
    census.blobs = Set(attachments.map(\.blob.digest))
    return census
  }
}

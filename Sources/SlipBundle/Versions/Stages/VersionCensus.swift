package import SlipBase

/// What no stage may lose: counts, all text, all blobs.
package struct VersionCensus: Sendable, Equatable {
  package var notes = 0
  package var folders = 0
  package var keywords = 0
  package var links = 0
  package var attachments = 0
  /// Digest of the digests of all bodies, by id; of all texts in version 1, by position.
  package var text = Digest(of: [])
  package var blobs: Set<Digest> = []

  package init() {}
}

/// Makes the digest of all texts.
struct TextDigest {
  private var digester = Digester()

  mutating func add(_ body: Digest) { Array(body.hex.utf8).withUnsafeBytes { digester.update($0) } }

  func finish() -> Digest { digester.finish() }

  static func of(_ bodies: some Sequence<Digest>) -> Digest {
    var digest = TextDigest()
    for body in bodies { digest.add(body) }
    return digest.finish()
  }
}

extension V1Box {
  var census: VersionCensus {
    var census = VersionCensus()
    census.notes = notes.count
    census.text = TextDigest.of(notes.lazy.map { Digest(of: Array($0.text.utf8)) })
    return census
  }
}

extension V2Box {
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

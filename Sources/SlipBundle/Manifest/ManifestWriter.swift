public import SlipBase
public import SlipNotes

/// Writes a box as a manifest of the current version. The same box gives the same bytes.
///
/// For that, everything that XML leaves open is fixed: one element a line, two spaces a level, LF, double
/// quotes, attributes in the order of `ManifestElement`, attributes with default values left out, entities in
/// the order of their ids. Neither clock nor locale nor chance has an influence.
///
/// `write` and `bytes` make one document of any box, as it travels by itself. In a bundle a large box has parts:
/// `write(_:part:root:)`.
public enum ManifestWriter {
  /// Writes the manifest in pieces of about 64 KiB, so that memory doesn't grow with the box.
  ///
  /// - Parameters:
  ///   - box: What to write.
  ///   - output: Takes each piece; its bytes are valid during the call only.
  /// - Returns: Length and digest of all that was written, for `manifest.sha256`.
  /// - Throws: `SlipError` with code `ManifestCode.unwritable` for a value that no manifest can hold: a date
  ///   outside the years 1 to 9999, a colour component outside 0…1, a text of more bytes than readers take, a
  ///   malformed foreign element. What `output` throws.
  public static func write(
    _ box: SlipBox, to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FileFact {
    try write(box, parts: nil, to: output)
  }

  /// Writes the documents of a bundle's manifest: all parts, then the root. A small box has no parts.
  ///
  /// - Parameters:
  ///   - box: What to write.
  ///   - part: Takes a whole part; its bytes are valid during the call only.
  ///   - root: Takes each piece of `manifest.xml`.
  /// - Returns: Length and digest of the root.
  /// - Throws: As `write(_:to:)`, and what the closures throw.
  public static func write(
    _ box: SlipBox, part: (ManifestPart, UnsafeRawBufferPointer) throws -> Void,
    root: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FileFact {
    try write(box, hasParts: box.hasParts, part: part, root: root)
  }

  /// The same with parts or without, whatever the size of the box.
  ///
  /// - Parameters:
  ///   - box: What to write.
  ///   - hasParts: Whether there are parts.
  ///   - version: The version of a box that has no more than an earlier one.
  ///   - part: Takes a whole part; its bytes are valid during the call only.
  ///   - root: Takes each piece of `manifest.xml`.
  /// - Returns: Length and digest of the root.
  /// - Throws: As `write(_:to:)`, and what the closures throw.
  static func write(
    _ box: SlipBox, hasParts: Bool, version: Int = VersionTable.current,
    part: (ManifestPart, UnsafeRawBufferPointer) throws -> Void,
    root: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FileFact {
    guard hasParts else { return try write(box, parts: nil, version: version, to: root) }
    var parts: [ManifestPart] = []
    for content in box.partContents() where !content.isEmpty {
      let (listed, bytes) = try write(content, of: box, version: version)
      try bytes.withUnsafeBytes { try part(listed, $0) }
      parts.append(listed)
    }
    return try write(box, parts: parts, version: version, to: root)
  }

  /// A part of a box.
  static func write(
    _ content: PartContent, of box: SlipBox, version: Int = VersionTable.current
  ) throws(SlipError) -> (ManifestPart, [UInt8]) {
    let bytes = try part(
      content.key, attachments: content.attachmentIDs.lazy.compactMap { box.attachment($0) },
      sources: content.sourceIDs.lazy.compactMap { box.source($0) },
      notes: content.noteIDs.lazy.compactMap { box.note($0) }, version: version)
    let part = ManifestPart(
      content.key, fact: FileFact(of: bytes), attachments: content.attachmentIDs.count,
      sources: content.sourceIDs.count, notes: content.noteIDs.count)
    return (part, bytes)
  }

  /// The document of a part.
  static func part(
    _ key: UInt8, attachments: some Sequence<Attachment>, sources: some Sequence<Source>,
    notes: some Sequence<Note>, version: Int = VersionTable.current
  ) throws(SlipError) -> [UInt8] {
    var bytes: [UInt8] = []
    try slipErrors {
      try withoutActuallyEscaping({ (piece: UnsafeRawBufferPointer) in bytes.append(contentsOf: piece) }) {
        var writing = ManifestWriting(to: $0)
        try writing.write(
          part: key, attachments: attachments, sources: sources, notes: notes, version: version)
        try writing.finish()
      }
    }
    return bytes
  }

  /// The same; in place of entities that are in parts, the list of these is written.
  ///
  /// - Parameters:
  ///   - parts: The parts; nil for a manifest that is one document.
  ///   - version: The version of a box that has no more than an earlier one.
  static func write(
    _ box: SlipBox, parts: [ManifestPart]?, version: Int = VersionTable.current,
    to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FileFact {
    var digester = Digester()
    try withoutActuallyEscaping(output) { output in
      var session = ManifestWriting { bytes in
        digester.update(bytes)
        try output(bytes)
      }
      try session.write(box, parts: parts, version: version)
      try session.finish()
    }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length)
  }

  /// The whole manifest in memory, as one document.
  ///
  /// - Throws: As `write`.
  public static func bytes(_ box: SlipBox) throws(SlipError) -> [UInt8] {
    var bytes: [UInt8] = []
    try slipErrors { _ = try write(box) { bytes.append(contentsOf: $0) } }
    return bytes
  }
}

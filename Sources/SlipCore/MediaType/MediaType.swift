/// The kind of some data: an Internet media type (RFC 6838) and the file extension that goes with
/// it.
///
/// `sniff` decides by content only; a file's name is a claim, not evidence. The known types are a
/// closed set, the rows of `MediaTypeTable`. So two values are equal exactly when they mean the
/// same type.
public struct MediaType: Sendable, Hashable {
  /// The media type as it appears in a manifest or a `data:` URL, such as `image/png`: lower case,
  /// no parameters.
  public let name: String
  /// The file extension that this type gets: lower case, without the dot, such as `png`.
  public let fileExtension: String

  /// Creates a type for a row of the table. Other code takes the types from there.
  init(_ name: String, _ fileExtension: String) {
    self.name = name
    self.fileExtension = fileExtension
  }

  /// The type of some bytes, by their content.
  ///
  /// Any input gives a result: `.binary` where nothing fits, also for no bytes at all. The function
  /// looks at the start of the data, and for ZIP files at the directory at their end as well.
  public static func sniff(_ bytes: UnsafeRawBufferPointer) -> MediaType {
    guard !bytes.isEmpty else { return .binary }
    for row in MediaTypeTable.rows where row.signatures.contains(where: { $0.matches(bytes) }) {
      return row.refine?(bytes) ?? row.type
    }
    return TextSniffer.sniff(bytes) ?? .binary
  }

  /// The type with the given name or alias, such as `image/jpg`; nil for an unknown one. Case and
  /// parameters after `;` are ignored.
  public static func named(_ name: some StringProtocol) -> MediaType? {
    let bare = String(name.prefix { $0 != ";" && $0 != " " && $0 != "\t" }).lowercased()
    return MediaTypeTable.rows.first { $0.type.name == bare || $0.aliases.contains(bare) }?.type
  }

  /// The type that files with the given extension claim to have; nil for an unknown one.
  ///
  /// - Parameter fileExtension: The extension without its dot, in any case.
  public static func forFileExtension(_ fileExtension: some StringProtocol) -> MediaType? {
    let wanted = fileExtension.lowercased()
    return MediaTypeTable.rows.first {
      $0.type.fileExtension == wanted || $0.extensions.contains(wanted)
    }?.type
  }

  /// Whether this is a picture, in a raster or vector format.
  public var isImage: Bool { name.hasPrefix("image/") }
  /// Whether this is a picture, a sound or a film.
  package var isMedia: Bool { isImage || name.hasPrefix("audio/") || name.hasPrefix("video/") }
}

extension MediaType: CustomStringConvertible {
  /// The name, such as `image/png`.
  public var description: String { name }
}

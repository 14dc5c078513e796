/// What kind of data some bytes are: an Internet media type and the file extension that goes with it.
///
/// Types are told by content only (`sniff`); a file's name is a claim, not evidence. `MediaTypeTable.rows`
/// is the closed set of types that are known.
public struct MediaType: Sendable, Hashable {
  /// The type as it stands in a manifest or a `data:` link, such as `image/png`: lower case, no parameters.
  public let name: String
  /// The extension that files of this type get, without the dot, lower case: `png`.
  public let fileExtension: String

  /// For the rows of the table; others take a type from there.
  init(_ name: String, _ fileExtension: String) {
    self.name = name
    self.fileExtension = fileExtension
  }

  /// The type of `bytes` by their content; `.binary` when nothing fits, also for no bytes at all.
  ///
  /// Total on any bytes. Looks at the start of the data, for ZIP files also at their directory at the end.
  public static func sniff(_ bytes: UnsafeRawBufferPointer) -> MediaType {
    guard !bytes.isEmpty else { return .binary }
    for row in MediaTypeTable.rows where row.signatures.contains(where: { $0.matches(bytes) }) {
      return row.refine?(bytes) ?? row.type
    }
    return TextSniffer.sniff(bytes) ?? .binary
  }

  /// The type of that name or one of its aliases (`image/jpg`); parameters after `;` and case don't matter.
  public static func named(_ name: some StringProtocol) -> MediaType? {
    let bare = String(name.prefix { $0 != ";" && $0 != " " && $0 != "\t" }).lowercased()
    return MediaTypeTable.rows.first { $0.type.name == bare || $0.aliases.contains(bare) }?.type
  }

  /// The type that files with that extension (no dot, any case) claim to be.
  public static func forFileExtension(_ fileExtension: some StringProtocol) -> MediaType? {
    let wanted = fileExtension.lowercased()
    return MediaTypeTable.rows.first {
      $0.type.fileExtension == wanted || $0.extensions.contains(wanted)
    }?.type
  }

  /// Whether this is a picture of any kind, vector formats included.
  public var isImage: Bool { name.hasPrefix("image/") }
}

extension MediaType: CustomStringConvertible {
  public var description: String { name }
}

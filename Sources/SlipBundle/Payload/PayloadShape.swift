internal import SlipBase

/// The kinds of files that a bundle's tree has, as their paths alone show.
///
/// A path with the right shape need not belong to anything: whether a note has it, only the manifest tells.
public enum PayloadShape: Sendable, Hashable, CaseIterable {
  /// `mimetype`, `manifest.xml`, `manifest.sha256` or `.gitattributes`.
  case own
  /// A note's RTF: `notes/<2 hex>/<uuid>.rtf`.
  case body
  /// The plain text of a note's RTF: `notes/<2 hex>/<uuid>.txt`.
  case mirror
  /// The bytes of an attachment: `attachments/<2 hex>/<sha256>.<ext>`.
  case attachment
  /// The thumbnail of the attachment with that digest: `thumbnails/<2 hex>/<sha256>.<png|jpg>`.
  case thumbnail
  /// What is retained of an imported file: `sources/<2 hex>/<sha256>.<ext>`.
  case source

  /// The four folders that hold payload, in bytewise order.
  public static let folders = [
    PayloadPath.attachments, PayloadPath.notes, PayloadPath.sources, PayloadPath.thumbnails,
  ]

  /// The kind of file that has this path; nil for a path that no file of a bundle has.
  public init?(path: String) {
    switch path {
    case BundleLayout.mimetypePath, BundleLayout.manifestPath, BundleLayout.manifestDigestPath,
      BundleLayout.gitAttributesPath:
      self = .own
      return
    default: break
    }
    switch PayloadKey(path: path) {
    case .body: self = .body
    case .mirror: self = .mirror
    case .blob: self = .attachment
    case .thumbnail: self = .thumbnail
    case .kept: self = .source
    case nil: return nil
    }
  }

  /// Whether a path is that of a folder that holds payload, such as `notes` or `notes/ab`.
  public static func isFolder(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard let first = parts.first, folders.contains(where: { first.elementsEqual($0.utf8) }) else {
      return false
    }
    return parts.count == 1 || (parts.count == 2 && parts[1].count == 2 && parts[1].allSatisfy(isHex))
  }

  /// Whether a byte is a lower-case hexadecimal digit.
  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}

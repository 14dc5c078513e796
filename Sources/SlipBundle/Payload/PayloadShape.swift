internal import SlipBase

/// The kinds of files that a bundle's tree has, as their paths alone show.
///
/// A path with the right shape need not belong to anything: whether a note has it, only the manifest tells.
public enum PayloadShape: Sendable, Hashable, CaseIterable {
  /// `mimetype`, `manifest.xml`, `manifest.sha256` or `.gitattributes`.
  case own
  /// A part of the manifest: `manifest/<2 hex>.xml`.
  case part
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
  /// What was done to the box: `history/<8 digits>.xml`.
  case transaction
  /// A file that a transaction replaced: `history/kept/<2 hex>/<sha256>.<ext>`.
  case replaced

  /// The folders that hold payload, in bytewise order.
  public static let folders = [
    PayloadPath.attachments, PayloadPath.history, PayloadPath.replaced, ManifestPart.folder,
    PayloadPath.notes,
    PayloadPath.sources, PayloadPath.thumbnails,
  ]

  /// The kind of file that has this path; nil for a path that no file of a bundle has, of whatever version.
  public init?(path: String) {
    switch path {
    case BundleLayout.mimetypePath, BundleLayout.manifestPath, BundleLayout.manifestDigestPath,
      BundleLayout.gitAttributesPath:
      self = .own
      return
    default: break
    }
    if ManifestPart.key(path: path) != nil {
      self = .part
      return
    }
    switch PayloadKey(path: path) {
    case .body: self = .body
    case .mirror: self = .mirror
    case .blob: self = .attachment
    case .thumbnail: self = .thumbnail
    case .kept: self = .source
    case .transaction: self = .transaction
    case .replaced: self = .replaced
    case nil: return nil
    }
  }

  /// Whether a path is that of a folder that holds payload, such as `notes` or `notes/ab`.
  public static func isFolder(_ path: String) -> Bool {
    if folders.contains(path) { return true }
    let name = path.utf8.suffix(3)
    return name.first == 0x2F && name.count == 3 && name.dropFirst().allSatisfy(isHex)
      && folders.contains {
        ![PayloadPath.history, ManifestPart.folder].contains($0)
          && path.utf8.dropLast(3).elementsEqual($0.utf8)
      }
  }

  /// Whether a byte is a lower-case hexadecimal digit.
  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}

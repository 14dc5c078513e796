internal import SlipBase

/// The kinds of files that a bundle's tree has, told by their paths alone.
public enum PayloadShape: Sendable, Hashable, CaseIterable {
  /// `mimetype`, `manifest.xml`, `manifest.sha256`, `.gitattributes`.
  case own
  /// `notes/<2 hex>/<uuid>.rtf`
  case body
  /// `notes/<2 hex>/<uuid>.txt`
  case mirror
  /// `attachments/<2 hex>/<sha256>.<ext>`
  case attachment
  /// `thumbnails/<2 hex>/<sha256>.<png|jpg>`
  case thumbnail
  /// `sources/<2 hex>/<sha256>.<ext>`
  case source

  public static let folders = [
    PayloadPath.attachments, PayloadPath.notes, PayloadPath.sources, PayloadPath.thumbnails,
  ]

  /// Nil for what is none of them.
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

  /// A folder that holds payload, such as `notes` or `notes/ab`.
  public static func isFolder(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard let first = parts.first, folders.contains(where: { first.elementsEqual($0.utf8) }) else {
      return false
    }
    return parts.count == 1 || (parts.count == 2 && parts[1].count == 2 && parts[1].allSatisfy(isHex))
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}

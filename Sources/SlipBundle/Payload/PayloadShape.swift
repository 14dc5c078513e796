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

  public static let folders = ["attachments", "notes", "sources", "thumbnails"]

  /// Nil for what is none of them.
  public init?(path: String) {
    switch path {
    case BundleLayout.mimetypePath, BundleLayout.manifestPath, BundleLayout.manifestDigestPath,
      BundleLayout.gitAttributesPath:
      self = .own
      return
    default: break
    }
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard parts.count == 3, let dot = parts[2].firstIndex(of: 0x2E) else { return nil }
    let stem = parts[2][..<dot]
    let suffix = parts[2][dot...].dropFirst()
    guard parts[1].count == 2, stem.starts(with: parts[1]) else { return nil }
    switch Substring(parts[0]) {
    case "notes" where PayloadShape.isUUID(stem) && suffix.elementsEqual("rtf".utf8): self = .body
    case "notes" where PayloadShape.isUUID(stem) && suffix.elementsEqual("txt".utf8): self = .mirror
    case "attachments" where PayloadShape.isDigest(stem) && PayloadShape.isExtension(suffix):
      self = .attachment
    case "thumbnails" where PayloadShape.isDigest(stem) && PayloadShape.isPicture(suffix): self = .thumbnail
    case "sources" where PayloadShape.isDigest(stem) && PayloadShape.isExtension(suffix): self = .source
    default: return nil
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

  private typealias Bytes = Substring.UTF8View

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func isDigest(_ text: Bytes) -> Bool { text.count == 64 && text.allSatisfy(isHex) }

  /// Lower-case, 36 characters.
  private static func isUUID(_ text: Bytes) -> Bool {
    guard text.count == 36 else { return false }
    return text.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == 0x2D
      default: isHex(byte)
      }
    }
  }

  private static func isExtension(_ text: Bytes) -> Bool {
    (1...16).contains(text.count)
      && text.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  private static func isPicture(_ text: Bytes) -> Bool {
    text.elementsEqual("png".utf8) || text.elementsEqual("jpg".utf8)
  }
}

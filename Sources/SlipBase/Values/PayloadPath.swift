/// Where a file of a bundle lies: `<folder>/<2 hex>/<id or digest>.<extension>`, made from what names it.
///
/// This is the one grammar of such paths. The first two digits of the name make a folder, so that none has a million
/// entries.
public struct PayloadPath: Hashable, Sendable {
  /// The folder of bodies and mirrors.
  public static let notes = "notes"
  /// The folder of blobs.
  public static let attachments = "attachments"
  /// The folder of thumbnails.
  public static let thumbnails = "thumbnails"
  /// The folder of what is kept of imported files.
  public static let sources = "sources"

  /// What a body's name ends in.
  public static let bodyExtension = "rtf"
  /// What a mirror's name ends in.
  public static let mirrorExtension = "txt"

  /// Which file it is.
  public let key: PayloadKey
  /// One to eight lower-case letters and digits.
  public let fileExtension: String

  /// Reads a path from the bundle's root; nil for one that no file of a bundle has.
  public init?(_ path: UnsafeRawBufferPointer) {
    guard let dot = path.lastIndex(of: 0x2E), PayloadPath.isExtension(path[(dot + 1)...]),
      let slash = path.firstIndex(of: 0x2F), dot > slash + 4, path[slash + 3] == 0x2F,
      path[slash + 1] == path[slash + 4], path[slash + 2] == path[slash + 5]
    else { return nil }
    let folder = path[..<slash]
    let name = UnsafeRawBufferPointer(rebasing: path[(slash + 4)..<dot])
    fileExtension = String(decoding: path[(dot + 1)...], as: UTF8.self)
    guard let key = PayloadKey(folder: folder, name: name, fileExtension: fileExtension) else { return nil }
    self.key = key
  }

  /// The same for text.
  public init?(_ path: some StringProtocol) {
    var path = String(path)
    guard let known = path.withUTF8({ PayloadPath(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = known
  }

  /// A note's RTF body.
  public static func body(_ id: UniqueID) -> String { join(notes, id.description, bodyExtension) }
  /// The plain text of that body.
  public static func mirror(_ id: UniqueID) -> String { join(notes, id.description, mirrorExtension) }
  /// An attachment's bytes.
  public static func blob(_ digest: Digest, _ fileExtension: String) -> String {
    join(attachments, digest.hex, fileExtension)
  }
  /// The thumbnail of the attachment with that digest.
  public static func thumbnail(_ digest: Digest, _ fileExtension: String) -> String {
    join(thumbnails, digest.hex, fileExtension)
  }
  /// What is kept of an imported file.
  public static func kept(_ digest: Digest, _ fileExtension: String) -> String {
    join(sources, digest.hex, fileExtension)
  }

  private static func join(_ folder: String, _ name: String, _ fileExtension: String) -> String {
    "\(folder)/\(name.prefix(2))/\(name).\(fileExtension)"
  }

  /// One to eight lower-case letters and digits.
  public static func isExtension(_ text: some StringProtocol) -> Bool { isExtension(text.utf8) }

  /// The same for bytes.
  public static func isExtension(_ text: some Sequence<UInt8>) -> Bool {
    var count = 0
    for byte in text {
      guard (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) else { return false }
      count += 1
    }
    return (1...8).contains(count)
  }
}

/// Which file of a bundle it is: what kind of file, of which note, attachment or source.
public enum PayloadKey: Hashable, Sendable {
  case body(UniqueID)
  case mirror(UniqueID)
  case blob(Digest)
  case thumbnail(Digest)
  case kept(Digest)

  fileprivate init?(
    folder: Slice<UnsafeRawBufferPointer>, name: UnsafeRawBufferPointer, fileExtension: String
  ) {
    // Digits of ids are lower-case as well; those of digests are never anything else.
    guard !name.contains(where: { (0x41...0x5A).contains($0) }) else { return nil }
    func lies(in known: String) -> Bool { folder.elementsEqual(known.utf8) }
    if lies(in: PayloadPath.notes), name.count == 36, let id = UniqueID(bytes: name) {
      switch fileExtension {
      case PayloadPath.bodyExtension: self = .body(id)
      case PayloadPath.mirrorExtension: self = .mirror(id)
      default: return nil
      }
      return
    }
    guard name.count == 64, let digest = Digest(hexBytes: name) else { return nil }
    if lies(in: PayloadPath.attachments) {
      self = .blob(digest)
    } else if lies(in: PayloadPath.sources) {
      self = .kept(digest)
    } else if lies(in: PayloadPath.thumbnails), fileExtension == "png" || fileExtension == "jpg" {
      self = .thumbnail(digest)
    } else {
      return nil
    }
  }
}

extension PayloadKey {
  /// The digest that the file must have, where its path says so.
  public var digest: Digest? {
    switch self {
    case .blob(let digest), .kept(let digest): digest
    case .body, .mirror, .thumbnail: nil
    }
  }

  /// Reads a path from the bundle's root; nil for one that no file of a bundle has.
  public init?(path: UnsafeRawBufferPointer) {
    guard let path = PayloadPath(path) else { return nil }
    self = path.key
  }

  /// The same for text.
  public init?(path: some StringProtocol) {
    guard let path = PayloadPath(path) else { return nil }
    self = path.key
  }
}

// MARK: As bodies name attachments

/// Bodies lie two folders deep, so they name an attachment by `../../attachments/<2 hex>/<sha256>.<extension>`.
extension PayloadPath {
  private static let upFromBody = "../../"

  /// An attachment's path as a body names it.
  public static func blobFromBody(_ digest: Digest, _ fileExtension: String) -> String {
    upFromBody + blob(digest, fileExtension)
  }

  /// The attachment that a path in a body names; nil for every other file, which lies outside the bundle.
  public static func attachment(fromBody path: String) -> Digest? {
    guard path.utf8.starts(with: upFromBody.utf8),
      case .blob(let digest)? = PayloadPath(path.dropFirst(upFromBody.count))?.key
    else { return nil }
    return digest
  }

  /// The attachment's path as a body names it, from the end of one that a word processor made absolute.
  public static func blobFromBody(atEndOf path: String) -> (path: String, attachment: Digest)? {
    let end = path.split(separator: "/", omittingEmptySubsequences: false).suffix(3).joined(separator: "/")
    guard case .blob(let digest)? = PayloadPath(end)?.key else { return nil }
    return (upFromBody + end, digest)
  }

  /// The attachment whose file has the name that a path ends in, whatever folders are named before it: programs that
  /// save a body may move those. Both slashes part folders.
  public static func attachment(namedBy path: String) -> Digest? {
    let folder = path.utf8.lastIndex { $0 == 0x2F || $0 == 0x5C }
    let name = path.utf8[(folder.map { path.utf8.index(after: $0) } ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: 0x2E), isExtension(name[dot...].dropFirst()) else { return nil }
    return Digest(hex: path[name.startIndex..<dot])
  }
}

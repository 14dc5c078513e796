/// The path of a payload file within a bundle: `<folder>/<2 hex>/<id or digest>.<extension>`.
///
///     notes/6f/6f1c…-….rtf            a body, named by the note's UUID
///     notes/6f/6f1c…-….txt            its mirror, the plain text
///     attachments/a3/a3b1….png        a blob, named by its SHA-256 digest
///     thumbnails/a3/a3b1….jpg         the thumbnail of that blob
///     sources/c0/c09d….rtf            the original of an imported file
///     history/00000012-5d0e3f41.xml   the twelfth transaction, with the beginning of its digest
///     history/kept/7f/7f02….rtf       a file that a transaction replaced
///
/// This type is the only place that knows the grammar. The first two digits of the name are a
/// folder, so that no folder has a million entries.
public struct PayloadPath: Hashable, Sendable {
  /// The folder of bodies and mirrors.
  public static let notes = "notes"
  /// The folder of blobs, the bytes of attachments.
  public static let attachments = "attachments"
  /// The folder of thumbnails.
  public static let thumbnails = "thumbnails"
  /// The folder of originals of imported files.
  public static let sources = "sources"
  /// The folder of transactions.
  public static let history = "history"
  /// The folder of files that transactions replaced, which `undo` needs.
  public static let replaced = "history/kept"

  /// The extension of a body.
  public static let bodyExtension = "rtf"
  /// The extension of a mirror.
  public static let mirrorExtension = "txt"
  /// The extension of a transaction.
  public static let transactionExtension = "xml"

  /// What the path names: which note's body, which attachment, and so on.
  public let key: PayloadKey
  /// The extension: one to eight lower-case ASCII letters and digits.
  public let fileExtension: String

  /// Reads a path relative to the bundle's root; nil for one that no payload file has.
  ///
  /// Each file has exactly one spelling: upper-case digits, for example, are refused.
  public init?(_ path: UnsafeRawBufferPointer) {
    if let key = PayloadPath.transactionKey(path) {
      (self.key, fileExtension) = (key, PayloadPath.transactionExtension)
      return
    }
    // Replaced files lie one folder deeper than all others.
    let root = path.starts(with: "\(PayloadPath.replaced)/".utf8) ? PayloadPath.history.utf8.count + 1 : 0
    guard let dot = path.lastIndex(of: 0x2E), PayloadPath.isExtension(path[(dot + 1)...]),
      let slash = path[root...].firstIndex(of: 0x2F), dot > slash + 4, path[slash + 3] == 0x2F,
      path[slash + 1] == path[slash + 4], path[slash + 2] == path[slash + 5]
    else { return nil }
    let folder = path[..<slash]
    let name = UnsafeRawBufferPointer(rebasing: path[(slash + 4)..<dot])
    fileExtension = String(decoding: path[(dot + 1)...], as: UTF8.self)
    guard let key = PayloadKey(folder: folder, name: name, fileExtension: fileExtension) else { return nil }
    self.key = key
  }

  /// Reads a path relative to the bundle's root, given as text.
  public init?(_ path: some StringProtocol) {
    var path = String(path)
    guard let known = path.withUTF8({ PayloadPath(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = known
  }

  /// The path of a note's RTF body.
  public static func body(_ id: UniqueID) -> String { join(notes, 36, bodyExtension) { id.store(in: $0) } }
  /// The path of a note's mirror, the plain text of its body.
  public static func mirror(_ id: UniqueID) -> String {
    join(notes, 36, mirrorExtension) { id.store(in: $0) }
  }
  /// The path of an attachment's bytes.
  public static func blob(_ digest: Digest, _ fileExtension: String) -> String {
    join(attachments, 64, fileExtension) { digest.store(in: $0) }
  }
  /// The path of the thumbnail of the attachment with the given digest.
  public static func thumbnail(_ digest: Digest, _ fileExtension: String) -> String {
    join(thumbnails, 64, fileExtension) { digest.store(in: $0) }
  }
  /// The path of the retained original of an imported file.
  public static func kept(_ digest: Digest, _ fileExtension: String) -> String {
    join(sources, 64, fileExtension) { digest.store(in: $0) }
  }

  /// The path of a transaction.
  ///
  /// The beginning of its digest keeps transactions apart that two copies of a bundle recorded under the
  /// same number.
  ///
  /// - Parameters:
  ///   - number: From 1 to 99,999,999.
  ///   - digest: That of the file.
  public static func transaction(_ number: Int, _ digest: Digest) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 8 - digits.utf8.count))
    return "\(history)/\(zeros)\(digits)-\(digest.hex.prefix(8)).\(transactionExtension)"
  }
  /// The path of a file that a transaction replaced.
  public static func replaced(_ digest: Digest, _ fileExtension: String) -> String {
    join(replaced, 64, fileExtension) { digest.store(in: $0) }
  }

  /// The transaction at a path; nil for any other path.
  private static func transactionKey(_ path: UnsafeRawBufferPointer) -> PayloadKey? {
    let (folder, end) = ("\(history)/".utf8, ".\(transactionExtension)".utf8)
    let length = folder.count + 17 + end.count
    guard path.count == length, path.starts(with: folder), path[(length - end.count)...].elementsEqual(end)
    else { return nil }
    let name = path[folder.count..<(length - end.count)]
    let (digits, prefix) = (name.prefix(8), name.suffix(8))
    guard digits.allSatisfy({ $0.isASCIIDigit }), name[name.startIndex + 8] == 0x2D,
      prefix.allSatisfy({ $0.isLowercaseHexDigit }),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 0
    else { return nil }
    return .transaction(number, digestPrefix: String(decoding: prefix, as: UTF8.self))
  }

  /// Puts a path together; the first two digits of the name become a folder.
  ///
  /// Hundreds of thousands may be held at a time, so none takes more room than it needs.
  ///
  /// - Parameters:
  ///   - folder: The folder, in ASCII.
  ///   - length: The number of bytes of the name.
  ///   - fileExtension: The extension.
  ///   - store: Writes the name.
  private static func join(
    _ folder: String, _ length: Int, _ fileExtension: String,
    _ store: (UnsafeMutableRawBufferPointer) -> Void
  ) -> String {
    let (folder, suffix) = (folder.utf8, fileExtension.utf8)
    let count = folder.count + length + suffix.count + 5
    return String(unsafeUninitializedCapacity: count) { buffer in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      bytes[..<folder.count].copyBytes(from: folder)
      let name = folder.count + 4
      store(UnsafeMutableRawBufferPointer(rebasing: bytes[name..<(name + length)]))
      (bytes[name - 4], bytes[name - 1]) = (0x2F, 0x2F)
      (bytes[name - 3], bytes[name - 2]) = (bytes[name], bytes[name + 1])
      bytes[name + length] = 0x2E
      bytes[(name + length + 1)..<count].copyBytes(from: suffix)
      return count
    }
  }

  /// Whether a text may be the extension of a payload file: one to eight lower-case ASCII letters
  /// and digits.
  public static func isExtension(_ text: some StringProtocol) -> Bool { isExtension(text.utf8) }

  /// Whether bytes may be the extension of a payload file.
  public static func isExtension(_ text: some Sequence<UInt8>) -> Bool {
    var count = 0
    for byte in text {
      guard byte.isASCIIDigit || byte.isASCIILowercase else { return false }
      count += 1
    }
    return (1...8).contains(count)
  }
}

/// What a payload file is: the kind of file, and the note, attachment or source that it belongs to.
public enum PayloadKey: Hashable, Sendable {
  /// The RTF body of the note with this id.
  case body(UniqueID)
  /// The plain text of that note's body.
  case mirror(UniqueID)
  /// The bytes of an attachment, which have this digest.
  case blob(Digest)
  /// The thumbnail of the attachment with this digest.
  case thumbnail(Digest)
  /// The retained original of an imported file, without the pictures that are stored as
  /// attachments. These bytes have this digest.
  case kept(Digest)
  /// The transaction with this number, from 1 on, whose digest begins with these 8 hexadecimal digits.
  case transaction(Int, digestPrefix: String)
  /// A file that a transaction replaced. Its bytes have this digest.
  case replaced(Digest)

  /// Reads the parts of a path. Nil where the folder is unknown, or the name or extension is none
  /// that the folder holds.
  fileprivate init?(
    folder: Slice<UnsafeRawBufferPointer>, name: UnsafeRawBufferPointer, fileExtension: String
  ) {
    // Digests are read in lower case only, but ids in either case; so this check is for ids.
    guard !name.contains(where: { $0.isASCIIUppercase }) else { return nil }
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
    } else if lies(in: PayloadPath.replaced) {
      self = .replaced(digest)
    } else if lies(in: PayloadPath.thumbnails), fileExtension == "png" || fileExtension == "jpg" {
      self = .thumbnail(digest)
    } else {
      return nil
    }
  }
}

extension PayloadKey {
  /// The digest that the file's content must have, where its path says so; nil for bodies, mirrors,
  /// thumbnails and transactions.
  public var digest: Digest? {
    switch self {
    case .blob(let digest), .kept(let digest), .replaced(let digest): digest
    case .body, .mirror, .thumbnail, .transaction: nil
    }
  }

  /// Reads a path relative to the bundle's root; nil for one that no payload file has.
  public init?(path: UnsafeRawBufferPointer) {
    guard let path = PayloadPath(path) else { return nil }
    self = path.key
  }

  /// Reads a path relative to the bundle's root, given as text.
  public init?(path: some StringProtocol) {
    guard let path = PayloadPath(path) else { return nil }
    self = path.key
  }
}

// MARK: As bodies name attachments

/// The paths by which bodies name attachments.
///
/// Bodies are two folders deep, so they name an attachment by `../../attachments/<2
/// hex>/<sha256>.<extension>`.
extension PayloadPath {
  /// The way from a body's folder to the bundle's root.
  private static let upFromBody = "../../"

  /// The path by which a body names an attachment.
  public static func blobFromBody(_ digest: Digest, _ fileExtension: String) -> String {
    upFromBody + blob(digest, fileExtension)
  }

  /// The digest of the attachment that a path in a body names; nil for any other file, which is
  /// outside the bundle.
  public static func attachment(fromBody path: String) -> Digest? {
    guard path.utf8.starts(with: upFromBody.utf8),
      case .blob(let digest)? = PayloadPath(path.dropFirst(upFromBody.count))?.key
    else { return nil }
    return digest
  }

  /// Recovers an attachment's path from one that a word processor made absolute, such as
  /// `file:///home/me/box/attachments/a3/a3b1….png`.
  ///
  /// - Returns: The path by which a body names the attachment, and its digest; nil where the path
  ///   doesn't end in that of an attachment.
  public static func blobFromBody(atEndOf path: String) -> (path: String, attachment: Digest)? {
    let end = path.split(separator: "/", omittingEmptySubsequences: false).suffix(3).joined(separator: "/")
    guard case .blob(let digest)? = PayloadPath(end)?.key else { return nil }
    return (upFromBody + end, digest)
  }

  /// The digest of the attachment whose file name a path ends in, whatever folders precede it; nil
  /// where the name is no digest with an extension.
  ///
  /// Programs that save a body may change the folders. Both `/` and `\` separate them.
  public static func attachment(namedBy path: String) -> Digest? {
    let folder = path.utf8.lastIndex { $0 == 0x2F || $0 == 0x5C }
    let name = path.utf8[(folder.map { path.utf8.index(after: $0) } ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: 0x2E), isExtension(name[dot...].dropFirst()) else { return nil }
    return Digest(hex: path[name.startIndex..<dot])
  }
}

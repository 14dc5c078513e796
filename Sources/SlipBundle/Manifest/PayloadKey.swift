internal import SlipBase

/// What a payload path says: the path of which kind of file, of which entity.
enum PayloadKey: Hashable {
  case body(UniqueID)
  case mirror(UniqueID)
  case blob(Digest)
  case thumbnail(Digest)
  case kept(Digest)

  /// The digest that the file must have, where its path says so.
  var digest: Digest? {
    switch self {
    case .blob(let digest), .kept(let digest): digest
    case .body, .mirror, .thumbnail: nil
    }
  }

  /// Reads a path as `PayloadPath` makes them; nil for any other.
  init?(path: UnsafeRawBufferPointer) {
    func parts(_ folder: StaticString, _ nameLength: Int) -> (
      name: UnsafeRawBufferPointer, suffix: Substring
    )? {
      let start = folder.utf8CodeUnitCount
      guard path.count > start + 3 + nameLength + 1,
        path.starts(with: UnsafeBufferPointer(start: folder.utf8Start, count: start)),
        path[start + 2] == UInt8(ascii: "/"), path[start + 3 + nameLength] == UInt8(ascii: "."),
        path[start] == path[start + 3], path[start + 1] == path[start + 4]
      else { return nil }
      let name = UnsafeRawBufferPointer(rebasing: path[(start + 3)..<(start + 3 + nameLength)])
      let suffix = String(decoding: path[(start + 4 + nameLength)...], as: UTF8.self)
      return PayloadKey.isExtension(suffix) ? (name, suffix[...]) : nil
    }
    if let (name, suffix) = parts("notes/", 36), let id = UniqueID(bytes: name), PayloadKey.isLowerCase(name)
    {
      switch suffix {
      case "rtf": self = .body(id)
      case "txt": self = .mirror(id)
      default: return nil
      }
    } else if let (name, _) = parts("attachments/", 64), let digest = Digest(hexBytes: name) {
      self = .blob(digest)
    } else if let (name, suffix) = parts("thumbnails/", 64), let digest = Digest(hexBytes: name),
      suffix == "png" || suffix == "jpg"
    {
      self = .thumbnail(digest)
    } else if let (name, _) = parts("sources/", 64), let digest = Digest(hexBytes: name) {
      self = .kept(digest)
    } else {
      return nil
    }
  }

  init?(path: String) {
    var path = path
    guard let key = path.withUTF8({ PayloadKey(path: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = key
  }

  /// One to eight lower-case letters and digits.
  static func isExtension(_ text: some StringProtocol) -> Bool {
    (1...8).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  private static func isLowerCase(_ bytes: UnsafeRawBufferPointer) -> Bool {
    !bytes.contains { (0x41...0x5A).contains($0) }
  }
}

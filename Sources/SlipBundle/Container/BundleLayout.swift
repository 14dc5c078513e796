/// Names and fixed contents of a bundle's own files, and which kinds of payload there are.
public enum BundleLayout {
  public static let directorySuffix = ".slipbox"
  public static let packSuffix = ".slippack"
  /// Versions 1 to 3 are one such file.
  public static let singleFileSuffix = ".slipbox.xml"

  public static let mimetypePath = "mimetype"
  public static let manifestPath = "manifest.xml"
  public static let manifestDigestPath = "manifest.sha256"
  public static let gitAttributesPath = ".gitattributes"

  public static let mediaType = "application/vnd.slipbox"
  /// No line end: so `file` and servers compare it.
  public static let mimetype = Array(mediaType.utf8)
  /// Git must not convert line ends: digests count every byte.
  public static let gitAttributes = Array("* -text\n".utf8)

  /// One line as `sha256sum` writes and checks it.
  public static func manifestDigest(hex: String) -> [UInt8] { Array("\(hex)  \(manifestPath)\n".utf8) }

  /// The name under which a migration keeps a bundle of an older version.
  public static func backupName(_ name: String, version: Int) -> String {
    name + backupSuffix(version: version)
  }

  /// What such a name has behind the bundle's own.
  public static func backupSuffix(version: Int) -> String { "~v\(version)" }

  /// Whether a name is one of those: `Notes.slipbox~v3`, `Notes.slippack~v4-2`.
  public static func isBackup(name: some StringProtocol) -> Bool {
    guard let mark = name.lastIndex(of: "~"), mark > name.startIndex else { return false }
    let rest = name[mark...].dropFirst()
    guard rest.first == "v" else { return false }
    let numbers = rest.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    return (1...2).contains(numbers.count)
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// The name or path that a bundle had before a migration put it aside.
  static func withoutBackupSuffix(_ path: String) -> Substring {
    guard isBackup(name: path), let mark = path.lastIndex(of: "~") else { return path[...] }
    return path[..<mark]
  }

  /// Names left alone wherever they lie: version control, what desktops leave behind, and what word processors lay beside a
  /// file while it is open (LibreOffice `.~lock.NAME#`, Word `~$NAME`).
  public static func isIgnored(name: some StringProtocol) -> Bool {
    switch name.utf8.first {
    case 0x2E:
      name == ".DS_Store" || name.hasPrefix("._") || name.hasPrefix(".git")
        || (name.hasPrefix(".~lock.") && name.hasSuffix("#"))
    case 0x7E: name.hasPrefix("~$")
    default: false
    }
  }

  /// A path with an ignored component.
  public static func isIgnored(path: String) -> Bool {
    var isStart = true
    for index in path.utf8.indices {
      // Most components begin with neither a dot nor a tilde.
      if isStart, path.utf8[index] == 0x2E || path.utf8[index] == 0x7E {
        let end = path.utf8[index...].firstIndex(of: 0x2F) ?? path.utf8.endIndex
        if isIgnored(name: path[index..<end]) { return true }
      }
      isStart = path.utf8[index] == 0x2F
    }
    return false
  }
}

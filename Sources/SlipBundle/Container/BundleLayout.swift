/// Names and fixed contents of the files that every bundle has, and names that no bundle cares about.
///
/// A bundle of the current version is a tree:
///
/// ```
/// Notes.slipbox/
///   mimetype            what kind of tree this is
///   manifest.xml        all facts about notes, folders, keywords, attachments and sources
///   manifest/…          of a large bundle, the facts about notes, attachments and sources
///   manifest.sha256     the digest of manifest.xml
///   .gitattributes      keeps Git from converting line ends
///   notes/…             bodies (RTF) and mirrors (plain text)
///   attachments/…       pictures and other files
///   thumbnails/…        small pictures
///   sources/…           what is retained of imported files
/// ```
///
/// `PayloadPath` has the grammar of the paths below the four folders, `PayloadShape` tells the kinds apart.
public enum BundleLayout {
  /// What the name of a bundle directory ends in.
  public static let directorySuffix = ".slipbox"
  /// What the name of a packed bundle, one ZIP file, ends in.
  public static let packSuffix = ".slippack"
  /// What the name of a bundle of version 1 to 3, one XML file, ends in.
  public static let singleFileSuffix = ".slipbox.xml"

  /// The file that names the media type. It is the first entry of a pack, stored without compression.
  public static let mimetypePath = "mimetype"
  /// The file with all facts.
  public static let manifestPath = "manifest.xml"
  /// The file with the digest of the manifest, in the form of `sha256sum`.
  public static let manifestDigestPath = "manifest.sha256"
  /// The file by which Git leaves all others as they are. It may have other lines, too.
  public static let gitAttributesPath = ".gitattributes"

  /// The media type of a bundle. It is not registered with IANA.
  public static let mediaType = "application/vnd.slipbox"
  /// The content of `mimetype`: the media type without a line end, as `file` and web servers compare it byte
  /// for byte.
  public static let mimetype = Array(mediaType.utf8)
  /// The line of `.gitattributes` without which Git could convert line ends, so that digests no longer fit.
  public static let gitAttributesLine = "* -text"
  /// The content of a new `.gitattributes`.
  ///
  /// Where Git knows the merge driver `slipbox`, it merges facts and bodies with it. Plain text is derived
  /// from bodies, so Git doesn't merge it. A bundle keeps its own file once it has one, but for `formerGitAttributes`.
  public static let gitAttributes = Array(
    """
    \(gitAttributesLine)
    *.rtf merge=slipbox
    manifest.* merge=slipbox
    manifest/*.xml merge=slipbox
    notes/*/*.txt -merge

    """.utf8)
  /// The content before manifests had parts; a migration puts the new one in its place.
  static let formerGitAttributes = Array(
    """
    \(gitAttributesLine)
    *.rtf merge=slipbox
    manifest.* merge=slipbox
    notes/*/*.txt -merge

    """.utf8)

  /// The content of `manifest.sha256`: the line that `sha256sum manifest.xml` prints, so that `sha256sum -c`
  /// checks it.
  ///
  /// - Parameter hex: The SHA-256 of the manifest, in lower-case hexadecimal digits.
  public static func manifestDigest(hex: String) -> [UInt8] { Array("\(hex)  \(manifestPath)\n".utf8) }

  /// The name under which a migration leaves a bundle of an older version beside the new one:
  /// `Notes.slipbox~v4`.
  public static func backupName(_ name: String, version: Int) -> String {
    name + backupSuffix(version: version)
  }

  /// What `backupName` appends: `~v4`. Where that name is taken, `-2`, `-3` and so on follow it.
  public static func backupSuffix(version: Int) -> String { "~v\(version)" }

  /// Whether a name is that of a backup: `Notes.slipbox~v3`, `Notes.slippack~v4-2`. Searches for bundles pass
  /// over them.
  public static func isBackup(name: some StringProtocol) -> Bool {
    guard let mark = name.lastIndex(of: "~"), mark > name.startIndex else { return false }
    let rest = name[mark...].dropFirst()
    guard rest.first == "v" else { return false }
    let numbers = rest.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    return (1...2).contains(numbers.count)
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// The name or path that a bundle had before it became a backup; the same path for one that is no backup.
  static func withoutBackupSuffix(_ path: String) -> Substring {
    guard isBackup(name: path), let mark = path.lastIndex(of: "~") else { return path[...] }
    return path[..<mark]
  }

  /// Whether a file with this name is not part of the bundle, wherever it is: it is neither reported nor
  /// packed, and it stays in place when the bundle is saved.
  ///
  /// That goes for version control (`.git`, `.gitignore` …), for what macOS leaves behind (`.DS_Store`,
  /// `._NAME`), and for lock files of word processors (LibreOffice: `.~lock.NAME#`, Word: `~$NAME`).
  public static func isIgnored(name: some StringProtocol) -> Bool {
    switch name.utf8.first {
    case 0x2E:
      name == ".DS_Store" || name.hasPrefix("._") || name.hasPrefix(".git")
        || (name.hasPrefix(".~lock.") && name.hasSuffix("#"))
    case 0x7E: name.hasPrefix("~$")
    default: false
    }
  }

  /// Whether any component of a path is ignored: `notes/.git/config`.
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

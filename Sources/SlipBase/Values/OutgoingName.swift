/// Makes names harmless under which files leave a bundle. Every export uses it.
///
/// A bundle can come from anyone, and programs act upon some names by themselves: `git status` runs
/// what `.git/config` says. Such names get a `_` in front: `.git` → `_.git`.
public enum OutgoingName {
  /// The code of the diagnostic that reports changed names.
  public static let code = "SBXS008"

  /// The largest number of components of a path. The folders beyond it are left out, the deepest
  /// first.
  private static let maxComponents = 64
  /// The largest number of bytes of a path. Folders beyond it are left out as well.
  private static let maxPathBytes = 2_048
  /// The largest number of bytes of one name, as in most file systems.
  private static let maxNameBytes = 255

  /// Whether programs act upon a file or folder of this name: whether it is hidden or a known
  /// active name.
  ///
  /// Names are compared as file systems compare them. HFS+ ignores some characters, NTFS ignores
  /// trailing dots and spaces and the name of a stream, and knows short forms such as `GIT~1`; case
  /// never matters. What desktops leave in folders, such as `.DS_Store` and `._name`, is harmless.
  public static func isActive(_ name: some StringProtocol) -> Bool {
    if desktopNames.contains(String(name)) || containerNames.contains(String(name)) { return false }
    let key = key(name)
    // The folder of a Core Data store with its large values: `.Notes_SUPPORT`.
    if key.hasPrefix("."), key.hasSuffix("_support"), !key.contains("~") { return false }
    return key.hasPrefix(".") && !key.hasPrefix("._") || name.hasPrefix(".") && !name.hasPrefix("._")
      || activeNames.contains(key) || isShort(key)
  }

  /// The name itself where it is harmless, or a harmless one.
  ///
  /// Control characters become `-`, an active name gets a `_` in front, and a name of more than 255
  /// bytes is truncated.
  public static func harmless(_ name: String) -> String {
    var name = name
    if name.unicodeScalars.contains(where: isControl) {
      name = String(String.UnicodeScalarView(name.unicodeScalars.map { isControl($0) ? "-" : $0 }))
    }
    if isActive(name) { name = "_" + name }
    while name.utf8.count > maxNameBytes { name.removeLast() }
    return name
  }

  /// The relative path with harmless components; unchanged where all of them are.
  ///
  /// Empty components, `.` and `..` are left out, so the result never leads outside. A path without
  /// any component becomes `Untitled`. The last component always stays, whatever the path's length.
  public static func harmless(path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }.map { harmless(String($0)) }
    guard let name = parts.last else { return "Untitled" }
    var length = name.utf8.count
    let folders = parts.dropLast().prefix(maxComponents - 1).prefix {
      length += $0.utf8.count + 1
      return length <= maxPathBytes
    }
    return (folders + [name]).joined(separator: "/")
  }

  /// The form by which file systems compare the name.
  private static func key(_ name: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !isIgnored(scalar) { scalars.append(scalar) }
    if let colon = scalars.firstIndex(of: ":") { scalars.removeSubrange(colon...) }
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    return TextFolding.caseFolded(String(scalars))
  }

  /// Whether a name may be the short form of an active one.
  ///
  /// NTFS gives long names a second one of up to eight letters: the first six, or the first two and
  /// a checksum, then `~` and a number.
  private static func isShort(_ key: String) -> Bool {
    guard let tilde = key.firstIndex(of: "~"), let number = Int(key[key.index(after: tilde)...]), number > 0
    else { return false }
    let stem = key[..<tilde]
    return stem.hasPrefix("gi7") || repositories.contains { $0.dropFirst().prefix(6) == stem }
  }

  /// Whether HFS+ ignores the character in names: joiners, direction marks and the like.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// C0 controls and DEL.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F
  }

  /// What macOS leaves in folders. Nothing runs because of these files.
  private static let desktopNames: Set<String> = [".DS_Store", ".localized"]

  /// Hidden names that programs for notes give to parts of their containers. Those programs ask before they run
  /// anything that a foreign container brings.
  private static let containerNames: Set<String> = [
    ".SavedStickiesState", ".foam", ".lock", ".obsidian", ".resource", ".sync", ".trash", ".zim",
  ]

  /// Active names that are long enough, or unusual enough, to have a short form on NTFS.
  private static let repositories = [
    ".git", ".gitattributes", ".gitignore", ".gitmodules", ".hg", ".svn", ".bzr", ".envrc", ".htaccess",
    ".vscode",
  ]

  /// Active names without a dot in front.
  private static let activeNames: Set<String> = ["_darcs", "autorun.inf", "desktop.ini", "web.config"]
}

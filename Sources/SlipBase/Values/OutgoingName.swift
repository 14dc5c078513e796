/// The names under which files leave a bundle. A bundle can come from anyone, and programs act upon some names by
/// themselves: `git status` runs what `.git/config` says. Such names get `_` in front; every export uses this.
public enum OutgoingName {
  /// The code of diagnostics about names that were changed.
  public static let code = "SBXS008"

  /// Folders of a path that has more components or bytes are left out, the deepest first.
  private static let deepest = 64
  private static let longestPath = 2_048
  /// In bytes, as most file systems have it.
  private static let longestName = 255

  /// Whether programs act upon a file or folder of this name: it is hidden, or one of those that are known.
  ///
  /// Names count as file systems take them: HFS+ ignores some characters, NTFS what ends in dots, spaces or a stream's name,
  /// and has short forms such as `GIT~1`; case never matters. What desktops leave in folders is harmless.
  public static func isActive(_ name: some StringProtocol) -> Bool {
    if desktop.contains(String(name)) { return false }
    let key = key(name)
    return key.hasPrefix(".") && !key.hasPrefix("._") || name.hasPrefix(".") && !name.hasPrefix("._")
      || known.contains(key) || isShort(key)
  }

  /// The name itself, or a harmless one: without control characters, not too long, and none that programs act upon.
  public static func harmless(_ name: String) -> String {
    var name = name
    if name.unicodeScalars.contains(where: isControl) {
      name = String(String.UnicodeScalarView(name.unicodeScalars.map { isControl($0) ? "-" : $0 }))
    }
    if isActive(name) { name = "_" + name }
    while name.utf8.count > longestName { name.removeLast() }
    return name
  }

  /// The relative path with harmless components; the path itself, unless something in it has to change.
  public static func harmless(path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }.map { harmless(String($0)) }
    guard let name = parts.last else { return "Untitled" }
    var length = name.utf8.count
    let folders = parts.dropLast().prefix(deepest - 1).prefix {
      length += $0.utf8.count + 1
      return length <= longestPath
    }
    return (folders + [name]).joined(separator: "/")
  }

  /// As file systems compare it.
  private static func key(_ name: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !isIgnored(scalar) { scalars.append(scalar) }
    if let colon = scalars.firstIndex(of: ":") { scalars.removeSubrange(colon...) }
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    return TextFolding.caseFolded(String(scalars))
  }

  /// NTFS gives long names a second one: the first six letters, or two of them and a checksum, and a number.
  private static func isShort(_ key: String) -> Bool {
    guard let tilde = key.firstIndex(of: "~"), let number = Int(key[key.index(after: tilde)...]), number > 0
    else { return false }
    let stem = key[..<tilde]
    return stem.hasPrefix("gi7") || repositories.contains { $0.dropFirst().prefix(6) == stem }
  }

  /// HFS+ takes no notice of them in names.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F
  }

  /// Left in folders by macOS; nothing runs because of them.
  private static let desktop: Set<String> = [".DS_Store", ".localized"]

  /// What may be written in the short form.
  private static let repositories = [
    ".git", ".gitattributes", ".gitignore", ".gitmodules", ".hg", ".svn", ".bzr", ".envrc", ".htaccess",
    ".vscode",
  ]

  /// Names without a dot in front.
  private static let known: Set<String> = ["_darcs", "autorun.inf", "desktop.ini", "web.config"]
}

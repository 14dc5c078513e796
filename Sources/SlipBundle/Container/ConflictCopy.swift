/// A file that a program which keeps folders in step put beside one of the bundle's own: what another machine had under that
/// name, or a part of a file that hasn't arrived yet.
///
/// | program | name |
/// | --- | --- |
/// | Dropbox | `manifest (Ada's conflicted copy 2024-05-06).xml` |
/// | Nextcloud | `manifest (conflicted copy 2024-05-06 101112).xml`, `manifest_conflict-20240506-101112.xml` |
/// | Syncthing | `manifest.sync-conflict-20240506-101112-ABCDEFG.xml` |
/// | iCloud Drive, Google Drive | `manifest 2.xml`, `manifest (1).xml` |
/// | still arriving | `.syncthing.manifest.xml.tmp`, `.manifest.xml.icloud`, `manifest.xml.part` |
public struct ConflictCopy: Hashable, Sendable {
  /// The path of the bundle's own file.
  public let original: String
  /// Whether this is a part of the file, which is still on its way.
  public let isArriving: Bool

  /// Recognises a name.
  ///
  /// - Parameter path: The path in the bundle.
  /// - Returns: Nil for any other path, also for a copy of a file that no bundle has.
  public init?(path: String) {
    let name = path.lastIndex(of: "/").map { path[$0...].dropFirst() } ?? path[...]
    let folder = path.dropLast(name.count)
    let (arriving, copied) = (ConflictCopy.arriving(name), ConflictCopy.copied(name))
    guard let own = arriving ?? copied, PayloadShape(path: folder + own) != nil else { return nil }
    (original, isArriving) = (folder + own, arriving != nil)
  }

  /// The name of the file that is arriving under a name.
  private static func arriving(_ name: Substring) -> String? {
    for (before, behind) in [
      (".syncthing.", ".tmp"), ("~syncthing~", ".tmp"), (".", ".icloud"), ("", ".part"), ("", ".partial"),
      (".", ".tmp"),
    ] where name.hasPrefix(before) && name.hasSuffix(behind) && name.count > before.count + behind.count {
      return String(name.dropFirst(before.count).dropLast(behind.count))
    }
    return nil
  }

  /// The name of the file of which this is the name of a copy.
  private static func copied(_ name: Substring) -> String? {
    if let mark = name.firstRange(of: ".sync-conflict-") {
      return String(name[..<mark.lowerBound]) + name[mark.upperBound...].drop { $0 != "." }
    }
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    let suffix = name[stem.endIndex...]
    if let mark = stem.firstRange(of: "_conflict-") { return String(stem[..<mark.lowerBound]) + suffix }
    guard let blank = stem.firstIndex(of: " ") else { return nil }
    let rest = stem[blank...].dropFirst()
    let inside = rest.hasPrefix("(") && rest.hasSuffix(")") ? rest.dropFirst().dropLast() : rest
    let isNumber = !inside.isEmpty && inside.count < 4 && inside.allSatisfy { $0.isASCII && $0.isNumber }
    let isNamed = inside.count < rest.count && inside.lowercased().contains("conflict")
    return isNumber || isNamed ? String(stem[..<blank]) + suffix : nil
  }
}

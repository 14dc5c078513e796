/// Paths of folders as people write them: names with `/` between them.
///
/// A slash within a name stands behind a backslash, and so does a backslash that would otherwise do so:
///
/// ```
/// Work/Ideas          the folder Ideas in Work
/// Work \/ Plans       the folder “Work / Plans”
/// a\\/b               the folder b in one whose name is `a\`
/// C:\Notes            the folder “C:\Notes”
/// ```
public enum FolderPath {
  /// The path for names from the top.
  public static func text(_ names: [String]) -> String { names.map(escaped).joined(separator: "/") }

  /// The names of a path from the top; empty ones are left out.
  public static func names(_ text: String) -> [String] {
    var (names, name) = ([String](), String.UnicodeScalarView())
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        if scalar != "/" && scalar != "\\" { name.append("\\") }
        name.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "/" {
        names.append(String(name))
        name = String.UnicodeScalarView()
      } else {
        name.append(scalar)
      }
    }
    if isEscaped { name.append("\\") }
    names.append(String(name))
    return names.filter { !$0.isEmpty }
  }

  /// A name as a part of a path.
  private static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else {
      return name
    }
    var output = String.UnicodeScalarView()
    let scalars = Array(name.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      // At the end of a name a slash follows.
      if scalar == "/" || scalar == "\\" && (next == nil || next == "/" || next == "\\") {
        output.append("\\")
      }
      output.append(scalar)
    }
    return String(output)
  }
}

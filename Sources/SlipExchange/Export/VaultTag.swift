internal import SlipBase

/// Keywords as tags of Obsidian, and back.
///
/// A tag has letters, digits, `_`, `-` and `/`, and at least one sign that is no digit. A keyword that has other signs gets a tag
/// that is like it, and its true name stands beside it:
///
/// ```
/// keyword             tag               name
/// bees                bees              bees
/// bees > queen bees   bees/queen-bees   bees/queen bees
/// AC/DC               AC-DC             AC\/DC
/// 2024                y2024             2024
/// ```
package enum VaultTag {
  /// The tag for the names of a keyword and those above it, from the top.
  package static func tag(for path: [String]) -> String {
    let parts = path.map { name -> String in
      let kept = TextFolding.nfc(name).map { character -> Character in
        character.isLetter || character.isNumber || character == "_" || character == "-" ? character : "-"
      }
      return kept.isEmpty ? "-" : String(kept)
    }
    let tag = parts.joined(separator: "/")
    return tag.contains { $0.isLetter || $0 == "_" } ? tag : "y" + tag
  }

  /// The true name of a keyword, in which a slash within a name has a backslash.
  package static func name(for path: [String]) -> String {
    path.map { $0.replacing("\\", with: "\\\\").replacing("/", with: "\\/") }.joined(separator: "/")
  }

  /// The names that a true name stands for, from the top. Empty ones are left out.
  ///
  /// A backslash before anything but a slash, a backslash or `#` stands for itself.
  package static func path(ofName name: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in name {
      if isEscaped {
        if !"/\\#".contains(character) { parts[parts.count - 1].append("\\") }
        parts[parts.count - 1].append(character)
        isEscaped = false
      } else if character == "/" {
        parts.append("")
      } else if character == "\\" {
        isEscaped = true
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    return parts.map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
  }

  /// Whether true names stand beside tags: as many, and each is one whose tag this is.
  package static func fit(_ names: [String], _ tags: [String]) -> Bool {
    !names.isEmpty && names.count == tags.count
      && zip(names, tags).allSatisfy { name, tag in self.tag(for: path(ofName: name)) == tag }
  }
}

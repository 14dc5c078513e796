internal import SlipBase
package import SlipNotes

/// Facts about a note as lines of YAML 1.2, for the beginning of Markdown files.
///
/// ```
/// title: "Plan"
/// id: 5f0c2b1e-…
/// status: draft
/// created: 2024-05-06T07:08:09Z
/// keywords:
///   - "work/costs"
/// mood: "fine"
/// "scrivener:label": "Red"
/// ```
///
/// Texts are always in quotes, since YAML 1.1 and 1.2 disagree about what else a word may be.
package struct FrontMatter {
  /// The lines so far.
  package private(set) var lines: [String] = []
  /// The keys so far.
  private var keys: Set<String> = []
  /// What the names of properties begin with that the program reads as its own, such as `obsidian`. In its files they have the
  /// rest as a name.
  private let program: String

  /// No lines.
  package init(program: String) { self.program = program }

  /// The facts of a note: title, id, status, dates, keywords, properties and links by hand. Defaults and unknown facts are left
  /// out.
  ///
  /// A keyword has the names of those above it, from the top; a slash within a name has a backslash.
  ///
  /// - Parameter related: The files of the notes that it leads to by hand.
  package init(_ note: Note, in box: SlipBox, related: [String] = []) {
    self.init(program: "markdown")
    add("title", [FrontMatter.quoted(note.title)])
    add("id", [note.id.description])
    add("status", [note.status.rawValue])
    if note.isFavorite { add("favorite", ["true"]) }
    add("created", note.created.map { [$0.rfc3339] } ?? [])
    add("modified", note.modified.map { [$0.rfc3339] } ?? [])
    list("keywords", note.keywords.map { FrontMatter.keyword(box.names(ofKeyword: $0)) })
    list("aliases", note.properties.filter { $0.name == Property.WellKnown.alias }.map(\.value))
    add(note.properties.filter { $0.name != Property.WellKnown.alias })
    list("related", related)
  }

  /// A keyword with the names of those above it. A `#` at its beginning would be taken for the sign of a tag.
  private static func keyword(_ path: [String]) -> String {
    let name = VaultTag.name(for: path)
    return name.hasPrefix("#") ? "\\" + name : name
  }

  /// The longest name of a property that becomes a key on one line with its value, in bytes. YAML allows a little more than a thousand.
  private static let longestKey = 200

  /// Keys that facts of the note have. Properties of these names keep their prefix, or get one.
  static let reserved: Set<String> = [
    "title", "id", "aliases", "alias", "tags", "tag", "keywords", "created", "modified", "date", "lastmod",
    "updated",
    "status", "favorite", "order", "uuid", "attachments", "related", "archived", "date created", "created_at",
    "creation_date", "ctime", "date_created", "published", "date modified", "updated_at", "mtime",
    "last_modified", "date_modified", "description", "summary", "source", "url", "author", "authors", "lang",
    "language",
  ]

  /// Names of properties that Obsidian's users write in another way.
  private static let spelled: [(name: String, key: String)] = [
    (Property.WellKnown.sourceURL, "source"), (Property.WellKnown.summary, "description"),
    (Property.WellKnown.author, "author"), (Property.WellKnown.language, "lang"),
  ]

  /// Adds properties. Several of one name are a list.
  package mutating func add(_ properties: [Property]) {
    var values: [(key: String, values: [String])] = []
    for property in properties {
      let key = key(of: property)
      if let place = values.firstIndex(where: { $0.key == key }) {
        values[place].values.append(FrontMatter.value(property))
      } else {
        values.append((key, [FrontMatter.value(property)]))
      }
    }
    for (key, values) in values { add(key, values) }
  }

  /// The key of a property: the program's own properties have their name there.
  private func key(of property: Property) -> String {
    let name = property.name
    if let known = FrontMatter.spelled.first(where: { $0.name == name }) { return known.key }
    for prefix in [program + ":", "markdown:"] where name.hasPrefix(prefix) {
      let bare = String(name.dropFirst(prefix.count))
      // A name with a colon, or one that means something else, would be read as another.
      if !bare.isEmpty, !FrontMatter.reserved.contains(bare.lowercased()), !bare.contains(":"),
        !FrontMatter.isWellKnown(bare, property.value)
      {
        return bare
      }
    }
    return FrontMatter.reserved.contains(name.lowercased()) ? program + ":" + name : name
  }

  /// The properties that an import of the file gives another name or value.
  ///
  /// - Parameter properties: Those of a note.
  package func changed(_ properties: [Property]) -> [Property] {
    properties.filter { property in
      if property.name == Property.WellKnown.alias { return false }
      let key = key(of: property)
      if FrontMatter.spelled.contains(where: { $0.name == property.name && $0.key == key }) { return false }
      let read = FrontMatterKeys.property(
        key, property.value, program, isQuoted: FrontMatter.value(property).hasPrefix("\""))
      return read.name != property.name || read.value != property.value
    }
  }

  /// Whether the specification of the bundle gives the name a meaning, and the value has the form for it.
  private static func isWellKnown(_ name: String, _ value: String) -> Bool {
    FrontMatterKeys.wellKnown[name].map { Property.accepts(value, as: $0) } ?? false
  }

  /// A value as a scalar.
  private static func value(_ property: Property) -> String {
    switch property.kind {
    case .boolean: property.value
    case .number where isPlain(number: property.value): property.value
    case .date: isMidnight(property.value) ? String(property.value.prefix(10)) : property.value
    default: FrontMatter.quoted(property.value)
    }
  }

  /// Whether programs write a number just so: digits without needless zeros, perhaps with a sign or a fraction.
  private static func isPlain(number text: String) -> Bool {
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard text.count(where: { $0 == "-" }) <= 1, (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0.isASCIIDigit } })
    else { return false }
    return (parts[0] == "0" && text != "-0" || !parts[0].hasPrefix("0"))
      && (parts.count == 1 || !parts[1].hasSuffix("0"))
  }

  /// Whether a date is a day, as people write it: such as `2024-05-01`.
  private static func isMidnight(_ date: String) -> Bool {
    date.utf8.count == 20 && date.hasSuffix("T00:00:00Z")
  }

  /// Adds a list of texts; nothing for an empty one.
  package mutating func list(_ key: String, _ values: [String]) {
    guard !values.isEmpty, keys.insert(key).inserted else { return }
    lines.append(key + ":")
    lines += values.map { "  - " + FrontMatter.quoted($0) }
  }

  /// Adds a scalar, or a list where there are several; nothing for none.
  package mutating func add(_ key: String, _ values: [String]) {
    guard let first = values.first, keys.insert(key).inserted else { return }
    let isPlain =
      key.utf8.first.map { $0.isASCIILetter } == true
      && key.utf8.allSatisfy {
        $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      } && !["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(key.lowercased())
    var name = isPlain ? key : FrontMatter.quoted(key)
    if name.utf8.count > FrontMatter.longestKey {
      lines.append("? " + name)
      name = ""
    }
    guard values.count > 1 else { return lines.append(name + ": " + first) }
    lines.append(name + ":")
    lines += values.map { "  - " + $0 }
  }

  /// The text as a double-quoted scalar (YAML 1.2.2, section 7.3.1). Whatever the text is, the
  /// result is one line and is read as a string.
  package static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      default:
        if isPrintable(scalar) {
          output.unicodeScalars.append(scalar)
        } else {
          output += escape(scalar.value)
        }
      }
    }
    return output + "\""
  }

  /// Whether YAML allows the code point to stand for itself, and people can see it.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202F...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF:
      true
    default: false
    }
  }

  /// The escape of a code point: `\x07`, `\u2028` or `\U0001f600`.
  private static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    let width = value < 0x100 ? 2 : value < 0x10000 ? 4 : 8
    let letter = width == 2 ? "x" : width == 4 ? "u" : "U"
    return "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
  }
}

internal import SlipBase
internal import SlipNotes

/// The facts at the beginning of a note in a vault, as lines of YAML.
///
/// ```yaml
/// title: "Costs: 2024"
/// aliases:
///   - "Costs: 2024"
/// tags:
///   - "bees/queen-bees"
/// keywords:
///   - "bees/queen bees"
/// created: 2024-05-06T07:08:09Z
/// status: "review"
/// uuid: "5f0c2b1e-…"
/// ```
///
/// Texts are always in quotes, since YAML 1.1 and 1.2 disagree about what else a word may be.
struct VaultFrontMatter {
  /// The lines so far.
  private(set) var lines: [String] = []
  /// The keys so far.
  private var keys: Set<String> = []

  /// What a note needs besides its own facts.
  struct Links {
    /// Files that the text doesn't show, as targets in double brackets.
    var attachments: [String] = []
    /// Notes that it leads to by hand, as targets in double brackets.
    var related: [String] = []
  }

  /// The longest name of a property that becomes a key, in bytes. YAML allows a little more than a thousand.
  private static let longestKey = 200

  /// Keys that facts of the note have. Properties of these names keep their prefix.
  static let reserved: Set<String> = [
    "title", "aliases", "alias", "tags", "tag", "keywords", "created", "modified", "date", "lastmod",
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

  /// The lines for a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - fileTitle: The name of its file without the extension.
  ///   - form: How much is written.
  ///   - links: What the note needs besides.
  init(_ note: Note, in box: ContainerBox, fileTitle: String, links: Links) {
    let isFull = box.options.frontMatter == .full
    add("title", [FrontMatter.quoted(note.title)])
    var aliases = fileTitle == note.title || note.title.isEmpty ? [] : [note.title]
    if isFull {
      aliases += note.properties.filter { $0.name == Property.WellKnown.alias }.map(\.value)
    }
    list("aliases", aliases)
    let paths = note.keywords.map { box.path(ofKeyword: $0) }
    let (tags, names) = (paths.map(VaultTag.tag), paths.map(VaultTag.name))
    list("tags", tags)
    if tags != names { list("keywords", names) }
    add("created", note.created.map { [$0.rfc3339] } ?? [])
    // An empty date says that there is none, so that the time of the file doesn't count.
    add("modified", note.modified.map { [$0.rfc3339] } ?? (note.created == nil ? ["\"\""] : []))
    if isFull { addAll(note) }
    list("attachments", links.attachments.map { "[[\($0)]]" })
    list("related", links.related.map { "[[\($0)]]" })
  }

  /// Adds the facts that only `full` has.
  private mutating func addAll(_ note: Note) {
    add("date", note.created.map { [$0.rfc3339] } ?? [])
    add("lastmod", note.modified.map { [$0.rfc3339] } ?? [])
    if note.status != .draft { add("status", [FrontMatter.quoted(note.status.rawValue)]) }
    if note.isFavorite { add("favorite", ["true"]) }
    if note.order != 0 { add("order", [String(note.order)]) }
    add("uuid", [FrontMatter.quoted(note.id.description)])
    var values: [(key: String, values: [String])] = []
    for property in note.properties where property.name != Property.WellKnown.alias {
      let key = VaultFrontMatter.key(of: property)
      guard key.utf8.count <= VaultFrontMatter.longestKey else { continue }
      if let place = values.firstIndex(where: { $0.key == key }) {
        values[place].values.append(VaultFrontMatter.value(property))
      } else {
        values.append((key, [VaultFrontMatter.value(property)]))
      }
    }
    for (key, values) in values { add(key, values) }
  }

  /// The key of a property: Obsidian's own properties have their name there.
  static func key(of property: Property) -> String {
    let name = property.name
    if let known = spelled.first(where: { $0.name == name }) { return known.key }
    for prefix in ["obsidian:", "markdown:"] where name.hasPrefix(prefix) {
      let bare = String(name.dropFirst(prefix.count))
      // A name with a colon, or one that means something else, would be read as another.
      if !bare.isEmpty, !reserved.contains(bare.lowercased()), !bare.contains(":"),
        !isWellKnown(bare, property.value)
      {
        return bare
      }
    }
    return name
  }

  /// Whether the specification of the bundle gives the name a meaning, and the value has the form for it.
  private static func isWellKnown(_ name: String, _ value: String) -> Bool {
    NoteFrontMatter.wellKnown[name].map { Property.accepts(value, as: $0) } ?? false
  }

  /// A value as a scalar.
  private static func value(_ property: Property) -> String {
    switch property.kind {
    case .boolean: property.value
    case .number where isPlain(number: property.value): property.value
    case .text where isDay(property.value): property.value
    default: FrontMatter.quoted(property.value)
    }
  }

  /// Whether programs write a number just so: digits without needless zeros, perhaps with a sign or a fraction.
  private static func isPlain(number text: String) -> Bool {
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard text.count(where: { $0 == "-" }) <= 1, (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return false }
    return (parts[0] == "0" && text != "-0" || !parts[0].hasPrefix("0"))
      && (parts.count == 1 || !parts[1].hasSuffix("0"))
  }

  /// Whether a text is a day such as `2024-05-01`.
  private static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10 && Property.accepts(text + "T00:00:00Z", as: .date)
  }

  /// Adds a list of texts; nothing for an empty one.
  private mutating func list(_ key: String, _ values: [String]) {
    guard !values.isEmpty, keys.insert(key).inserted else { return }
    lines.append(key + ":")
    lines += values.map { "  - " + FrontMatter.quoted($0) }
  }

  /// Adds a scalar, or a list where there are several; nothing for none.
  private mutating func add(_ key: String, _ values: [String]) {
    guard let first = values.first, keys.insert(key).inserted else { return }
    let isPlain =
      key.utf8.first.map { (0x61...0x7A).contains($0 | 0x20) } == true
      && key.utf8.allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
      } && !["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(key.lowercased())
    let name = isPlain ? key : FrontMatter.quoted(key)
    guard values.count > 1 else { return lines.append(name + ": " + first) }
    lines.append(name + ":")
    lines += values.map { "  - " + $0 }
  }
}

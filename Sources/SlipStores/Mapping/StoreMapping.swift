/// Which parts of a store's model are notes, folders, keywords and attachments.
///
/// A mapping is a TOML file, which `inspect` prints and a person corrects:
///
/// ```toml
/// [note]
/// entity = "Note"
/// title = "title"
/// body = ["text", "details.text"]
/// folder = "folder"
/// attachments = [{ entity = "Photo", by = "note" }]
///
/// [folder]
/// entity = "Folder"
/// name = "name"
/// ```
///
/// Names are the model's. They are compared without regard to case, so that one mapping serves a
/// store with its model and one without.
package struct StoreMapping: Sendable, Equatable {
  /// What a key stands for.
  package enum Value: Sendable, Equatable {
    /// An attribute or relationship, or two of them with a dot between: a relationship and what its
    /// destination has.
    case name(String)
    /// An attribute of another entity whose objects refer to the note by a relationship; nil for
    /// the objects themselves.
    case foreign(entity: String, attribute: String?, by: String)
    /// Several of them.
    case list([Value])
    /// What values of the store mean, in the order of the file.
    case words([Word])
  }

  /// A value of the store and what it means.
  package struct Word: Sendable, Equatable {
    /// The value as text.
    package var value: String
    /// What it means.
    package var meaning: String
    /// Creates a word.
    package init(_ value: String, _ meaning: String) { (self.value, self.meaning) = (value, meaning) }
  }

  /// A section of a mapping.
  package enum Section: String, Sendable, CaseIterable {
    /// Notes.
    case note
    /// Folders.
    case folder
    /// Keywords.
    case keyword
    /// Files.
    case attachment
    /// Objects beside notes that have a name and a value each.
    case property
    /// Attributes of notes that become properties: the key is the attribute, the value the
    /// property's name.
    case properties

    /// The keys that the section has; nil where they are names of attributes.
    package var keys: [String]? {
      switch self {
      case .note:
        [
          "entity", "id", "title", "body", "plain", "created", "modified", "status", "status_values",
          "favorite",
          "order", "archived", "skip", "folder", "keywords", "links", "attachments", "properties", "ignore",
        ]
      case .folder: ["entity", "name", "parent", "created"]
      case .keyword: ["entity", "name", "color", "parent"]
      case .attachment: ["entity", "data", "name", "caption"]
      case .property: ["entity", "name", "value", "type"]
      case .properties: nil
      }
    }
  }

  /// A line of a mapping.
  package struct Line: Sendable, Equatable {
    /// The section.
    package var section: Section
    /// The key.
    package var key: String
    /// What the key stands for.
    package var value: Value
    /// Why it was chosen; nil for a line that a person wrote.
    package var reason: String?

    /// Creates a line.
    package init(_ section: Section, _ key: String, _ value: Value, reason: String? = nil) {
      (self.section, self.key, self.value, self.reason) = (section, key, value, reason)
    }
  }

  /// The lines, section by section.
  package var lines: [Line] = []

  /// Creates a mapping of these lines.
  package init(_ lines: [Line] = []) { self.lines = lines }

  /// The value of a key; nil where the mapping lacks it.
  package subscript(section: Section, key: String) -> Value? {
    lines.first { $0.section == section && $0.key == key }?.value
  }

  /// The single name that a key stands for; nil for anything else.
  package func name(_ section: Section, _ key: String) -> String? {
    if case .name(let name)? = self[section, key] { name } else { nil }
  }

  /// The mapping in TOML, with the reason of each line behind it.
  package var toml: String {
    var text = ""
    for section in Section.allCases {
      let own = lines.filter { $0.section == section }
      guard !own.isEmpty else { continue }
      text += (text.isEmpty ? "" : "\n") + "[\(section.rawValue)]\n"
      for line in own {
        let key =
          line.key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } ? line.key : nil
        text += "\(key ?? line.value.quoted(line.key)) = \(line.value.toml)"
        text += line.reason.map { "  # \($0)\n" } ?? "\n"
      }
    }
    return text
  }
}

extension StoreMapping.Value {
  /// The value in TOML.
  package var toml: String {
    switch self {
    case .name(let name): return quoted(name)
    case .list(let values): return "[" + values.map(\.simple).joined(separator: ", ") + "]"
    default: return simple
    }
  }

  /// A value within a list, where lists don't stand.
  private var simple: String {
    switch self {
    case .name(let name): return quoted(name)
    case .foreign(let entity, let attribute, let by):
      let middle = attribute.map { "attribute = \(quoted($0)), " } ?? ""
      return "{ entity = \(quoted(entity)), \(middle)by = \(quoted(by)) }"
    case .words(let words):
      return "{ " + words.map { "\(quoted($0.value)) = \(quoted($0.meaning))" }.joined(separator: ", ") + " }"
    case .list: return "[]"
    }
  }

  /// A text in TOML's quotes.
  fileprivate func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The values of a list, or the value itself.
  package var all: [StoreMapping.Value] { if case .list(let values) = self { values } else { [self] } }
}

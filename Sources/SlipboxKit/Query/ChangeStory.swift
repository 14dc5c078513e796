internal import SlipBase
internal import SlipNotes

/// What changes did, in people's words: `Weights: status review → archived`.
struct ChangeStory {
  /// The changes.
  private let changes: BoxChanges
  /// The boxes that give folders and keywords their names: the first that has one.
  private let box: SlipBox

  /// More entities than these are counted.
  private static let mostTold = 3
  /// The longest value that is shown, in characters.
  private static let longest = 40

  /// Tells of changes.
  ///
  /// - Parameter box: Gives folders and keywords their names.
  init(_ changes: BoxChanges, _ box: SlipBox) { (self.changes, self.box) = (changes, box) }

  /// The sentence; empty where nothing changed that people name.
  var text: String {
    var parts: [String] = []
    parts += told("note", changes.notes, \.title) { before, after in
      FactTable.note.compactMap { ChangeStory.hidden.contains($0.name) ? nil : difference($0, before, after) }
        + (before.body == after.body ? [] : ["text"])
    }
    parts += told("folder", changes.folders, \.name) { before, after in
      FactTable.folder.compactMap { $0.name == "order" ? nil : difference($0, before, after) }
    }
    parts += told("keyword", changes.keywords, \.name) { before, after in
      FactTable.keyword.compactMap {
        $0.name == "color" && before.color != after.color ? "color" : difference($0, before, after)
      }
    }
    return parts.joined(separator: "; ")
  }

  /// Facts that follow from others, or that say nothing to people.
  private static let hidden: Set<String> = ["order", "modified", "source", "foreign elements"]

  /// What happened to entities of one kind.
  private func told<Entity>(
    _ kind: String, _ changes: [EntityChange<Entity>], _ name: (Entity) -> String,
    _ details: (Entity, Entity) -> [String]
  ) -> [String] {
    /// The kind before so many names.
    func what(_ count: Int) -> String { kind == "note" ? "" : kind + (count == 1 ? " " : "s ") }
    var parts: [String] = []
    for (verb, isMeant) in [
      ("added", { $0.before == nil }), ("changed", { $0.before != nil && $0.after != nil }),
      ("deleted", { $0.after == nil }),
    ] as [(String, (EntityChange<Entity>) -> Bool)] {
      // By name: the order of identifiers says nothing to people.
      let meant = changes.filter(isMeant).map { ($0, ($0.after ?? $0.before).map(name) ?? "") }
        .sorted { $0.1 < $1.1 }
      let names = meant.map { $0.1.isEmpty ? "(no title)" : $0.1 }
      if meant.count > ChangeStory.mostTold {
        let first = names.prefix(ChangeStory.mostTold).joined(separator: ", ")
        parts.append("\(verb) \(meant.count) \(kind)s: \(first), …")
      } else if verb == "changed" {
        for ((change, _), name) in zip(meant, names) {
          guard let before = change.before, let after = change.after else { continue }
          let list = details(before, after)
          parts.append("\(what(1))\(name): \(list.isEmpty ? "changed" : list.joined(separator: ", "))")
        }
      } else if !names.isEmpty {
        parts.append("\(verb) \(what(names.count))\(names.joined(separator: ", "))")
      }
    }
    return parts
  }

  /// How a fact differs: `status review → archived`, or of lists what came and went: `keywords +bees -queens`. Nil where it doesn't.
  private func difference<Entity>(_ field: FactTable.Field<Entity>, _ old: Entity, _ new: Entity) -> String? {
    let (before, after) = (field.text(old, box), field.text(new, box))
    if before == after { return nil }
    if ChangeStory.lists.contains(field.name) {
      let (was, has) = (ChangeStory.values(before), ChangeStory.values(after))
      let signs =
        has.filter { !was.contains($0) }.map { "+" + $0 } + was.filter { !has.contains($0) }.map { "-" + $0 }
      return "\(field.name) \(signs.map(ChangeStory.short).joined(separator: " "))"
    }
    return "\(field.name) \(ChangeStory.short(before ?? "none")) → \(ChangeStory.short(after ?? "none"))"
  }

  /// Facts that are lists.
  private static let lists: Set<String> = ["keywords", "links", "properties", "attachments"]

  /// The values of a list.
  private static func values(_ text: String?) -> [String] {
    text.map { $0.split(separator: ", ").map(String.init) } ?? []
  }

  /// A value that isn't too long for a line.
  private static func short(_ text: String) -> String {
    let conflict = "\(Property.WellKnown.conflict): "
    if text.dropFirst().hasPrefix(conflict) {
      // What has to be decided, and not by whom.
      let field = text.dropFirst(1 + conflict.utf8.count).prefix { $0 != ":" }
      return "\(text.prefix(1))\(Property.WellKnown.conflict) (\(field))"
    }
    return text.count > longest ? text.prefix(longest - 1) + "…" : text
  }
}

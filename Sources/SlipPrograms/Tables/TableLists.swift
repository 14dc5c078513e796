internal import SlipBase

/// The lists of objects in JSON, by where they are. Lists in the objects of a list are one.
///
/// ```json
/// { "folders": [ { "name": "Work", "notes": [ { "text": "a" } ] },
///                { "name": "Home", "notes": [ { "text": "b" }, { "text": "c" } ] } ] }
/// ```
///
/// Here `folders.notes` has three objects, each of which has the name of its folder as `folders.name`.
struct TableLists {
  /// A list.
  struct List {
    /// Where it is: names with dots between them; empty for the whole.
    var path: String
    /// Its objects, with what the objects around them say of themselves.
    var objects: [JSONValue] = []
    /// How many of them have a text.
    var texts = 0
  }

  /// The lists in the order in which they come.
  private var lists: [List] = []
  /// The places of lists by their paths.
  private var places: [String: Int] = [:]

  /// How deep objects and lists are read.
  private static let deepest = 16
  /// Names of texts, in small letters.
  private static let names: Set<String> = [
    "text", "content", "body", "markdown", "html", "note", "description", "textcontent", "plaintext",
  ]

  /// A value that is still to be looked at.
  private struct Open {
    /// The value.
    var value: JSONValue
    /// Where it is.
    var path: String
    /// What the objects of lists around it say of themselves.
    var around: [String: JSONValue]
    /// In how many others it is.
    var depth: Int
  }

  /// Finds the lists.
  init(_ json: JSONValue) {
    var open = [Open(value: json, path: "", around: [:], depth: 0)]
    while let next = open.popLast() {
      guard next.depth < TableLists.deepest else { continue }
      if case .object = next.value {
        open += next.value.members.reversed().map {
          Open(
            value: $0.value, path: next.path.isEmpty ? $0.key : next.path + "." + $0.key, around: next.around,
            depth: next.depth + 1)
        }
        continue
      }
      for element in next.value.array.reversed() {
        guard case .object = element else {
          if !element.array.isEmpty {
            open.append(
              Open(value: element, path: next.path, around: next.around, depth: next.depth + 1))
          }
          continue
        }
        var around = next.around
        for member in element.members where member.value.text != nil {
          around[next.path.isEmpty ? member.key : next.path + "." + member.key] = member.value
        }
        open += element.members.reversed().filter { $0.value.text == nil }.map {
          Open(
            value: $0.value, path: next.path.isEmpty ? $0.key : next.path + "." + $0.key, around: around,
            depth: next.depth + 1)
        }
      }
      add(next)
    }
  }

  /// Adds the objects of a list.
  private mutating func add(_ list: Open) {
    for element in list.value.array {
      guard case .object(let members) = element else { continue }
      let place = places[list.path] ?? lists.count
      if place == lists.count {
        lists.append(List(path: list.path))
        places[list.path] = place
      }
      lists[place].objects.append(.object(members.merging(list.around) { own, _ in own }))
      if element.members.contains(where: { member in
        TableLists.names.contains(member.key.lowercased().filter(\.isLetter)) && member.value.text != nil
      }) {
        lists[place].texts += 1
      }
    }
  }

  /// The list at a path; nil where there is none.
  subscript(path: String) -> List? { places[path].map { lists[$0] } }

  /// The list with most texts; where none has any, the longest. Nil where there is none.
  var best: List? {
    var best: List?
    for list in candidates
    where best.map({ (list.texts, list.objects.count) > ($0.texts, $0.objects.count) }) ?? true {
      best = list
    }
    return best
  }

  /// The other lists with texts.
  func others(than list: List) -> [List] { candidates.filter { $0.path != list.path && $0.texts > 0 } }

  /// The lists that may be those of the notes. A list in objects that have a text belongs to these, such as comments.
  private var candidates: [List] {
    let hasTexts = lists.contains { $0.texts > 0 }
    let known = lists.filter { !hasTexts || $0.texts > 0 }
    return known.filter { list in
      !known.contains { $0.path != list.path && ($0.path.isEmpty || list.path.hasPrefix($0.path + ".")) }
    }
  }
}

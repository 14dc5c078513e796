/// The words of names in models, and how much each speaks for a role.
///
/// The weights were found by trial on models of published note applications. They decide only which
/// mapping is proposed.
enum NameWords {
  /// Words with their weights.
  typealias Weights = [String: Double]

  /// Entities that are notes.
  static let note: Weights = [
    "note": 10, "notes": 10, "memo": 10, "memos": 10, "zettel": 10, "diary": 9, "journal": 9, "diario": 9,
    "notiz": 9, "nota": 9, "entry": 7, "entries": 7, "snippet": 7, "jot": 7, "draft": 6, "page": 5, "post": 5,
    "article": 5, "document": 5,
  ]
  /// Entities that are something else, whatever other words say.
  static let notNote: Set<String> = [
    "folder", "notebook", "category", "group", "tag", "tags", "keyword", "keywords", "label", "attachment",
    "image", "photo", "picture", "settings", "preferences", "setting", "user", "profile", "account", "data",
    "wrapper", "location", "store", "history", "body", "action", "message", "chat", "request", "event",
    "preview",
    "participant", "record",
  ]
  /// Entities that contain notes.
  static let folder: Weights = [
    "folder": 10, "notebook": 10, "category": 8, "group": 7, "collection": 7, "section": 6, "journal": 6,
    "project": 5, "list": 5, "album": 4, "space": 4, "topic": 4, "book": 4, "box": 4, "carpeta": 8,
    "ordner": 8,
  ]
  /// Entities, or attributes, that are keywords.
  static let keyword: Weights = ["tag": 10, "keyword": 10, "label": 8, "topic": 5, "category": 4]
  /// Files and pictures.
  static let file: Weights = [
    "attachment": 10, "image": 8, "photo": 8, "picture": 8, "img": 8, "file": 7, "media": 7, "asset": 6,
    "resource": 5, "audio": 6, "recording": 6, "drawing": 6, "pdf": 6, "document": 3,
  ]
  /// The text of a note.
  static let body: Weights = [
    "body": 10, "content": 10, "contents": 10, "text": 9, "markdown": 9, "html": 9, "rtf": 9, "note": 7,
    "notes": 7,
    "entry": 6, "desc": 6, "description": 6, "detail": 6, "details": 6, "message": 5, "comment": 3,
    "summary": 3,
    "code": 3, "texto": 9, "corpo": 9, "cuerpo": 9, "contenido": 9, "conteudo": 9, "inhalt": 9, "contenu": 9,
    "texte": 9, "testo": 9,
  ]
  /// Text with formatting.
  static let rich: Set<String> = ["formatted", "attributed", "rich", "styled", "rtf", "rtfd"]
  /// Titles and names.
  static let title: Weights = [
    "title": 10, "heading": 9, "header": 8, "headline": 9, "name": 7, "subject": 8, "caption": 4, "label": 6,
    "text": 3, "titulo": 9, "titre": 9, "titel": 9,
  ]
  /// When something was made.
  static let created: Weights = [
    "created": 10, "creation": 10, "create": 9, "added": 8, "timestamp": 7, "date": 6, "inserted": 7,
    "written": 7,
  ]
  /// When something was changed.
  static let modified: Weights = [
    "modified": 10, "modification": 10, "updated": 10, "update": 9, "edited": 9, "edit": 8, "changed": 8,
  ]
  /// Dates of something else.
  static let otherDate: Set<String> = [
    "deleted", "due", "expiration", "expires", "seen", "opened", "completion", "completed", "release",
    "reminder",
    "start", "end", "viewed", "sync", "synced",
  ]
  /// Favourites.
  static let favorite: Weights = [
    "favorite": 10, "favourite": 10, "favorited": 10, "star": 9, "starred": 9, "bookmark": 7, "bookmarked": 7,
    "pinned": 6, "pin": 6,
  ]
  /// Places in an order.
  static let order: Weights = ["order": 10, "sort": 8, "position": 6, "index": 6, "rank": 5]
  /// Identifiers.
  static let id: Weights = ["uuid": 10, "guid": 10, "identifier": 9, "id": 8]
  /// What is in the trash.
  static let deleted: Set<String> = [
    "bin", "binned", "deleted", "deletion", "discarded", "erased", "recycled", "removed", "trash", "trashed",
  ]
  /// Words beside those of the trash in the name of a number that says whether something is in it: `deletedFlag`,
  /// `markedForDeletion`.
  static let aboutDeleted: Set<String> = [
    "at", "be", "been", "entry", "flag", "flagged", "for", "has", "in", "is", "item", "marked", "memo",
    "note", "on",
    "soft", "state", "status", "the", "to", "was",
  ]
  /// Links between notes.
  static let link: Weights = [
    "link": 10, "linked": 10, "links": 10, "related": 8, "reference": 8, "references": 8, "outgoing": 8,
    "subnotes": 6, "mention": 6,
  ]
  /// Links in the other direction.
  static let back: Set<String> = [
    "back", "backlinks", "backlink", "incoming", "inverse", "parent", "referenced",
  ]
  /// Bytes that are no text.
  static let picture: Set<String> = [
    "image", "img", "photo", "picture", "pictures", "images", "photos", "thumbnail", "thumb", "avatar",
    "icon",
    "color", "colour", "audio", "sound", "drawing", "ghost", "pdf", "location", "configuration", "config",
    "settings", "metadata", "json",
  ]
  /// Pictures that stand for others.
  static let thumbnail: Set<String> = ["thumbnail", "thumb", "preview"]
  /// Words that say nothing and count nothing.
  private static let empty: Set<String> = ["is", "the", "my", "at", "on", "of", "date", "full", "last", "s"]

  /// All words, by which those that are run together are told apart.
  private static let vocabulary: Set<String> = {
    var words: Set<String> = [
      "is", "at", "on", "full", "last", "string", "attributed", "date", "data", "universally", "unique",
      "deleted", "flag", "marked", "for", "was", "soft", "item",
      "canonical", "notebook", "thumbnail", "red", "green", "blue", "opacity", "alpha", "hex", "color",
      "colour",
      "parent", "back", "status", "state", "archived", "file",
    ]
    for weights in [note, folder, keyword, file, body, title, created, modified, favorite, order, id, link] {
      words.formUnion(weights.keys)
    }
    for set in [rich, otherDate, deleted, back, picture] { words.formUnion(set) }
    return words
  }()

  /// The words of a name, in lower case: `creationDate_` has two. Where nothing shows their ends,
  /// as in names of columns, known words are found.
  ///
  /// Only letters of ASCII count; everything else ends a word. `time stamp` is one word.
  ///
  /// - Parameter name: A name of an entity or a property. Only the first 200 scalars are looked at.
  static func of(_ name: String) -> [String] {
    var words: [String] = []
    let scalars = Array(name.unicodeScalars.prefix(200))
    var word = ""
    /// Whether a capital of ASCII stands at a place.
    func isUpper(_ index: Int) -> Bool {
      index < scalars.count && (0x41...0x5A).contains(scalars[index].value)
    }
    /// Whether a small letter of ASCII stands at a place.
    func isLower(_ index: Int) -> Bool {
      index < scalars.count && (0x61...0x7A).contains(scalars[index].value)
    }
    for index in scalars.indices {
      let isLetter = isUpper(index) || isLower(index)
      let begins = isUpper(index) && index > 0 && (!isUpper(index - 1) || isLower(index + 1))
      if !isLetter || begins, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if isLetter { word.unicodeScalars.append(scalars[index]) }
    }
    if !word.isEmpty { words.append(word) }
    words = words.map { $0.lowercased() }
    while let place = words.indices.dropLast().first(where: {
      words[$0] == "time" && words[$0 + 1] == "stamp"
    }) {
      words.replaceSubrange(place...(place + 1), with: ["timestamp"])
    }
    return scalars.indices.dropFirst().contains(where: isUpper) ? words : words.flatMap(split)
  }

  /// The longest word that is looked for in others.
  private static let longestWord = 12

  /// Words that are run together, as few as possible; the word itself where it can't be divided.
  ///
  /// The shortest division is found for each beginning of the word in turn. Words with fewer than six letters
  /// are not divided.
  private static func split(_ word: String) -> [String] {
    if word.count < 6 || vocabulary.contains(word) || vocabulary.contains(singular(word)) { return [word] }
    let letters = Array(word)
    var best: [Int: [String]] = [0: []]
    for end in 1...letters.count {
      for start in max(0, end - longestWord)..<end {
        let part = String(letters[start..<end])
        guard let before = best[start], vocabulary.contains(part) else { continue }
        if best[end].map({ before.count + 1 < $0.count }) ?? true { best[end] = before + [part] }
      }
    }
    return best[letters.count] ?? [word]
  }

  /// A word without the ending of a plural.
  ///
  /// Words of three letters or fewer, and those that end with `ss`, stay as they are.
  static func singular(_ word: String) -> String {
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 3 ? String(word.dropLast()) : word
  }

  /// The weight of a word, or of its singular; 0 for others.
  static func weight(_ word: String, _ weights: Weights) -> Double {
    max(weights[word] ?? 0, weights[singular(word)] ?? 0)
  }

  /// The greatest weight of some words.
  static func best(_ words: [String], _ weights: Weights) -> Double {
    words.map { weight($0, weights) }.max() ?? 0
  }

  /// Whether one of some words, or its singular, is in a set.
  static func contains(_ words: [String], _ set: Set<String>) -> Bool {
    words.contains { set.contains($0) || set.contains(singular($0)) }
  }

  /// How well a name fits: its best word, less half a point for each word that means nothing. Words
  /// that repeat the name of the entity cost nothing.
  ///
  /// - Parameters:
  ///   - name: The name of an attribute or a relationship.
  ///   - weights: The words of the role.
  ///   - entity: Words that cost nothing.
  /// - Returns: The rate, which may be below 0; exactly 0 where no word fits.
  static func rate(_ name: String, _ weights: Weights, entity: Set<String> = []) -> Double {
    let words = of(name)
    let value = best(words, weights)
    guard value > 0 else { return 0 }
    let extra = words.count { word in
      let one = singular(word)
      return weights[word] == nil && weights[one] == nil && !entity.contains(word) && !entity.contains(one)
        && !empty.contains(word)
    }
    return value - 0.5 * Double(extra)
  }
}

import SlipTestSupport

/// Predicates about notes at random, as text; the same for the same seed. All are well-typed.
struct PredicateSample {
  /// Where the chance comes from.
  var generator: SeededGenerator

  /// A predicate whose compounds nest no deeper than `depth`.
  mutating func predicate(_ depth: Int = 3) -> String {
    guard depth > 0, chance(2) else { return comparison() }
    return switch number(4) {
    case 0: "NOT (\(predicate(depth - 1)))"
    case 1: "(\(predicate(depth - 1))) OR (\(predicate(depth - 1)))"
    default: "(\(predicate(depth - 1))) AND (\(predicate(depth - 1)))"
    }
  }

  /// One condition.
  private mutating func comparison() -> String {
    switch number(12) {
    case 0, 1: textual(pick(["title", "title", "foldedTitle", "text", "text", "folder.name", "folder.path"]))
    case 2:
      "\(quantifier()) "
        + textual(
          pick(["keywords.name", "keywords.path", "links.title", "backlinks.title", "attachments.name"]))
    case 3: "status \(pick(["==", "!="])) \"\(pick(["draft", "review", "archived"]))\""
    case 4: "\(pick(["favorite", "conflict"])) \(pick(["==", "!="])) \(pick(["YES", "NO", "TRUE"]))"
    case 5, 6: numeric()
    case 7, 8: date()
    case 9: "\(pick(["folder", "created", "modified", "source", "folder.parent"])) \(pick(["==", "!="])) nil"
    case 10: subquery()
    default:
      "\(quantifier()) \(pick(["links", "backlinks", "folder.notes"]))."
        + pick(["favorite == YES", "conflict == NO", "order > 4", "status == 'draft'", "wordCount < 3"])
    }
  }

  /// A condition on a key of text.
  private mutating func textual(_ key: String) -> String {
    let options = pick(["", "", "[c]", "[d]", "[cd]"])
    switch number(9) {
    case 0: return "\(key) ==\(options) \"\(word())\""
    case 1: return "\(key) !=\(options) \"\(word())\""
    case 2: return "\(key) BEGINSWITH\(options) \"\(word())\""
    case 3: return "\(key) ENDSWITH\(options) \"\(word())\""
    case 4: return "\(key) LIKE\(options) \"*\(word())?*\""
    case 5: return "\(key) MATCHES\(options) \".*(\(word())|b).*\""
    case 6: return "\(key) \(pick(["<", "<=", ">", ">="]))\(options) \"\(word())\""
    case 7: return "\(key) IN {\"\(word())\", \"\(word())\", \"\"}"
    default: return "\(key) CONTAINS\(options) \"\(word())\""
    }
  }

  /// A condition on a number.
  private mutating func numeric() -> String {
    let key = pick([
      "order", "wordCount", "keywords.@count", "links.@count", "attachments.@count", "backlinks.@count",
      "folder.depth", "length(title)", "length(text)", "order + wordCount", "links.@sum.order",
      "links.@max.wordCount", "folder.notes.@count", "attachments.@sum.length",
    ])
    return chance(5)
      ? "\(key) BETWEEN {\(number(4)), \(4 + number(8))}"
      : "\(key) \(pick(["==", "!=", "<", "<=", ">", ">="])) \(number(10))"
  }

  /// A condition on a moment or day.
  private mutating func date() -> String {
    let key = pick(["created", "modified", "day", "modifiedDay", "folder.created"])
    let moment = pick(["2024-01-01", "2023-12-24", "2024-06-01", "-30d", "-200d", "today"])
    return "\(key) \(pick(["<", "<=", ">", ">=", "==", "!="])) \"\(moment)\""
  }

  /// A condition on how many of several things fulfil another one.
  private mutating func subquery() -> String {
    let (key, inner) = pick([
      ("keywords", "$x.name CONTAINS[cd] \"e\""), ("links", "$x.order > 3 AND $x.favorite == NO"),
      ("backlinks", "$x.title != \"\""), ("attachments", "$x.mediaType BEGINSWITH \"image/\""),
      ("folder.ancestors", "$x.notes.@count > 2"), ("keywords", "$x.depth > 0"),
      ("keywords", "$x.parent.name ==[c] 'bees'"), ("keywords", "$x.children.@count == 1"),
      ("keywords", "ANY $x.descendants.notes.title != ''"), ("keywords", "$x.ancestors.@count < 2"),
    ])
    return "SUBQUERY(\(key), $x, \(inner)).@count \(pick([">", "==", "<="])) \(number(3))"
  }

  private mutating func quantifier() -> String { pick(["ANY", "ALL", "NONE", "SOME"]) }

  private mutating func word() -> String { pick(IndexSample.words.filter { !$0.contains("\"") }) }

  private mutating func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &generator) }

  private mutating func chance(_ one: Int) -> Bool { number(one) == 0 }

  private mutating func pick<T>(_ values: [T]) -> T { values[number(values.count)] }
}

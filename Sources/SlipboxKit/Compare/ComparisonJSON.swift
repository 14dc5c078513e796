internal import SlipBase
internal import SlipDocument

/// A comparison as JSON, by `Schemas/comparison.schema.json`.
struct ComparisonJSON {
  /// What is written.
  let comparison: Comparison

  /// The JSON document.
  var document: String {
    JSONValue.object([
      ("form", .number(1)), ("kind", .string(comparison.kind.rawValue)), ("old", .string(comparison.old)),
      ("new", .string(comparison.new)), ("same", .bool(comparison.isSame)),
      ("compared", .number(comparison.compared)), ("facts", .array(comparison.facts.map(fact))),
      ("documents", .array(comparison.items.map(item))),
    ]).document
  }

  /// A fact that differs.
  private func fact(_ fact: Comparison.FactDifference) -> JSONValue {
    .object([
      ("entity", .string(fact.entity)), ("id", fact.id.isEmpty ? nil : .string(fact.id)),
      ("name", fact.name.isEmpty ? nil : .string(fact.name)), ("field", .text(fact.field)),
      ("before", .text(fact.before)), ("after", .text(fact.after)),
    ])
  }

  /// A document that differs.
  private func item(_ item: Comparison.Item) -> JSONValue {
    .object([
      ("name", .string(item.name)), ("id", .text(item.id)), ("status", .string(item.status.rawValue)),
      ("error", .text(item.error.map { "\($0)" })),
      ("facts", item.facts.isEmpty ? nil : .array(item.facts.map(fact))),
      ("changes", .array(item.lines.filter { $0.kind != .same }.map(line))),
    ])
  }

  /// A line that differs.
  private func line(_ line: ChangeLine) -> JSONValue {
    .object([
      ("story", .string(line.story)), ("kind", .string(line.kind.rawValue)),
      ("oldLine", .count(line.oldNumber)), ("newLine", .count(line.newNumber)),
      ("before", line.oldNumber == nil ? nil : .string(line.before)),
      ("after", line.newNumber == nil ? nil : .string(line.after)),
      (
        "words",
        line.kind == .changed
          ? .array(
            line.pieces.map { .object([("mark", .string($0.mark.rawValue)), ("text", .string($0.text))]) })
          : nil
      ),
      (
        "formatting",
        line.formatting.isEmpty
          ? nil
          : .array(
            line.formatting.map {
              .object([
                ("text", .text($0.text)), ("before", .array($0.before.map { .string($0) })),
                ("after", .array($0.after.map { .string($0) })),
              ])
            })
      ),
    ])
  }
}

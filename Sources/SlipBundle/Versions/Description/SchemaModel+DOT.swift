extension SchemaModel {
  /// A drawing for Graphviz.
  public var dot: String {
    var text = "digraph slipbox\(version) {\n  rankdir=LR;\n  node [shape=record, fontname=\"Helvetica\"];\n"
    for entity in entities {
      let rows = entity.attributes.map { "\(escaped($0.name)): \(escaped($0.text))\\l" }.joined()
      text += "  \(entity.name) [label=\"\(entity.name)|\(rows)\"];\n"
    }
    for entity in entities {
      for relationship in entity.relationships where !relationship.isDerived {
        text += "  \(entity.name) -> \(relationship.destination) [label=\"\(relationship.name)"
        text += "\(relationship.isToMany ? " *" : "")\\n\(relationship.deleteRule.rawValue)\"];\n"
      }
    }
    return text + "}\n"
  }

  private func escaped(_ text: String) -> String {
    text.map { "|{}<>\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

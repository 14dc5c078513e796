internal import SlipBase

/// What lies beside notes: files, and objects that become properties.
extension StorePlanner {
  /// Plans files: a relationship, a value of the note, or objects that lead to it.
  ///
  /// - Throws: `SlipError` with `StoreCode.badMapping` where the value is no name or its relationship leads
  ///   nowhere, and with `StoreCode.unknownName` for a name that the store lacks.
  mutating func files(_ value: StoreMapping.Value, _ plan: inout StorePlan) throws(SlipError)
    -> StorePlan.Files
  {
    let entity: String
    let way: StorePlan.Reach
    switch value {
    case .name(let name):
      guard let relationship = plan.notes.relationship(name) else {
        return .own(try attribute(name, &plan.notes))
      }
      taken.insert(plan.notes.name + "." + relationship.name)
      guard let destination = relationship.destination ?? mapping.name(.attachment, "entity") else {
        throw leadsNowhere("attachments", name, "`entity` in [attachment] names it.")
      }
      entity = destination
      way = try reach(relationship, &plan.notes)
    case .foreign(let other, _, let by):
      entity = other
      way = try reach(from: other, by: by)
    default: throw wrong("attachments")
    }
    var other = try rows(entity)
    plan.used.formUnion(other.family.map(\.name))
    var data: [StorePlan.Part] = []
    for case .name(let name) in mapping[.attachment, "data"]?.all ?? [] {
      data.append(
        try part(
          name, of: &other, "data", "The application's model, given with --model, does.", &plan.used))
    }
    var texts: [String: StoreRows.Field] = [:]
    for key in ["name", "caption"] {
      if let name = mapping.name(.attachment, key) { texts[key] = try attribute(name, &other) }
    }
    return .objects(
      way, try other.finder(store.file.database), data: data, name: texts["name"], caption: texts["caption"])
  }

  /// Plans properties that are objects: a relationship of notes, or an entity that leads to them.
  ///
  /// Objects of the entity that no note has are reported.
  ///
  /// - Throws: `SlipError` with `StoreCode.badMapping` where the mapping lacks the name or the value, and with
  ///   `StoreCode.unknownName` for a name that the store lacks.
  mutating func planFacts(_ plan: inout StorePlan) throws(SlipError) {
    guard let value = mapping[.note, "properties"] else { return }
    let entity: String
    let way: StorePlan.Reach
    switch value {
    case .name(let name):
      let relationship = try relationship(name, plan.notes)
      guard let destination = relationship.destination ?? mapping.name(.property, "entity") else {
        throw leadsNowhere("properties", name, "`entity` in [property] names it.")
      }
      (entity, way) = (destination, try reach(relationship, &plan.notes))
    case .foreign(let other, _, let by): (entity, way) = (other, try reach(from: other, by: by))
    default: throw wrong("properties")
    }
    var other = try rows(entity)
    guard let name = mapping.name(.property, "name"), let content = mapping.name(.property, "value") else {
      throw wrong("properties", "[property] needs `name` and `value`.")
    }
    let fields = (try attribute(name, &other), try attribute(content, &other))
    let kind = try mapping.name(.property, "type").map { name throws(SlipError) in try attribute(name, &other)
    }
    plan.used.formUnion(other.family.map(\.name))
    plan.facts = StorePlan.Facts(
      reach: way, finder: try other.finder(store.file.database), name: fields.0, value: fields.1, kind: kind)
    let all = other.family.reduce(0) { $0 + $1.count }
    if case .pairs(let pairs) = way, pairs.count < all {
      diagnostics.report(
        Diagnostic(
          code: StoreCode.leftOut, severity: .info,
          message: "objects of \(PrintableText.of(entity)) that belong to no note are left out",
          location: SourceLocation(file: store.file.path), count: all - pairs.count))
    }
  }
}

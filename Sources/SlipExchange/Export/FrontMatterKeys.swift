package import SlipNotes

/// How further properties are named in the front matter of Markdown files. What writes them and what reads them asks here.
package enum FrontMatterKeys {
  /// A further property.
  ///
  /// A key with a colon is the name of another program's property. One that the specification of the bundle knows keeps its
  /// name if the value has the form for it.
  package static func property(_ key: String, _ text: String, _ program: String) -> Property {
    if let kind = wellKnown[key], Property.accepts(text, as: kind) {
      return Property(key, kind, text)
    }
    let kind: Property.Kind =
      Property.accepts(text, as: .boolean)
      ? .boolean : Property.accepts(text, as: .number) ? .number : .text
    return Property(key.contains(":") ? key : program + ":" + key, kind, text)
  }

  /// Names with a meaning that files have as they are, and the form of their values.
  package static let wellKnown: [String: Property.Kind] = [
    Property.WellKnown.latitude: .number, Property.WellKnown.longitude: .number,
    Property.WellKnown.due: .date, Property.WellKnown.completed: .date,
    Property.WellKnown.pinned: .boolean, Property.WellKnown.encryptedHint: .text,
    Property.WellKnown.place: .text,
  ]
}

package import SlipBase
package import SlipNotes

/// How further properties are named in the front matter of Markdown files. What writes them and what reads them asks here.
package enum FrontMatterKeys {
  /// A further property.
  ///
  /// A key with a colon is the name of another program's property. One that the specification of the bundle knows keeps its
  /// name if the value has the form for it. Of other keys a value without quotation marks is a number or a date if it has the form of one.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - text: A value.
  ///   - program: What the name of a program's own property begins with.
  ///   - isQuoted: Whether the value stands in quotation marks, and is neither a number nor a date.
  ///   - moment: The point in time of a date.
  package static func property(
    _ key: String, _ text: String, _ program: String, isQuoted: Bool,
    moment: (SourceDate) -> Timestamp = { $0.time }
  ) -> Property {
    let name = key.contains(":") ? key : program + ":" + key
    return property(key, named: name, text, isQuoted: isQuoted, moment: moment)
  }

  /// The same under any name.
  ///
  /// - Parameter name: The name of a property that the specification of the bundle doesn't know.
  package static func property(
    _ key: String, named name: String, _ text: String, isQuoted: Bool,
    moment: (SourceDate) -> Timestamp = { $0.time }
  ) -> Property {
    if let kind = wellKnown[key] {
      let value = kind == .date ? date(text, moment) ?? text : text
      if Property.accepts(value, as: kind) { return Property(key, kind, value) }
    }
    if Property.accepts(text, as: .boolean) { return Property(name, .boolean, text) }
    if !isQuoted {
      if Property.accepts(text, as: .number) { return Property(name, .number, text) }
      if let date = date(text, moment) { return Property(name, .date, date) }
    }
    return Property(name, .text, text)
  }

  /// The date that a text is, as a property has it: a day, or a day and a time. Nil for other text.
  private static func date(_ text: String, _ moment: (SourceDate) -> Timestamp) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= dayLength, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[..<dayLength].enumerated().allSatisfy({ [4, 7].contains($0.offset) || $0.element.isASCIIDigit })
    else { return nil }
    // A day is the same day everywhere.
    if bytes.count == dayLength { return Timestamp(rfc3339: text + "T00:00:00Z")?.rfc3339 }
    let rest = bytes[dayLength...]
    guard rest.count >= 6,
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[dayLength]),
      rest.dropFirst().allSatisfy({ $0.isASCIIDigit || timeSigns.contains($0) }),
      bytes[13] == UInt8(ascii: ":")
    else { return nil }
    return SourceDate(text).map { moment($0).rfc3339 }
  }

  /// How long a day such as `2024-05-01` is.
  private static let dayLength = 10
  /// What stands between and behind the numbers of a time.
  private static let timeSigns = Set(" :.,+-Zz".utf8)

  /// Names with a meaning that files have as they are, and the form of their values.
  package static let wellKnown: [String: Property.Kind] = [
    Property.WellKnown.latitude: .number, Property.WellKnown.longitude: .number,
    Property.WellKnown.due: .date, Property.WellKnown.completed: .date,
    Property.WellKnown.pinned: .boolean, Property.WellKnown.encryptedHint: .text,
    Property.WellKnown.place: .text,
  ]
}

internal import SlipBase
internal import SlipExchange
internal import SlipNotes
internal import WindowsArchives

/// What an item of Outlook says of itself that a slip-box has no field for, as properties of the note.
///
/// ```
/// 0017                 importance          outlook:importance    high
/// 0E06                 time of receipt     outlook:received      2020-01-02T03:04:05Z
/// set of notes, 8B00   color               outlook:color         pink
/// set of tasks, 8105   due date            due                   2020-01-09T00:00:00Z
/// ```
///
/// Values that every item has and that say nothing, such as normal importance, are left out.
enum OutlookFacts {
  /// Where a value is.
  private enum Key {
    /// In a property with this id.
    case id(UInt16)
    /// In the property with this number in a set.
    case name(UInt32, UInt32)
  }

  /// A property of a note, and where it comes from.
  private struct Row {
    /// Where the value is.
    let key: Key
    /// The name of the property; several rows may have one.
    let name: String
    /// Words for numbers from 0 on; those that say nothing are empty.
    var words: [String] = []
  }

  /// The properties of notes (MS-OXPROPS).
  private static let rows: [Row] = [
    Row(key: .id(0x001A), name: "outlook:class"),
    Row(key: .id(0x0E06), name: "outlook:received"),
    Row(key: .id(0x1035), name: "outlook:message-id"),
    Row(key: .id(0x0017), name: "outlook:importance", words: ["low", "", "high"]),
    Row(
      key: .id(0x0036), name: "outlook:sensitivity", words: ["", "personal", "private", "confidential"]),
    Row(key: .id(0x1091), name: Property.WellKnown.completed),
    Row(
      key: .name(MAPIName.PropertySet.note, 0x8B00), name: "outlook:color",
      words: ["blue", "green", "pink", "yellow", "white"]),
    Row(key: .name(MAPIName.PropertySet.task, 0x8105), name: Property.WellKnown.due),
    Row(key: .name(MAPIName.PropertySet.task, 0x8104), name: "outlook:start"),
    Row(key: .name(MAPIName.PropertySet.task, 0x810F), name: Property.WellKnown.completed),
    Row(
      key: .name(MAPIName.PropertySet.task, 0x8101), name: "outlook:task-status",
      words: ["not started", "in progress", "complete", "waiting", "deferred"]),
    Row(key: .name(MAPIName.PropertySet.task, 0x811F), name: "outlook:task-owner"),
    Row(key: .name(MAPIName.PropertySet.appointment, 0x820D), name: "outlook:start"),
    Row(key: .name(MAPIName.PropertySet.appointment, 0x820E), name: "outlook:end"),
    Row(key: .name(MAPIName.PropertySet.appointment, 0x8208), name: Property.WellKnown.place),
    Row(key: .name(MAPIName.PropertySet.appointment, 0x8232), name: "outlook:recurrence"),
    Row(key: .name(MAPIName.PropertySet.log, 0x8700), name: "outlook:journal-type"),
    Row(key: .name(MAPIName.PropertySet.log, 0x8706), name: "outlook:start"),
    Row(key: .name(MAPIName.PropertySet.log, 0x8708), name: "outlook:end"),
    Row(key: .name(MAPIName.PropertySet.log, 0x8707), name: "outlook:minutes"),
    Row(key: .id(0x3A4F), name: Property.WellKnown.alias),
    Row(key: .id(0x3A16), name: "outlook:company"), Row(key: .id(0x3A17), name: "outlook:job-title"),
    Row(key: .id(0x3A18), name: "outlook:department"), Row(key: .id(0x3A08), name: "outlook:business-phone"),
    Row(key: .id(0x3A09), name: "outlook:home-phone"), Row(key: .id(0x3A1C), name: "outlook:mobile-phone"),
    Row(key: .id(0x3A24), name: "outlook:business-fax"), Row(key: .id(0x3A42), name: "outlook:birthday"),
    Row(key: .id(0x3A51), name: "outlook:web-page"),
    Row(key: .name(MAPIName.PropertySet.address, 0x8083), name: "outlook:email"),
    Row(key: .name(MAPIName.PropertySet.address, 0x8093), name: "outlook:email"),
    Row(key: .name(MAPIName.PropertySet.address, 0x80A3), name: "outlook:email"),
    Row(key: .name(MAPIName.PropertySet.address, 0x801B), name: "outlook:business-address"),
    Row(key: .name(MAPIName.PropertySet.address, 0x801A), name: "outlook:home-address"),
  ]

  /// How many recipients are taken.
  private static let mostRecipients = 4_096

  /// The properties of an item.
  ///
  /// Rows that are equal in name and value give one property. The sender comes after them, and
  /// recipients last.
  static func properties(of item: OutlookItem) -> [Property] {
    var properties: [Property] = []
    for row in rows {
      let value: MAPIValue? =
        switch row.key {
        case .id(let id): item.properties[id]
        case .name(let set, let number): item.properties[.number(set: set, number)]
        }
      guard let value, let property = property(row, value), !properties.contains(property) else { continue }
      properties.append(property)
    }
    if let author = person(item.properties, names: [0x0042, 0x0C1A], [0x5D02, 0x5D01, 0x0065, 0x0C1F]) {
      properties.append(Property(Property.WellKnown.author, .text, author))
    }
    properties += members(of: item).map { Property("outlook:member", .text, $0) }
    return properties + recipients(of: item)
  }

  /// The members of a list of addresses as `Name <address>`, in order (MS-OXOCNTC, 2.2.2.2).
  ///
  /// A list has them twice: by name and address (8054), and by where they are in an address book (8055). The second form has
  /// name and address only for members who are in none.
  static func members(of item: OutlookItem) -> [String] {
    for number: UInt32 in [0x8054, 0x8055] {
      let entries = item.properties[.number(set: MAPIName.PropertySet.address, number)]?.pieces ?? []
      let members = entries.prefix(mostRecipients).compactMap(member)
      if !members.isEmpty { return members }
    }
    return []
  }

  /// The identifier of an entry that says name and address itself (MS-OXCDATA, 2.2.5.1).
  private static let oneOff: [UInt8] = [
    0x81, 0x2B, 0x1F, 0xA4, 0xBE, 0xA3, 0x10, 0x19, 0x9D, 0x6E, 0x00, 0xDD, 0x01, 0x0F, 0x54, 0x02,
  ]

  /// Reads an entry; nil for one without name and address.
  ///
  /// ```
  /// 4 bytes flags, 16 bytes identifier, 2 bytes version, 2 bytes flags: bit 15 stands for UTF-16
  /// name, kind of address, address: each with a NUL at its end
  /// ```
  private static func member(_ entry: [UInt8]) -> String? {
    guard let found = entry.prefix(64).firstRange(of: oneOff), found.upperBound + 4 <= entry.count else {
      return nil
    }
    let isUnicode = entry[found.upperBound + 3] & 0x80 != 0
    var rest = entry[(found.upperBound + 4)...]
    var parts: [String] = []
    while parts.count < 3, !rest.isEmpty {
      let part: ArraySlice<UInt8>
      if isUnicode {
        let units = stride(from: rest.startIndex, to: rest.endIndex - 1, by: 2).prefix {
          rest[$0] != 0 || rest[$0 + 1] != 0
        }
        part = rest.prefix(units.count * 2)
        rest = rest.dropFirst(part.count + 2)
        parts.append(WindowsText.utf16(Array(part)))
      } else {
        part = rest.prefix { $0 != 0 }
        rest = rest.dropFirst(part.count + 1)
        parts.append(WindowsText.decode(Array(part), codePage: 1252) ?? "")
      }
    }
    let (name, address) = (
      parts.first?.trimmingBlanks() ?? "", parts.dropFirst(2).first?.trimmingBlanks() ?? ""
    )
    guard !name.isEmpty, !address.isEmpty, name != address else {
      return name.isEmpty ? (address.isEmpty ? nil : address) : name
    }
    return name + " <" + address + ">"
  }

  /// A value as a property; nil where it says nothing.
  ///
  /// - Parameters:
  ///   - row: The name, and words for numbers. A number without a word is left out.
  ///   - value: The value. Lists, bytes and real numbers have no form as a property.
  private static func property(_ row: Row, _ value: MAPIValue) -> Property? {
    switch value {
    case .text(let text):
      let text = text.trimmingBlanks()
      return text.isEmpty ? nil : Property(row.name, .text, text)
    case .time(let time): return Property(row.name, .date, time.rfc3339)
    case .number(let number):
      guard !row.words.isEmpty else { return Property(row.name, .number, String(number)) }
      guard let index = Int(exactly: number), row.words.indices.contains(index) else { return nil }
      return row.words[index].isEmpty ? nil : Property(row.name, .text, row.words[index])
    case .flag(let flag): return Property(row.name, .boolean, String(flag))
    case .real, .texts, .bytes, .pieces: return nil
    }
  }

  /// A person as `Name <address>`; nil where there is neither.
  ///
  /// An address within Exchange has no at sign and says nothing outside.
  ///
  /// - Parameters:
  ///   - properties: Those of the person.
  ///   - names: Ids of the name, the first that has one counts.
  ///   - addresses: Ids of the address.
  private static func person(
    _ properties: MAPIProperties, names: [UInt16], _ addresses: [UInt16]
  ) -> String? {
    let name = names.lazy.compactMap { properties.text($0)?.trimmingBlanks() }.first { !$0.isEmpty }
    let address = addresses.lazy.compactMap { properties.text($0)?.trimmingBlanks() }.first {
      $0.contains("@")
    }
    guard let name, let address, name != address else { return name ?? address }
    return name + " <" + address + ">"
  }

  /// The recipients, each as a property.
  ///
  /// Their kind is the lowest four bits of 0C15 (MS-OXOMSG, 2.2.3.1); one without a kind counts as
  /// `to`. An item without a list of recipients may still have their names in three texts, with
  /// semicolons between them.
  private static func recipients(of item: OutlookItem) -> [Property] {
    let kinds: [Int64: String] = [1: "outlook:to", 2: "outlook:cc", 3: "outlook:bcc"]
    let listed = item.recipients.prefix(mostRecipients).compactMap { recipient -> Property? in
      guard let name = kinds[recipient.number(0x0C15).map { $0 & 0xF } ?? 1],
        let person = person(recipient, names: [0x3001, 0x5FF6], [0x39FE, 0x3003])
      else { return nil }
      return Property(name, .text, person)
    }
    if !listed.isEmpty { return listed }
    let shown: [(UInt16, String)] = [(0x0E04, "outlook:to"), (0x0E03, "outlook:cc"), (0x0E02, "outlook:bcc")]
    return shown.flatMap { id, name in
      (item.properties.text(id) ?? "").split(separator: ";").map { String($0).trimmingBlanks() }
        .filter { !$0.isEmpty }.map { Property(name, .text, $0) }
    }
  }
}

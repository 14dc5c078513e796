public import SlipBase
public import SlipNotes
public import SlipQuery

/// Notes in sections, as `--section-by` makes them.
///
/// A section has the notes in the order in which they were given. What has no date, folder or
/// keyword comes last.
public struct NoteSections: Sendable, Encodable {
  /// By what notes are put into sections. A minus before the name turns the order round.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    /// The day of creation.
    case day
    /// The day of the last change.
    case modifiedDay
    /// The month of creation.
    case month
    /// The year of creation.
    case year
    /// Today, Yesterday, Previous 7 Days, Previous 30 Days, the months of this year, then years;
    /// by the last change, or else by creation.
    case period
    /// Draft, review, archived.
    case status
    /// The path of the folder.
    case folder
    /// Each keyword; a note stands in the section of each of its keywords.
    case keyword
    /// Favorites first.
    case favorite
    /// The first letter of the title, without regard to accents.
    case letter
  }

  /// By what notes are put into sections, and in which order the sections stand.
  public struct Order: Sendable, Hashable {
    /// A name or a key path.
    enum Basis: Sendable, Hashable {
      /// One of the names.
      case key(Key)
      /// The value of a key path, such as `folder.path` or `wordCount`.
      case path(SortKey)
    }

    /// By what.
    let basis: Basis
    /// Whether the order of the sections is turned round.
    let isReversed: Bool

    /// Reads the value of `--section-by`: a name, a property, or a key path to a single value, maybe with a minus before it.
    ///
    /// - Throws: `KitCode.badQuery` for a path that leads to no single value. Whether there is such a property is known only
    ///   where the sections are made.
    public init(argument: String) throws(SlipError) {
      isReversed = argument.hasPrefix("-")
      if let key = Key(rawValue: isReversed ? String(argument.dropFirst()) : argument) {
        basis = .key(key)
        return
      }
      let keys = SortKey.list(argument)
      let path = SortKey(keys.count == 1 ? keys[0].key : argument, isLiteral: keys.first?.isLiteral ?? false)
      do throws(QueryError) {
        _ = try Order.request(path, QueryClock(now: Timestamp(seconds: 0), zone: .utc), .any).prepare()
      } catch {
        throw NoteQuery.fault(error, "section key", nil)
      }
      basis = .path(path)
    }

    /// A request for all notes in sections.
    fileprivate static func request(
      _ path: SortKey, _ clock: QueryClock, _ properties: PropertyKeys
    ) -> QueryRequest {
      var request = QueryRequest(.constant(true), clock: clock)
      (request.section, request.properties) = (path, properties)
      return request
    }
  }

  /// One section.
  public struct Section: Sendable, Encodable {
    /// The value; nil for notes without one.
    public var key: String?
    /// What to show for it.
    public var title: String
    /// The number of notes.
    public var count: Int
    /// The UUIDs of the notes.
    public var ids: [String]
  }

  /// The sections in order.
  public var sections: [Section]

  /// Makes sections.
  ///
  /// - Parameters:
  ///   - notes: The notes in order.
  ///   - bundle: The bundle that they are in.
  ///   - order: By what.
  ///   - clock: What today is, and the zone of days.
  /// - Throws: `SlipError` of a note's text that can't be read.
  init(
    _ notes: [Note], in bundle: OpenBundle, by order: Order, clock: QueryClock
  ) throws(SlipError) {
    switch order.basis {
    case .key(let key): self.init(notes, in: bundle.box, by: key, isReversed: order.isReversed, clock: clock)
    case .path(let path):
      let view = BoxView(bundle.box, texts: MirrorTexts(bundle: bundle))
      do throws(QueryError) {
        let query = try Order.request(path, clock, PropertyKeys(SearchNames(bundle.box))).prepare()
        let found = try query.run(over: notes.compactMap { view.note($0.id) })
        self.init(found.sections ?? [], notes, isReversed: order.isReversed)
      } catch {
        throw NoteQuery.fault(error, "section key", nil)
      }
    }
  }

  /// Sections of a key path's values, each with its notes in the given order.
  private init(_ found: [QueryResult.Section], _ notes: [Note], isReversed: Bool) {
    let ranks = Dictionary(notes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let placed = found.filter { $0.key.label != nil }
    sections = ((isReversed ? placed.reversed() : placed) + found.filter { $0.key.label == nil }).map {
      part in
      let ids = part.objects.compactMap(\.uniqueID).sorted { ranks[$0, default: 0] < ranks[$1, default: 0] }
      return Section(
        key: part.key.label, title: part.key.label ?? "None", count: ids.count, ids: ids.map(\.description))
    }
  }

  /// Makes sections.
  ///
  /// - Parameters:
  ///   - notes: The notes in order.
  ///   - box: The box with their folders and keywords.
  ///   - key: By what.
  ///   - isReversed: Whether the order of the sections is turned round.
  ///   - clock: What today is, and the zone of days.
  public init(_ notes: [Note], in box: SlipBox, by key: Key, isReversed: Bool = false, clock: QueryClock) {
    let maker = SectionMaker(box: box, key: key, clock: clock)
    var order: [SectionMaker.Place] = []
    var members: [SectionMaker.Place: [Note.ID]] = [:]
    for note in notes {
      for place in maker.places(of: note) {
        if members[place] == nil { order.append(place) }
        members[place, default: []].append(note.id)
      }
    }
    let placed = order.filter { $0.key != nil }.sorted { $0.isBefore($1) }
    let sorted = (isReversed ? placed.reversed() : placed) + order.filter { $0.key == nil }
    sections = sorted.map { place in
      let ids = members[place] ?? []
      return Section(key: place.key, title: place.title, count: ids.count, ids: ids.map(\.description))
    }
  }
}

extension QueryValue {
  /// A single value as text; nil for no value.
  fileprivate var label: String? {
    switch self {
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .bool(let flag): String(flag)
    case .date(let time): time.rfc3339
    default: text
    }
  }
}

/// Finds the sections of notes.
private struct SectionMaker {
  /// A section.
  struct Place: Hashable {
    /// What orders it among the others; compared first.
    var rank = 0
    /// The value; nil for notes without one.
    var key: String?
    /// What is shown.
    var title: String

    /// Whether it stands before another: by rank, then in natural order.
    func isBefore(_ other: Place) -> Bool {
      if rank != other.rank { return rank < other.rank }
      return NaturalOrder.isBefore(key ?? "", other.key ?? "")
    }
  }

  /// The box with folders and keywords.
  let box: SlipBox
  /// By what.
  let key: NoteSections.Key
  /// What today is.
  let clock: QueryClock

  /// The sections of a note.
  func places(of note: Note) -> [Place] {
    switch key {
    case .day: return [date(note.created, 10)]
    case .modifiedDay: return [date(note.modified, 10)]
    case .month: return [date(note.created, 7)]
    case .year: return [date(note.created, 4)]
    case .period: return [period(note.modified ?? note.created)]
    case .status:
      let rank = Note.Status.allCases.firstIndex(of: note.status) ?? 0
      return [Place(rank: rank, key: note.status.rawValue, title: note.status.rawValue)]
    case .folder:
      guard note.folder != nil else { return [Place(key: nil, title: "No Folder")] }
      let path = FolderPath.text(box.path(of: note.folder))
      return [Place(key: path, title: path)]
    case .keyword:
      let names = note.keywords.filter { box.keyword($0) != nil }.map { box.path(ofKeyword: $0) }
      return names.isEmpty ? [Place(key: nil, title: "No Keyword")] : names.map { Place(key: $0, title: $0) }
    case .favorite:
      return [
        note.isFavorite
          ? Place(rank: 0, key: "true", title: "Favorites") : Place(rank: 1, key: "false", title: "Others")
      ]
    case .letter:
      let folded = TextFolding.folded(note.title, cases: true, marks: true)
      guard let first = folded.first(where: { $0.isLetter || $0.isNumber }) else {
        return [Place(key: nil, title: "Other")]
      }
      return [Place(key: String(first), title: first.uppercased())]
    }
  }

  /// The section of a date, cut to so many characters.
  private func date(_ time: Timestamp?, _ length: Int) -> Place {
    guard let time else { return Place(key: nil, title: "No Date") }
    let text = String(clock.day(of: time).prefix(length))
    return Place(key: text, title: text)
  }

  /// Names of months.
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// The first period that fits, as note-taking programs show them.
  private func period(_ time: Timestamp?) -> Place {
    guard let time else { return Place(key: nil, title: "No Date") }
    let age = clock.dayNumber(of: clock.now) - clock.dayNumber(of: time)
    if age <= 0 { return Place(rank: 0, key: "today", title: "Today") }
    if age == 1 { return Place(rank: 1, key: "yesterday", title: "Yesterday") }
    if age <= 7 { return Place(rank: 2, key: "-7d", title: "Previous 7 Days") }
    if age <= 30 { return Place(rank: 3, key: "-30d", title: "Previous 30 Days") }
    let (day, today) = (clock.day(of: time), clock.day(of: clock.now))
    guard day.prefix(4) == today.prefix(4), let month = Int(day.dropFirst(5).prefix(2)),
      (1...12).contains(month)
    else {
      let year = String(day.prefix(4))
      return Place(rank: 20_000 - (Int(year) ?? 0), key: year, title: year)
    }
    return Place(rank: 20 - month, key: String(day.prefix(7)), title: SectionMaker.months[month - 1])
  }
}

public import SlipBase
internal import SlipNotes

/// Notes in the order of the numbers with which their titles begin, such as `1a2 Queens` (`SequenceNumber`).
public struct NoteSequence: Sendable, Encodable {
  /// A note with a number.
  public struct Member: Sendable, Encodable {
    /// The UUID.
    public var id: String
    /// The number, as `1a2`.
    public var number: String
    /// The title, which begins with the number.
    public var title: String
    /// How many of the listed notes it follows, one after the other.
    public var depth: Int
    /// The UUID of the note that it follows; nil where none of those listed has that number.
    public var parent: String?
  }

  /// The notes, in the order of their numbers.
  public var notes: [Member]

  /// The notes that a note follows, the note, and those that follow it; or all notes with such numbers.
  ///
  /// Of all notes, those are left out that neither follow one nor are followed: a title may begin with a number by chance.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - name: The note; nil: all.
  /// - Throws: `SlipError` where no note or more than one has the name, or with code `KitCode.noNumber` where its title begins
  ///   with no number.
  public init(in argument: String, of name: String? = nil) throws(SlipError) {
    let bundle = try OpenBundle(argument)
    var numbered = NoteSequence.numbered(bundle.box)
    if let name {
      let note = try bundle.note(named: name)
      let number = try NoteSequence.number(of: note, in: bundle.path)
      let above = Set(NoteSequence.above(number))
      numbered = numbered.filter {
        above.contains($0.number) || NoteSequence.above($0.number).contains(number)
      }
      .filter { $0.number != number || $0.note.id == note.id }
    } else {
      let parents = Set(numbered.compactMap(\.number.parent))
      numbered = numbered.filter { $0.number.parent != nil || parents.contains($0.number) }
    }
    let listed = Dictionary(numbered.map { ($0.number, $0.note.id) }) { first, _ in first }
    notes = numbered.map { number, note in
      let above = NoteSequence.above(number).dropFirst().filter { listed[$0] != nil }
      return Member(
        id: note.id.description, number: number.description, title: note.title, depth: above.count,
        parent: number.parent.flatMap { listed[$0]?.description })
    }
  }

  /// The notes with numbers, in their order.
  private static func numbered(_ box: SlipBox) -> [(number: SequenceNumber, note: Note)] {
    box.notes.compactMap { note in SequenceNumber(title: note.title).map { ($0, note) } }
      .sorted { $0.number == $1.number ? $0.note.id < $1.note.id : $0.number < $1.number }
  }

  /// A number and those that it follows.
  private static func above(_ number: SequenceNumber) -> [SequenceNumber] {
    Array(sequence(first: number) { $0.parent })
  }

  /// The number of a note.
  ///
  /// - Throws: `SlipError` with code `KitCode.noNumber` where its title begins with none.
  private static func number(of note: Note, in path: String) throws(SlipError) -> SequenceNumber {
    guard let number = SequenceNumber(title: note.title) else {
      throw SlipError(
        .usage, code: KitCode.noNumber,
        "The title \u{201C}\(PrintableText.of(note.title))\u{201D} begins with no number such as 1a2.",
        at: SourceLocation(file: path))
    }
    return number
  }

  /// The number for a new note that follows another.
  ///
  /// - Throws: `SlipError` with code `KitCode.noNumber` where the title of that begins with none.
  static func numberAfter(_ note: Note, in box: SlipBox, path: String) throws(SlipError) -> String {
    let number = try number(of: note, in: path)
    return number.nextChild(besides: Set(numbered(box).map(\.number))).description
  }

  /// The notes as lines, each further in than the one that it follows.
  public var lines: [String] {
    notes.map { String(repeating: "  ", count: $0.depth) + $0.title }
  }
}

internal import SlipDocument

/// Tracked changes as they are read (RTF 1.9.1, "Track Changes (Revision Marks)").
extension RTFTables {
  /// The tracked change that a run is part of; nil for none. What is both inserted and
  /// deleted is the deletion of an insertion.
  func revision(_ state: RTFCharacterState) -> Revision? {
    let isMove = state.flags.contains(.moved)
    let change = credit(state.revisionAuthor, state.revisionDate)
    guard state.flags.contains(.deleted) else {
      return state.flags.contains(.inserted) ? Revision(.insertion, change, isMove: isMove) : nil
    }
    let isOfInsertion = state.flags.contains(.inserted)
    // Some writers give the author and date of a deletion with the words for insertions.
    let saysWho = state.deletionAuthor >= 0 || state.deletionDate != 0 || isOfInsertion
    let deletion = saysWho ? credit(state.deletionAuthor, state.deletionDate) : change
    return Revision(.deletion, deletion, isMove: isMove, insertion: isOfInsertion ? change : nil)
  }

  /// Who made a change, and when.
  private func credit(_ author: Int32, _ date: Int32) -> Revision.Credit {
    let index = Int(author)
    return Revision.Credit(
      author: revisionAuthors.indices.contains(index) ? revisionAuthors[index] : nil,
      date: RTFPackedDate.date(packed: date))
  }
}

/// A change of one kind.
extension Revision {
  /// Creates a change by someone, and for a deletion the insertion that it deletes.
  fileprivate init(_ kind: Kind, _ credit: Credit, isMove: Bool, insertion: Credit? = nil) {
    self.init(kind: kind, author: credit.author, date: credit.date, isMove: isMove, insertion: insertion)
  }
}

/// Tracked changes in the form that RTF gives back.
extension RTFNormalStyles {
  /// A change in that form: names without semicolons, dates to the minute, and an
  /// insertion only below a deletion.
  static func revision(_ revision: Revision?) -> Revision? {
    guard var revision else { return nil }
    revision.credit = credit(revision.credit)
    revision.insertion = revision.kind == .deletion ? revision.insertion.map(credit) : nil
    return revision
  }

  /// The credit in that form. `Unknown` is Word's name for a missing author.
  private static func credit(_ credit: Revision.Credit) -> Revision.Credit {
    Revision.Credit(
      author: entry(credit.author).flatMap { $0 == "Unknown" ? nil : $0 }, date: packedDate(credit.date))
  }
}

/// Tracked changes as they are written.
extension RTFBuilder {
  /// Writes the words of a tracked change. Moves are written as deletions and insertions
  /// as well, for readers that know no moves.
  mutating func revision(_ revision: Revision) {
    switch revision.kind {
    case .insertion:
      out.word("revised")
      credit(revision.credit, "revauth", "revdttm")
    case .deletion:
      if let insertion = revision.insertion {
        out.word("revised")
        credit(insertion, "revauth", "revdttm")
      }
      out.word("deleted")
      credit(revision.credit, "revauthdel", "revdttmdel")
    }
    guard revision.isMove else { return }
    out.word(revision.kind == .insertion ? "mvt" : "mvf")
    credit(revision.credit, "mvauth", "mvdate")
  }

  /// Writes the tracked change of a cell, which stands in the cell's definition.
  mutating func cellRevision(_ revision: Revision) {
    if let insertion = revision.kind == .insertion ? revision.credit : revision.insertion {
      out.word("clins")
      credit(insertion, "clinsauth", "clinsdttm")
    }
    guard revision.kind == .deletion else { return }
    out.word("cldel")
    credit(revision.credit, "cldelauth", "cldeldttm")
  }

  /// Writes the author and date of a change with the words for its kind.
  private mutating func credit(_ credit: Revision.Credit, _ author: StaticString, _ date: StaticString) {
    out.word(author, tables.authors.number(credit.author) ?? 0)
    if let when = credit.date { out.word(date, RTFPackedDate.packed(when)) }
  }
}

/// The packed date and time of `\revdttmN` and `\atndate` (RTF 1.9.1, "Track Changes
/// (Revision Marks)").
///
/// From the lowest bit: 6 bits for the minute, 5 for the hour, 5 for the day, 4 for the
/// month, 9 for the year from 1900, 3 for the day of the week, which is not read.
enum RTFPackedDate {
  /// A date in packed form. Fields out of range are moved to the nearest value in it;
  /// seconds are dropped.
  static func packed(_ date: CalendarDate) -> Int {
    func bits(_ value: Int, _ range: ClosedRange<Int>, _ shift: Int) -> Int {
      min(max(value, range.lowerBound), range.upperBound) << shift
    }
    return bits(date.minute, 0...59, 0) | bits(date.hour, 0...23, 6) | bits(date.day, 1...31, 11)
      | bits(date.month, 1...12, 16) | bits(date.year - 1900, 0...511, 20)
  }

  /// The date of a packed form; nil for what is no date, such as 0.
  static func date(packed: Int32) -> CalendarDate? {
    let bits = UInt32(bitPattern: packed)
    func field(_ shift: UInt32, _ width: UInt32) -> Int { Int(bits >> shift & (1 << width - 1)) }
    let date = CalendarDate(
      year: field(20, 9) + 1900, month: field(16, 4), day: field(11, 5), hour: field(6, 5),
      minute: field(0, 6))
    guard (1...12).contains(date.month), (1...31).contains(date.day), date.hour < 24, date.minute < 60 else {
      return nil
    }
    return date
  }
}

internal import SlipDocument

extension RTFTables {
  /// The tracked change that a run is part of. What is inserted and deleted is a deletion of an insertion.
  func revision(_ state: RTFCharacterState) -> Revision? {
    let isMove = state.flags.contains(.moved)
    let change = credit(state.revisionAuthor, state.revisionDate)
    guard state.flags.contains(.deleted) else {
      return state.flags.contains(.inserted) ? Revision(.insertion, change, isMove: isMove) : nil
    }
    let isOfInsertion = state.flags.contains(.inserted)
    // Some writers have the words of insertions for both.
    let saysWho = state.deletionAuthor >= 0 || state.deletionDate != 0 || isOfInsertion
    let deletion = saysWho ? credit(state.deletionAuthor, state.deletionDate) : change
    return Revision(.deletion, deletion, isMove: isMove, insertion: isOfInsertion ? change : nil)
  }

  private func credit(_ author: Int32, _ date: Int32) -> Revision.Credit {
    let index = Int(author)
    return Revision.Credit(
      author: revisionAuthors.indices.contains(index) ? revisionAuthors[index] : nil,
      date: RTFPackedDate.date(packed: date))
  }
}

extension Revision {
  fileprivate init(_ kind: Kind, _ credit: Credit, isMove: Bool, insertion: Credit? = nil) {
    self.init(kind: kind, author: credit.author, date: credit.date, isMove: isMove, insertion: insertion)
  }
}

extension RTFNormalStyles {
  static func revision(_ revision: Revision?) -> Revision? {
    guard var revision else { return nil }
    revision.credit = credit(revision.credit)
    revision.insertion = revision.kind == .deletion ? revision.insertion.map(credit) : nil
    return revision
  }

  private static func credit(_ credit: Revision.Credit) -> Revision.Credit {
    Revision.Credit(
      author: entry(credit.author).flatMap { $0 == "Unknown" ? nil : $0 }, date: packedDate(credit.date))
  }
}

extension RTFBuilder {
  /// Moves are deletions and insertions too, for readers that know no moves.
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

  /// The change of a cell, which stands in its definition.
  mutating func cellRevision(_ revision: Revision) {
    if let insertion = revision.kind == .insertion ? revision.credit : revision.insertion {
      out.word("clins")
      credit(insertion, "clinsauth", "clinsdttm")
    }
    guard revision.kind == .deletion else { return }
    out.word("cldel")
    credit(revision.credit, "cldelauth", "cldeldttm")
  }

  private mutating func credit(_ credit: Revision.Credit, _ author: StaticString, _ date: StaticString) {
    out.word(author, tables.authors.number(credit.author) ?? 0)
    if let when = credit.date { out.word(date, RTFPackedDate.packed(when)) }
  }
}

public import SlipNotes

/// A fact about a note, beyond its text, that a container of another program may be unable to hold.
public enum BoxFeature: String, Sendable, Hashable, CaseIterable {
  /// A status other than draft.
  case status
  /// The mark of a favourite.
  case favorite
  /// The date of creation or of the last change.
  case dates
  /// A fraction of a second in a date.
  case fractions
  /// The folder.
  case folder
  /// Keywords below others.
  case nestedKeywords = "nested-keywords"
  /// Upper-case letters, blanks and signs in keywords.
  case keywordSpelling = "keyword-spelling"
  /// Colors of keywords.
  case keywordColors = "keyword-colors"
  /// Properties that the program has no field for.
  case properties
  /// Links that were made by hand and that the text doesn't show.
  case manualLinks = "manual-links"
  /// Descriptions and properties of attachments.
  case attachmentFacts = "attachment-facts"
  /// The saved search of a folder. It is a fact about the folder and not about a note.
  case savedSearch = "saved-search"

  /// What becomes of a fact that isn't kept.
  public enum Fate: Sendable, Hashable {
    /// It isn't in the container.
    case lost
    /// It is there in another form, which this says in a few words. `isReadBack` says whether an import by this program
    /// restores the fact from it.
    case becomes(String, isReadBack: Bool)
  }

  /// The fact in a few words, for a report.
  public var title: String {
    switch self {
    case .status: "status"
    case .favorite: "favorite"
    case .dates: "dates"
    case .fractions: "fractions of seconds"
    case .folder: "folder"
    case .nestedKeywords: "nested keywords"
    case .keywordSpelling: "spelling of keywords"
    case .keywordColors: "colors of keywords"
    case .properties: "properties"
    case .manualLinks: "links by hand"
    case .attachmentFacts: "descriptions of attachments"
    case .savedSearch: "saved searches"
    }
  }

  /// How often a note has the fact; 0 for never.
  ///
  /// - Parameter isShown: Whether the text shows an attachment: only the others' descriptions count.
  ///
  /// - Parameters:
  ///   - feature: The fact.
  ///   - note: The note.
  ///   - box: The box, which knows the keywords.
  static func count(_ feature: BoxFeature, of note: Note, in box: SlipBox) -> Int {
    switch feature {
    case .status: note.status == .draft ? 0 : 1
    case .favorite: note.isFavorite ? 1 : 0
    case .dates: [note.created, note.modified].count { $0 != nil }
    case .fractions: [note.created, note.modified].count { ($0?.microseconds ?? 0) % 1_000_000 != 0 }
    case .folder: note.folder == nil ? 0 : 1
    case .nestedKeywords: note.keywords.count { box.keyword($0)?.parent != nil }
    case .keywordSpelling:
      note.keywords.count { keyword in
        box.keyword(keyword).map { VaultTag.tag(for: [$0.name]) != $0.name } ?? false
      }
    case .keywordColors:
      note.keywords.count { keyword in
        box.keyword(keyword).map { $0.color != Keyword.Color(forName: $0.name) } ?? false
      }
    case .properties: note.properties.count
    case .manualLinks: note.manualLinks.count
    case .attachmentFacts: note.attachments.count { $0.description != nil || !$0.properties.isEmpty }
    case .savedSearch: 0
    }
  }
}

extension ContainerBox {
  /// How often a note of the box has a fact that a target doesn't keep, by fact, in the order of `BoxFeature`.
  ///
  /// - Parameters:
  ///   - note: The note; one that the box doesn't have loses nothing.
  ///   - target: The container.
  /// - Returns: Facts that become something else count as well as lost ones.
  public func losses(of note: Note.ID, in target: ContainerTarget) -> [(feature: BoxFeature, count: Int)] {
    guard let note = box.note(note) else { return [] }
    return BoxFeature.allCases.compactMap { feature in
      guard target.fate(of: feature) != nil else { return nil }
      let count = BoxFeature.count(feature, of: note, in: box)
      return count == 0 ? nil : (feature, count)
    }
  }
}

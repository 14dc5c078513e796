import SlipNotes

/// A fact about a note, beyond its text, that a file or a container of another program may be unable to hold.
public enum BoxFeature: String, Sendable, Hashable, CaseIterable {
  /// A title that neither the text nor the name of the file gives.
  case title
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
  /// The place among the notes of its folder, where that isn't the one of its name.
  case order
  /// Keywords.
  case keywords
  /// Keywords below others.
  case nestedKeywords = "nested-keywords"
  /// Upper-case letters, blanks and signs in keywords.
  case keywordSpelling = "keyword-spelling"
  /// Colors of keywords.
  case keywordColors = "keyword-colors"
  /// Properties that the program has no field for.
  case properties
  /// Names of properties that stand for something else in the program, or that it writes with a prefix.
  case propertyNames = "property-names"
  /// Links that were made by hand and that the text doesn't show.
  case manualLinks = "manual-links"
  /// Attachments that the text doesn't show.
  case unshownAttachments = "unshown-attachments"
  /// Descriptions and properties of attachments.
  case attachmentFacts = "attachment-facts"
  /// The saved search of a folder. It is a fact about the folder and not about a note.
  case savedSearch = "saved-search"

  /// A fact of a note that isn't kept as it is.
  public struct Loss: Sendable, Hashable {
    /// The fact.
    public var feature: BoxFeature
    /// How often the note has it; at least 1.
    public var count: Int
    /// What replaces it, in a few words; nil where nothing does.
    public var becomes: String?
  }

  /// What becomes of a fact that isn't kept.
  public enum Fate: Sendable, Hashable {
    /// It isn't in the container.
    case lost
    /// It is there in another form, which this says in a few words. `isReadBack` says whether an import by this program
    /// restores the fact from it.
    case becomes(String, isReadBack: Bool)
  }

  /// The loss of a fact; nil where the fate is nil, for a fact that is kept.
  public func loss(_ fate: Fate?, count: Int = 1) -> Loss? {
    switch fate {
    case nil: nil
    case .lost: Loss(feature: self, count: count)
    case .becomes(let text, _): Loss(feature: self, count: count, becomes: text)
    }
  }

  /// The fact in a few words, for a report.
  public var title: String {
    switch self {
    case .title: "titles"
    case .status: "status"
    case .favorite: "favorite"
    case .dates: "dates"
    case .fractions: "fractions of seconds"
    case .folder: "folder"
    case .order: "places of notes within their folders"
    case .keywords: "keywords"
    case .nestedKeywords: "nested keywords"
    case .keywordSpelling: "spelling of keywords"
    case .keywordColors: "colors of keywords"
    case .properties: "properties"
    case .propertyNames: "names of properties"
    case .manualLinks: "links by hand"
    case .unshownAttachments: "attachments that the text doesn't show"
    case .attachmentFacts: "descriptions of attachments"
    case .savedSearch: "saved searches"
    }
  }

  /// What counting the facts of a note needs besides the note.
  struct Counter {
    /// The box, which knows the keywords.
    var box: SlipBox
    /// What the names of properties begin with that the program reads as its own, such as `obsidian`.
    var program: String
    /// The title that the note has when its file is read.
    var fileTitle: String
    /// How many attachments of the note its text doesn't show.
    var unshown: Int
    /// Whether the note stands elsewhere in its folder than its file does.
    var isDisplaced: Bool

    /// The facts of a note that a target doesn't keep as they are, in the order of `BoxFeature`.
    ///
    /// - Parameter fate: What becomes of a fact; nil where it is kept.
    /// - Returns: Facts that become something else count as well as lost ones.
    func losses(of note: Note, _ fate: (BoxFeature) -> Fate?) -> [Loss] {
      BoxFeature.allCases.compactMap { feature in
        guard let fate = fate(feature) else { return nil }
        let count = count(feature, of: note)
        return count == 0 ? nil : feature.loss(fate, count: count)
      }
    }

    /// How often a note has a fact; 0 for never. Of an attachment that the text shows, a description doesn't count.
    private func count(_ feature: BoxFeature, of note: Note) -> Int {
      switch feature {
      case .title: fileTitle == note.title ? 0 : 1
      case .status: note.status == .draft ? 0 : 1
      case .favorite: note.isFavorite ? 1 : 0
      case .dates: [note.created, note.modified].count { $0 != nil }
      case .fractions: [note.created, note.modified].count { ($0?.microseconds ?? 0) % 1_000_000 != 0 }
      case .folder: note.folder == nil ? 0 : 1
      case .order: isDisplaced ? 1 : 0
      case .keywords: note.keywords.count
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
      case .propertyNames: FrontMatter(program: program).changed(note.properties).count
      case .manualLinks: note.manualLinks.count
      case .unshownAttachments: unshown
      case .attachmentFacts: note.attachments.count { $0.description != nil || !$0.properties.isEmpty }
      case .savedSearch: 0
      }
    }
  }
}

internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// The columns of a database of Notion, as facts of a page in it.
///
/// Names are those that the user gave, or Notion in the user's language. A few of them mean something to a slip-box;
/// all others become properties `notion:NAME`.
struct NotionFacts {
  /// A column with its values.
  struct Field: Equatable {
    /// The name of the column.
    var name: String
    /// The values; one text where the export doesn't tell them apart.
    var values: [String]
    /// The type of the column, such as `multi_select`; empty where the export doesn't say it.
    var type = ""

    /// Creates a field.
    init(_ name: String, _ values: [String], type: String = "") {
      (self.name, self.values, self.type) = (name, values, type)
    }
  }

  /// The columns in order.
  private let fields: [Field]

  /// Takes the columns of a page.
  init(_ fields: [Field]) { self.fields = fields }

  /// Names of columns with keywords, in small letters.
  private static let tags: Set<String> = [
    "tags", "tag", "keywords", "labels", "schlagwörter", "schlagworte", "étiquettes", "etiquetas",
    "etiketten",
    "tagg", "теги", "标签", "標籤", "タグ", "태그",
  ]
  /// Names of columns with the time of creation.
  private static let created: Set<String> = [
    "created", "created time", "created at", "date created", "creation date", "erstellt", "erstellt am",
    "erstellungszeit", "erstellungsdatum", "créé", "créé le", "date de création", "creado",
    "fecha de creación",
    "criado em", "data de criação", "作成日時", "创建时间", "建立時間", "생성 일시",
  ]
  /// Names of columns with the time of the last change.
  private static let modified: Set<String> = [
    "last edited time", "last edited", "last modified", "modified", "updated", "updated at",
    "zuletzt bearbeitet",
    "zuletzt bearbeitet am", "geändert", "dernière modification", "última edición", "última edição",
    "最終更新日時", "上次编辑时间", "最終編集日時", "최종 편집 일시",
  ]

  /// Gives a note what the columns say.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - file: The page, beside which related pages are looked for.
  ///   - context: The notes of the import, and the zone of dates.
  ///
  /// 1. A column of keywords gives keywords.
  /// 2. A column of creation or change gives that date, if it can be read and no column before it gave
  /// one.
  /// 3. Every other value becomes a property.
  func apply(to note: inout SourceNote, _ file: NotionFile, _ context: SourceContext) {
    for field in fields {
      let name = field.name.lowercased()
      if NotionFacts.tags.contains(name) {
        note.keywords += NotionFacts.keywords(field).map { SourceKeyword(path: [$0]) }
        continue
      }
      let isCreated = field.type == "created_time" || NotionFacts.created.contains(name)
      let isModified = field.type == "last_edited_time" || NotionFacts.modified.contains(name)
      if isCreated || isModified, let date = NotionFacts.date(field.values.first ?? "")?.moment(context) {
        if isCreated, note.created == nil { note.created = date.time }
        if !isCreated, note.modified == nil { note.modified = date.time }
        note.zoneIsUnknown = note.zoneIsUnknown || date.zoneIsUnknown
        continue
      }
      for value in field.values where !value.isEmpty { add(value, of: field, to: &note, file, context) }
    }
  }

  /// The keywords of a column. Without a type, commas tell them apart.
  ///
  /// - Returns: The names as the user wrote them, each as a keyword without any above it.
  private static func keywords(_ field: Field) -> [String] {
    guard field.type.isEmpty else { return field.values }
    return field.values.flatMap { $0.split(separator: ",").map { String($0).trimmingBlanks() } }
      .filter { !$0.isEmpty }
  }

  /// Adds a value as a property. Pages that it names with their paths are related ones.
  private func add(
    /// A related page becomes a relation as well, and its path goes from the text. The kind of the
    /// property is an address or a number where type and value agree, and otherwise text.
    _ value: String, of field: Field, to note: inout SourceNote, _ file: NotionFile, _ context: SourceContext
  ) {
    var shown = value
    for path in NotionFacts.paths(in: value) {
      guard case .note(let id) = file.find(RelativePath.withoutEncoding(String(path)), context) else {
        continue
      }
      note.relations.append(id)
      shown = shown.replacingText(" (" + path + ")", with: "")
    }
    let isNumber = field.type.isEmpty || field.type == "number"
    let kind: Property.Kind =
      field.type == "url" && Vault.hasScheme(shown)
      ? .uri : isNumber && Property.accepts(shown, as: .number) ? .number : .text
    note.properties.append(Property("notion:" + field.name, kind, shown))
  }

  /// The paths of pages in a value, such as `Bees (../Bees%20aa71….md), Soil (Soil%20….md)`.
  /// At most 1,000 are taken.
  private static func paths(in value: String) -> [Substring] {
    var paths: [Substring] = []
    var rest = value[...]
    while paths.count < 1_000, let open = rest.firstIndex(of: "(") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: ")") else { break }
      let path = rest[..<close]
      if NotionSource.pages.contains(path.suffixName) { paths.append(path) }
      rest = rest[close...]
    }
    return paths
  }

  // MARK: Dates

  /// Names of months in languages of Notion, without endings; the place is the month less one.
  private static let months: [[String]] = [
    ["jan", "ene", "gen", "янв"], ["feb", "fév", "fev", "фев"], ["mar", "mär", "maa", "mrt", "мар"],
    ["apr", "abr", "avr", "апр"], ["may", "mai", "mei", "mag", "май", "мая"], ["jun", "juin", "giu", "июн"],
    ["jul", "juil", "lug", "июл"], ["aug", "ago", "aoû", "aou", "авг"], ["sep", "set", "сен"],
    ["oct", "okt", "out", "ott", "окт"], ["nov", "ноя"], ["dec", "dez", "dic", "déc", "дек"],
  ]
  /// English names of months, as `SourceDate` knows them.
  private static let english = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A date as Notion writes it: `May 3, 2023 4:05 PM`, `3. Mai 2023 16:05`, `2023年5月3日 16:05`, `2023/05/03`.
  ///
  /// Of a span, the beginning counts.
  ///
  /// Words between the parts, such as `de`, `um` and `à`, are dropped, and months become English ones.
  ///
  /// - Returns: Nil where the text isn't a date.
  static func date(_ text: String) -> SourceDate? {
    let text = text.split(separator: "→").first.map { String($0).trimmingBlanks() } ?? ""
    if let date = SourceDate(text) { return date }
    var words: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }).prefix(12) {
      let lower = word.lowercased()
      if let month = lower.first?.isLetter ?? false
        ? months.firstIndex(where: { $0.contains { lower.hasPrefix($0) } }) : nil
      {
        words.append(english[month])
      } else if !["de", "del", "à", "um", "uhr", "at", "a", "las", "г.", "в"].contains(lower) {
        words.append(word.contains("年") ? asian(word) : String(word))
      }
    }
    return SourceDate(words.joined(separator: " "))
  }

  /// `2023年5月3日` as `2023-05-03`.
  /// Month and day get two digits.
  private static func asian(_ word: Substring) -> String {
    word.split { "年月日".contains($0) }.map { $0.utf8.count < 2 ? "0" + $0 : String($0) }.joined(separator: "-")
  }
}

extension String {
  /// The text with all occurrences of another text replaced.
  fileprivate func replacingText(_ text: String, with other: String) -> String {
    replacing(text, with: other)
  }
}

extension MarkdownBody {
  /// Takes pictures on the web out of those that are missing, and reports them as such.
  mutating func reportRemotePictures(_ note: inout SourceNote) {
    guard dropRemotePictures() else { return }
    note.diagnostics.append(
      SourceFault.dropped("Pictures that lie on the web are not fetched and are no longer shown."))
  }
}

import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv show`: the facts and the text of one note.
///
///     title        Welcome
///     status       draft
///     folder       Old
///     created      2024-05-06T03:30:00-04:00
///     links to     Honey prices
///     body         notes/ae/ae6bce17-43f7-5ea6-bae2-526efe829608.rtf
///
///     A year with bees
///     …
///
/// A title that several notes have is an error, which lists them with their UUIDs.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one note: its facts and its text.",
    discussion: """
      EXAMPLE
        slipconv show my.slipbox "Spring check"
        slipconv show my.slipbox "Spring check" --at 12
      """)

  /// The result as JSON, `{ "note" : { … }, "properties" : [ … ], "text" : "…" }`. The facts have the keys
  /// of `NoteSummary`; the text is complete, whatever its characters.
  private struct Result: Encodable {
    /// A property of the note.
    struct NamedValue: Encodable {
      /// The name, such as `author`.
      var name: String
      /// `text`, `number`, `date`, `boolean` or `uri`.
      var kind: String
      /// The value, as text.
      var value: String
    }

    /// The facts of the note.
    var note: NoteSummary
    /// The properties of the note, in its order.
    var properties: [NamedValue]
    /// The plain text of the note.
    var text: String
  }

  /// The bundle with the note.
  @OptionGroup var bundle: BundleArgument

  /// The name of the note: see `NoteLookup`.
  @Argument(help: "The note: its title, folder/title, UUID, or the beginning of its UUID (4 digits or more).")
  var note: String

  /// The transaction after which the note is shown.
  @Option(
    help: ArgumentHelp(
      "Show the note as it was after this transaction: see `slipconv log`.", valueName: "transaction"))
  var at: Int?

  /// Whether to print only the text.
  @Flag(name: .long, help: "Print only the text.")
  var text = false

  /// The passphrase of an encrypted pack.
  @OptionGroup var passphrase: PassphraseOption
  /// The index.
  @OptionGroup var cache: IndexOption
  /// The time zone of dates.
  @OptionGroup var zone: ZoneOption
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Prints the note. On a terminal control characters in the text are replaced; a program that
  /// reads `--text` gets the bytes as they are.
  func run() throws {
    let sealed = try passphrase.opened([bundle.bundle])[bundle.bundle]
    let shown =
      try sealed.map { try ShownNote(note, in: $0, at: at) }
      ?? ShownNote(note, of: bundle.bundle, at: at, cache: cache.cache)
    let mirror = String(decoding: shown.text, as: UTF8.self)
    let summary = shown.summary
    if json.json {
      let properties = shown.properties.map {
        Result.NamedValue(name: $0.name, kind: $0.kind.rawValue, value: $0.value)
      }
      return try JSONOutput.print(Result(note: summary, properties: properties, text: mirror))
    }
    if !text { try Terminal.standardOutput.writeResult(facts(summary, shown.properties) + "\n") }
    // A program that reads the text gets it unchanged.
    let body = text && !Terminal.standardOutput.isTerminal ? mirror : PlainLine.lines(mirror)
    try Terminal.standardOutput.writeResult(body.isEmpty || body.hasSuffix("\n") ? body : body + "\n")
  }

  /// The facts as rows of names and values.
  private func facts(_ note: NoteSummary, _ properties: [Property]) -> String {
    var rows = [("title", note.title), ("uuid", note.id), ("status", note.status)]
    if note.isFavorite { rows.append(("favorite", "yes")) }
    if !note.folder.isEmpty { rows.append(("folder", FolderPath.text(note.folder))) }
    if !note.keywords.isEmpty { rows.append(("keywords", note.keywords.joined(separator: ", "))) }
    let remark = note.zoneIsUnknown ? " (zone unknown)" : ""
    for (name, date) in [("created", note.created), ("modified", note.modified)] {
      guard let date else { continue }
      rows.append((name, zone.text(date, zoneIsUnknown: note.zoneIsUnknown) + remark))
    }
    rows += properties.map { property in
      // A value may have lines.
      let value = property.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return ("property", "\(property.name): \(value.joined(separator: " ⏎ "))")
    }
    rows += note.links.map { ("links to", $0.title) }
    rows += note.backlinks.map { ("linked from", $0.title) }
    rows += note.attachments.map { attachment in
      let size = attachment.width.flatMap { width in attachment.height.map { ", \(width) × \($0)" } } ?? ""
      return (
        "attachment", "\(attachment.path) (\(attachment.mediaType), \(byteCount(attachment.length))\(size))"
      )
    }
    if let source = note.source { rows.append(("source", source)) }
    rows.append(("body", note.body))
    return rows.map { key, value in
      key + String(repeating: " ", count: max(1, 13 - key.count)) + PlainLine.text(value) + "\n"
    }.joined()
  }
}

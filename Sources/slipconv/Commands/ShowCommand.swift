import ArgumentParser
import SlipBase
import SlipboxKit

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one note: its facts and its text.",
    discussion: """
      EXAMPLE
        slipconv show my.slipbox "Spring check"
      """)

  private struct Result: Encodable {
    var note: NoteSummary
    var text: String
  }

  @OptionGroup var bundle: BundleArgument

  @Argument(help: "The note's title or UUID.")
  var note: String

  @Flag(name: .long, help: "Print only the text.")
  var text = false

  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  func run() throws {
    let path = bundle.bundle
    let name = note
    let (bundle, note, bytes) = try readingAgainWhenReplaced { () throws(SlipError) in
      let bundle = try OpenBundle(path)
      let note = try bundle.note(named: name)
      return (bundle, note, try bundle.mirror(of: note))
    }
    let mirror = String(decoding: bytes, as: UTF8.self)
    let summary = NoteSummary(note, in: bundle.box)
    if json.json { return try JSONOutput.print(Result(note: summary, text: mirror)) }
    if !text { try Terminal.standardOutput.writeResult(facts(summary) + "\n") }
    // A program that reads the text gets it as it is.
    let shown = text && !Terminal.standardOutput.isTerminal ? mirror : PlainLine.lines(mirror)
    try Terminal.standardOutput.writeResult(shown.isEmpty || shown.hasSuffix("\n") ? shown : shown + "\n")
  }

  private func facts(_ note: NoteSummary) -> String {
    var rows = [("title", note.title), ("uuid", note.id), ("status", note.status)]
    if note.favorite { rows.append(("favorite", "yes")) }
    if !note.folder.isEmpty { rows.append(("folder", note.folder.joined(separator: "/"))) }
    if !note.keywords.isEmpty { rows.append(("keywords", note.keywords.joined(separator: ", "))) }
    let zone = note.zoneIsUnknown ? " (zone unknown)" : ""
    if let created = note.created { rows.append(("created", created + zone)) }
    if let modified = note.modified { rows.append(("modified", modified + zone)) }
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

public import SlipBase
internal import SlipDocument
internal import SlipFiles
internal import SlipNotes
internal import SlipRTF

/// What new notes begin as: a note of the folder `Templates`, any other note of the box, or a file.
///
/// The new note gets the text, the keywords and the properties. In the text, `{{title}}`, `{{date}}` (2026-01-31), `{{time}}`
/// (09:30) and `{{counter}}` stand for the title, the day, the time, and one more than the folder has notes. Anything else in
/// braces stays.
public struct NoteTemplate: Sendable {
  /// The folder with templates.
  public static let folder = "Templates"

  /// The text.
  private var document: Document
  /// The paths of the keywords.
  private var keywords: [String] = []
  /// The properties.
  private var properties: [Property] = []
  /// The bundle, which knows how many notes a folder has.
  private let box: SlipBox?

  /// Finds a template.
  ///
  /// - Parameters:
  ///   - name: The title of a note, or the path of a file.
  ///   - bundle: The bundle; nil where it is to be made.
  /// - Throws: `SlipError` where there is neither, or several notes have the title.
  public init(named name: String, in bundle: OpenBundle?) throws(SlipError) {
    box = bundle?.box
    if let bundle, let note = try NoteTemplate.note(named: name, in: bundle) {
      document = try bundle.body(of: note).withUnsafeBytes { RTFReader.read($0).document }
      keywords = note.keywords.map { bundle.box.path(ofKeyword: $0) }
      properties = note.properties
      return
    }
    guard try FileSystem.status(name)?.kind == .file else {
      throw SlipError(
        .usage, code: KitCode.noSuchNote,
        "Neither a note nor a file has the name of this template: '\(PrintableText.of(name))'.",
        at: bundle.map { SourceLocation(file: $0.path) })
    }
    document = try DocumentInput(path: name, from: nil).read()
  }

  /// The note with a title, those in the folder of templates first; nil for none.
  private static func note(named name: String, in bundle: OpenBundle) throws(SlipError) -> Note? {
    do throws(SlipError) {
      return try bundle.note(named: NoteTemplate.folder + "/" + name)
    } catch {
      guard error.code == KitCode.noSuchNote else { throw error }
    }
    do throws(SlipError) {
      return try bundle.note(named: name)
    } catch {
      guard error.code == KitCode.noSuchNote else { throw error }
      return nil
    }
  }

  /// A note to create from the template.
  ///
  /// - Parameters:
  ///   - title: The title, in which the placeholders stand for the same; nil: the first heading or line of the text.
  ///   - folder: The path of its folder.
  ///   - time: The date and time.
  ///   - zone: Where the day begins.
  public func draft(title: String?, folder: String?, time: Timestamp, zone: TimeZoneRules) -> NoteDraft {
    let local = zone.rfc3339(time)
    let count = folder.flatMap { path in box?.folder(at: path) }.map { box?.notes(in: $0).count ?? 0 } ?? 0
    var values = [
      "date": String(local.prefix(10)), "time": String(local.dropFirst(11).prefix(5)),
      "counter": String(count + 1),
    ]
    let title = title.map { NoteTemplate.filled($0, values) }
    values["title"] = title ?? ""
    var document = document
    document.editInlines { inline in
      guard case .run(var run) = inline, run.text.contains("{{") else { return nil }
      run.text = NoteTemplate.filled(run.text, values)
      return [.run(run)]
    }
    var draft = NoteDraft(title: title, body: .document(document), folder: folder, keywords: keywords)
    draft.properties = properties
    return draft
  }

  /// A text with the values of its placeholders.
  static func filled(_ text: String, _ values: [String: String]) -> String {
    var parts = text.split(separator: "{{", omittingEmptySubsequences: false).map(String.init)
    var filled = parts.removeFirst()
    for part in parts {
      if let end = part.firstRange(of: "}}"), let value = values[part[..<end.lowerBound].lowercased()] {
        filled += value + part[end.upperBound...]
      } else {
        filled += "{{" + part
      }
    }
    return filled
  }
}

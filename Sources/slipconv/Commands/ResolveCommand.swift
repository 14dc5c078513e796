import ArgumentParser
import SlipBase
import SlipDocument
import SlipNotes
import SlipboxKit

/// `slipconv resolve`: decides about what a merge, a synchronization or an import left open in notes.
///
///     $ slipconv resolve my.slipbox --find is:conflict --accept
///     Decided what was open in 2 notes.
struct ResolveCommand: NamesNotes {
  /// The name `resolve` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Decide about open changes of notes: those of merges, imports and editors.",
    discussion: """
      Where a merge, a synchronization or an import met the same words changed on both sides, the text has both as tracked changes. \
      Where both changed a fact, one value stands, and the other one is noted. `slipconv find is:conflict` finds such notes.

      Without a choice, the changes of a note are shown with their numbers and sides; at a terminal, each is asked. \
      `slipconv undo` takes decisions back.

      EXAMPLE
        slipconv resolve spring
        slipconv resolve spring --take B
        slipconv resolve spring --accept --change 2
        slipconv resolve my.slipbox "Spring check" --accept
        slipconv resolve my.slipbox --find is:conflict --reject --dry-run
      """)

  /// What becomes of the changes.
  enum Choice: EnumerableFlag {
    /// Insertions stay, and deletions go.
    case accept
    /// The text is as it was before the changes.
    case reject

    /// The help of each flag.
    static func help(for value: Choice) -> ArgumentHelp? {
      value == .accept
        ? "Accept: what was inserted stays, what was deleted goes; facts stay as they are."
        : "Reject: the text is as it was before the changes; facts stay as they are."
    }
  }

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The notes: named, or chosen by `--where` and `--find`.
  @OptionGroup var notes: NotesArgument
  /// Whether changes are accepted or rejected.
  @Flag var choice: Choice?
  /// The side that is taken.
  @Option(help: ArgumentHelp("Take what this side has: A, B, or its name.", valueName: "side"))
  var take: String?
  /// The changes that are decided.
  @Option(
    name: .customLong("change"),
    help: ArgumentHelp("Decide only the change of this number; may be repeated.", valueName: "number"))
  var numbers: [Int] = []
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Checks what can't be used together.
  func validate() throws {
    if choice != nil, take != nil {
      throw ValidationError("--take can't be used with --accept and --reject.")
    }
    if !numbers.isEmpty, notes.notes.count != 1 { throw ValidationError("--change takes one note.") }
    if choice == nil, take == nil {
      if !numbers.isEmpty { throw ValidationError("--change goes with --take, --accept or --reject.") }
      if notes.selection.isGiven || notes.notes.count > 1 {
        throw ValidationError("Several notes need --take, --accept or --reject.")
      }
    }
  }

  /// What is decided about one place.
  fileprivate enum Decision {
    /// What was inserted stays.
    case accept
    /// The text is as it was.
    case reject
    /// What this side has.
    case take(String)
    /// Nothing yet.
    case leave
  }

  /// Shows what is open and asks, or decides in one transaction.
  ///
  /// - Throws: `SlipError` where the bundle can't be edited; nothing is saved then.
  func run() throws {
    if choice == nil, take == nil { return try ask(try open(notes.notes[0])) }
    try options.run(
      bundle.bundle,
      done: { (count: Int, _) in "Decided what was open in \(count.of("note"))." },
      edits: { session throws(SlipError) in
        var count = 0
        for id in try notes.notes(in: session) {
          guard let text = try OpenChangeText(id, in: session), text.count > 0 else { continue }
          let places = try places(in: text)
          let decision = try decision(in: text)
          if try session.decide(text, id, Array(repeating: decision, count: places.count), at: places) {
            count += 1
          }
        }
        return count
      })
  }

  /// What is open in a note.
  private func open(_ name: String) throws -> (id: Note.ID, text: OpenChangeText) {
    let opened = try OpenBundle(bundle.bundle)
    let note = try opened.note(named: name)
    let shown = try ShownNote(note.id.description, in: opened)
    return (note.id, OpenChangeText(shown.openChanges, note.openConflicts, shown.summary))
  }

  /// The places that are decided.
  private func places(in text: OpenChangeText) throws(SlipError) -> [Int] {
    guard let most = numbers.max(), let least = numbers.min() else { return Array(1...text.count) }
    guard (1...text.count).contains(most), least > 0 else {
      throw SlipError(
        .usage, code: KitCode.notThere,
        "The note has \(text.count.of("open change")); `slipconv resolve` lists them.")
    }
    return numbers
  }

  /// The decision that the options say.
  private func decision(in text: OpenChangeText) throws(SlipError) -> Decision {
    guard let take else { return choice == .reject ? .reject : .accept }
    guard let side = text.side(named: take) else {
      var error = SlipError(.usage, code: KitCode.notThere, "No open change of the note has this side.")
      error.candidates = text.sides
      throw error
    }
    return .take(side)
  }

  /// Shows what is open in a note, and asks for a decision about each at a terminal.
  private func ask(_ open: (id: Note.ID, text: OpenChangeText)) throws {
    let text = open.text
    if text.count == 0 { return options.common.say("Nothing is open in \(text.summary.title).") }
    guard Terminal.standardInput.isTerminal, Terminal.standardOutput.isTerminal, !options.json.json else {
      for line in text.lines { options.common.say(line) }
      options.common.say("`slipconv resolve` with --take A, --take B, --accept or --reject decides.")
      return
    }
    var decisions: [Decision] = []
    for number in 1...text.count {
      let change = number <= text.changes.count ? text.changes[number - 1] : nil
      let lines =
        change.map { text.lines($0) } ?? text.lines(text.conflicts[number - 1 - text.changes.count], number)
      for line in lines { options.common.say(line) }
      guard let decision = answer(text, isText: change != nil) else { break }
      decisions.append(decision)
    }
    let (all, id) = (decisions, open.id)
    try options.run(
      bundle.bundle,
      done: { (_: Bool, _) in "Decided what was open in \(text.summary.title)." },
      edits: { session throws(SlipError) in
        try session.decide(text, id, all, at: Array(all.indices.map { $0 + 1 }))
      })
  }

  /// Asks for a decision; nil ends the questions.
  private func answer(_ text: OpenChangeText, isText: Bool) -> Decision? {
    let letters = text.sides.indices.prefix(26).map { String(Unicode.Scalar(UInt8(0x61 + $0))) }
    let more = isText ? ", + both, - neither" : ""
    while true {
      Terminal.standardError.write("Take \(letters.joined(separator: " or "))\(more), s skip, q quit? ")
      guard let line = readLine()?.trimmed.lowercased() else { return nil }
      switch line {
      case "+" where isText: return .accept
      case "-" where isText: return .reject
      case "s", "": return .leave
      case "q": return nil
      default: if let side = text.side(named: line) { return .take(side) }
      }
    }
  }
}

extension OpenChangeText {
  /// What is open in a note of a session; nil where there is no such note.
  fileprivate init?(_ id: Note.ID, in session: borrowing EditSession) throws(SlipError) {
    guard let note = session.box.note(id) else { return nil }
    self.init(try session.openChanges(of: note), note.openConflicts, NoteSummary(note, in: session.box))
  }
}

extension EditSession {
  /// Decides about what is open in a note.
  ///
  /// - Parameters:
  ///   - text: What is open.
  ///   - decisions: What is decided, one for each place.
  ///   - numbers: The numbers of the places.
  /// - Returns: Whether anything was decided.
  fileprivate mutating func decide(
    _ text: OpenChangeText, _ id: Note.ID, _ decisions: [ResolveCommand.Decision], at numbers: [Int]
  ) throws(SlipError) -> Bool {
    var isDecided = false
    var groups: [(ChangeDecision, Set<Int>)] = []
    for (decision, number) in zip(decisions, numbers) where number <= text.changes.count {
      let change: ChangeDecision
      switch decision {
      case .accept: change = .accept
      case .reject: change = .reject
      case .take(let side): change = .take(author: side)
      case .leave: continue
      }
      groups.append((change, [number]))
    }
    // From the last one on, so that the numbers of those before stay.
    for (change, number) in groups.sorted(by: { ($0.1.first ?? 0) > ($1.1.first ?? 0) }) {
      isDecided = try resolve(change, of: id, only: number) || isDecided
    }
    for (decision, number) in zip(decisions, numbers) where number > text.changes.count {
      let conflict = text.conflicts[number - 1 - text.changes.count]
      if case .leave = decision { continue }
      isDecided = true
      if case .take(let side) = decision {
        try decideConflicts(of: id, takesOther: side == conflict.side, fields: [conflict.field])
      } else if conflict.field == .version {
        try separateVersions(of: id)
      } else {
        try decideConflicts(of: id, takesOther: false, fields: [conflict.field])
      }
    }
    return isDecided
  }
}

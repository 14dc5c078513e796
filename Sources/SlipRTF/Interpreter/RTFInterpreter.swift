internal import RTFSyntax
internal import SlipCore
internal import SlipDocument

/// Reads RTF (1.9.1) and drives a sink with its content.
///
/// This is the one interpreter of RTF in the package. The plain-text mirror, the document
/// reader, the HTML recovery and several scans differ only in the sink that they pass, so
/// they cannot disagree on what a file says. For `{\rtf1\ansi caf\'e9\par}` it sends two
/// events: the text `café` (in one or several pieces) and the end of a paragraph.
///
/// The interpreter is total: any bytes give a well-formed stream of events (see
/// `RTFSink`), and what is wrong with the file is counted in `faults`. It takes time
/// linear in the size of the input. Groups are kept on a stack of its own, so deep
/// nesting costs memory and not call stack; `limits.rtfGroupDepth` bounds it.
///
/// The extensions in `RTFInterpreter+….swift` each handle one subject: words, text,
/// tables, lists, fields and so on. Code that only some sinks need is guarded by
/// `Sink.wantsFormatting` and its like. These are constants of a type, so the compiler
/// removes the guarded code for the other sinks.
///
/// The interpreter does not own the bytes: they must outlive it.
struct RTFInterpreter<Sink: RTFSink> {
  /// The whole file. All offsets in this type count from its first byte.
  let bytes: UnsafeRawBufferPointer
  /// The address of the first byte; any valid address when the file is empty. Hot loops
  /// load from it without the check for nil that `bytes` needs.
  let base: UnsafeRawPointer
  /// What each control word does, indexed by `Token.word`.
  let effects: UnsafePointer<ControlEffect>
  /// The limits of the reading. The interpreter uses `rtfGroupDepth` and `tableDepth`.
  let limits: Limits
  /// The position in the file, behind the token that is being handled.
  var tokenizer: Tokenizer
  /// The consumer of the events.
  var sink: Sink
  /// What is wrong with the file, with the offset of each kind's first occurrence.
  var faults = RTFFaults()
  /// What the file says and a document cannot hold. A sink has losses of its own beside
  /// these.
  var losses = RTFLosses()

  // MARK: State that a brace restores
  /// The state of the group that is open: its destination, its font, its place in tables
  /// and lists. A closing brace restores the state of the group around it.
  var group = RTFGroupState()
  /// The character and paragraph formatting in force. Kept apart from `group`, because it
  /// is large and only sinks with `wantsFormatting` need it.
  var format = RTFFormatState()
  /// The states of the groups around the open one, the outermost first. Its count is the
  /// nesting depth.
  var groups: [RTFGroupState] = []
  /// The formatting of the same groups. Empty for a sink without formatting.
  var formats: [RTFFormatState] = []
  /// How many groups are open past `Limits.rtfGroupDepth`. Their braces are counted and
  /// have no other effect.
  var flatDepth = 0
  /// True once `documentEnd` has been sent. What follows in the file is ignored.
  var isFinished = false

  // MARK: Text
  /// What the next piece of text must deal with first, such as half a surrogate pair.
  /// Empty nearly always, so that one test of it admits text to the short cut of `run`.
  var attention: RTFPendingState = []
  /// What the next control word must deal with first: a `\*`, or characters that stand in
  /// for a `\u`.
  var interception: RTFInterception = []
  /// The characters of the code page in force: 256 entries, one for each byte. See
  /// `loadPage`.
  var scalars: UnsafePointer<UInt32>
  /// The fonts of the file and their code pages.
  var fontTable = RTFFontTable()
  /// N of `\deffN`: the font of text that no `\f` precedes.
  var defaultFont: Int32?
  /// How many characters behind a `\u` are still to be skipped. Readers without Unicode
  /// show these instead.
  var skipLeft: Int32 = 0
  /// Decodes characters of several bytes, such as those of Shift JIS. In use while
  /// `attention` has `.lead`.
  var decoder = CodePageDecoder(.windows1252)
  /// The first half of a surrogate pair. Valid while `attention` has `.surrogate`.
  var highSurrogate: UInt32 = 0
  /// The offset behind the last `\'0d`, or -1. A `\'0a` that stands right there is the
  /// second half of the same line end.
  var endOfCarriageReturn = -1
  /// Where the last text token of the body stands. With `lastMark`, it shows whether a
  /// note's mark is the text before it.
  var lastText = 0..<0
  /// The offset of the last `\chftn` or `\chatn`, or -1.
  var lastMark = -1

  // MARK: Stories
  /// The story that is being read: the body, a note, a text box or a header.
  var story = RTFStory()
  /// The stories that `story` interrupts, the body first.
  var stories: [RTFStory] = []
  /// How many text boxes are open: 0 or 1. A text box inside another is read as a part of
  /// it.
  var textBoxes = 0
  /// Numbers the notes whose marks are automatic.
  var noteCounter = NoteCounter()
  /// The text of the last `\atnauthor`, which stands before the annotation that it
  /// belongs to.
  var annotationAuthor: String?

  // MARK: Destinations other than the body
  /// The text of the destination that is being captured, in UTF-8: a field's instruction,
  /// a font's name, a list marker.
  var capture: [UInt8] = []
  /// The index in `capture` from which on it holds bytes of a file's name that are not
  /// decoded yet.
  var rawStart = 0
  /// What the file's head defines: fonts, colours, styles, lists. Shared with the sink.
  let tables = RTFTables()
  /// The entries of the head's tables that are half read.
  var head = RTFHead(mostLevelBytes: Sink.wantsFormatting ? .max : 2 << 20)
  /// Fields and instructions that are open.
  var fields = RTFFieldState()
  /// Pictures, shapes, attachments and formulas that are being read.
  var media = RTFMediaState()
  /// Counts the items of the file's lists.
  var markers = RTFListMarkers()
  /// What a header, or a hidden or deleted note, must leave as it found it; nil outside
  /// those.
  var outside: RTFSuspendedState?
  /// How many more bytes may be read ahead of the tokenizer: for the second branch of a
  /// `\upr`, and for the size of a formula's operand. Without this bound nested
  /// alternatives would take quadratic time.
  var lookAhead: Int

  /// Creates an interpreter that stands at the beginning of a file. It sends no event
  /// before `run`.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes. What does not begin with `{\rtf` is read all the same, and
  ///     noted as `RTFFault.notRTF`.
  ///   - limits: The limits of the reading.
  ///   - sink: The consumer. Take it back from the property `sink` when `run` has
  ///     returned true.
  init(_ bytes: UnsafeRawBufferPointer, limits: Limits, sink: Sink) {
    self.bytes = bytes
    tokenizer = Tokenizer(bytes)
    base = bytes.baseAddress ?? UnsafeRawPointer(ControlWordTable.index.effects)
    effects = ControlWordTable.index.effects
    self.limits = limits
    self.sink = sink
    scalars = CodePage.windows1252.table.baseAddress.unsafelyUnwrapped
    // No note of a usual size uses this up: the text must not depend on the length of its pictures.
    lookAhead = max(1 << 24, bytes.count.multipliedReportingOverflow(by: 4).partialValue)
    findStart()
  }

  /// Reads until the end of the document, or until the first token that ends at or behind
  /// an offset.
  ///
  /// A caller that reads a mapped file in steps can release the pages behind it, and pass
  /// on text, between two calls.
  ///
  /// - Parameter stop: The offset to stop at; by default the whole file is read.
  /// - Returns: True at the end of the document. All events have been sent then.
  mutating func run(to stop: Int = .max) -> Bool {
    while !isFinished && tokenizer.position < stop {
      guard let token = tokenizer.next() else {
        endOfInput()
        break
      }
      switch token.kind {
      case .text:
        if token.isPlain && isPlainBody {
          plainText(token.offset, token.end)
        } else {
          text(token)
        }
      case .groupStart: openGroup(token.offset)
      case .groupEnd: closeGroup(token.offset)
      case .controlWord: controlWord(token)
      case .hexByte: hexByte(token)
      case .controlSymbol: controlSymbol(token)
      case .binary: binary(token)
      }
    }
    return isFinished
  }

  /// Moves to the first brace, when nothing but a byte order mark and white space comes
  /// before it.
  private mutating func findStart() {
    if RTFProbe.start(of: bytes) == nil { faults.note(.notRTF, at: 0) }
    var index = 0
    if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { index = 3 }
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    if index < bytes.count { tokenizer.position = index }
  }

  // MARK: Groups

  /// Handles `{`. Past the depth limit the group is read as if its braces were not there.
  @inline(__always)
  mutating func openGroup(_ offset: Int) {
    stopSkipping()
    interception = []
    guard groups.count < limits.rtfGroupDepth else {
      if flatDepth == 0 { faults.note(.depthLimit, at: offset) }
      flatDepth &+= 1
      return
    }
    push()
    group.start = offset
  }

  /// How many fields may be open at once; the same bound holds for objects, formulas and
  /// nested rows. Each takes more memory than a group does, so their bound is lower. Word
  /// stops at 20 fields.
  static var mostFrames: Int { 5_000 }

  /// How many bytes of a mapped file are skipped before its pages are released. A
  /// document reads its pictures again later, so their pages stay longer.
  static var pageStep: Int { Sink.wantsFormatting ? PageWindow.step : PageWindow.smallStep }

  /// The depth from which on room for all groups is reserved at once. By then this takes
  /// less memory than the copies that an array makes while it grows.
  private static var manyGroups: Int { 4_096 }

  /// Pushes the state of the open group, for a group that the file opens.
  mutating func push() {
    if groups.count == RTFInterpreter.manyGroups {
      groups.reserveCapacity(min(limits.rtfGroupDepth, 100_000) + 1)
    }
    groups.append(group)
    if Sink.wantsFormatting { formats.append(format) }
    group.opening = .nothing
    group.isVirtual = false
    group.hasShape = false
  }

  /// Opens a group of the interpreter's own inside the open group, and closes it together
  /// with that.
  ///
  /// A group can close only one thing. Where a file opens two things in one group, as in
  /// `{\field\object …}`, the second gets a virtual group.
  ///
  /// - Returns: False when the depth limit is reached; then nothing was pushed.
  mutating func pushVirtual() -> Bool {
    guard groups.count < limits.rtfGroupDepth else {
      faults.note(.depthLimit, at: tokenizer.position)
      return false
    }
    push()
    group.isVirtual = true
    return true
  }

  /// Handles `}`: ends what the group opened, and restores the state of the group around
  /// it. Ends the document when no group is left.
  @inline(__always)
  mutating func closeGroup(_ offset: Int) {
    stopSkipping()
    interception = []
    if attention.contains(.placeholder) { attention.remove(.placeholder) }
    guard flatDepth == 0 else {
      flatDepth &-= 1
      return
    }
    if !attention.isEmpty && group.destination != .body { finishPendingText() }
    while true {
      if group.opening != .nothing { close(group.opening, at: offset) }
      // Many programs write no `\par` at the end. The last paragraph has what is in force before the brace.
      if groups.count == 1 { endLastParagraph() }
      guard let outer = groups.popLast() else { break }
      let isVirtual = group.isVirtual
      let page = group.page
      group = outer
      if Sink.wantsFormatting, let outer = formats.popLast() { format = outer }
      if group.page != page { loadPage() }
      if !isVirtual { break }
    }
    if (group.list != 0 || group.bullet != 0) && !story.isParagraphStarted { attention.insert(.marker) }
    if groups.isEmpty { endOfDocument(offset &+ 1) }
  }

  /// Forgets the characters that are still to be skipped behind a `\u`: a brace ends
  /// them.
  @inline(__always)
  mutating func stopSkipping() {
    if attention.contains(.skip) {
      attention.remove(.skip)
      skipLeft = 0
    }
  }

  /// Skips the rest of the group, including its brace.
  mutating func skipGroup() {
    guard flatDepth == 0, passGroup() == true else { return }
    closeGroup(tokenizer.position &- 1)
  }

  /// Ends the paragraph that the last brace of the document cuts off.
  @inline(never)
  private mutating func endLastParagraph() {
    finishPendingText()
    endParagraphOfStory()
  }

  /// Ends the document at its last brace, and notes text behind that. Only white space
  /// may follow.
  private mutating func endOfDocument(_ end: Int) {
    var index = end
    while index < bytes.count, bytes[index] <= 0x20 { index &+= 1 }
    if index < bytes.count { faults.note(.trailingText, at: index) }
    finish()
  }

  /// Ends the document where the bytes end, and closes the groups that are still open.
  private mutating func endOfInput() {
    guard !groups.isEmpty else { return finish() }
    faults.note(.unclosedGroup, at: bytes.count)
    flatDepth = 0
    while !groups.isEmpty { closeGroup(bytes.count) }
  }

  /// Sends the last events. The tables go first, so that a sink has them complete.
  private mutating func finish() {
    finishPendingText()
    endParagraphOfStory()
    if Sink.wantsFormatting {
      tables.add(fontsOf: fontTable)
      sink.tablesChanged(tables)
    }
    sink.documentEnd()
    isFinished = true
  }

  /// Handles `\binN` and its N bytes, which are data of a picture or nothing.
  mutating func binary(_ token: Token) {
    if token.length < Int(max(token.parameter, 0)) { faults.note(.binaryPastEnd, at: token.offset) }
    if attention.contains(.skip) { return skipOne() }
    if group.destination == .picture && token.length > 0 { binaryData(token) }
  }
}

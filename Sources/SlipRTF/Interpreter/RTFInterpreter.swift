internal import RTFSyntax
internal import SlipBase
internal import SlipDocument

/// Reads RTF (1.9.1) and drives a sink with its content. The one interpreter behind the plain-text mirror and the
/// document reader. Total: any bytes give a well-formed stream of events. Groups are kept on a stack of its own.
///
/// The bytes must outlive the interpreter.
struct RTFInterpreter<Sink: RTFSink> {
  let bytes: UnsafeRawBufferPointer
  let base: UnsafeRawPointer
  let effects: UnsafePointer<ControlEffect>
  let limits: Limits
  var tokenizer: Tokenizer
  var sink: Sink
  var faults = RTFFaults()
  var losses = RTFLosses()

  // What a brace restores.
  var group = RTFGroupState()
  var format = RTFFormatState()
  var groups: [RTFGroupState] = []
  var formats: [RTFFormatState] = []
  /// Groups open past `Limits.rtfGroupDepth`.
  var flatDepth = 0
  var isFinished = false

  // Text.
  var attention: RTFPendingState = []
  var interception: RTFInterception = []
  /// The characters of the code page in force.
  var scalars: UnsafePointer<UInt32>
  var fontTable = RTFFontTable()
  var defaultFont: Int32?
  /// Characters yet to pass over behind `\u`.
  var skipLeft: Int32 = 0
  var decoder = CodePageDecoder(.windows1252)
  var highSurrogate: UInt32 = 0
  /// Where a `\'0d` ended.
  var endOfCarriageReturn = -1
  /// Where the last text token of a body stands, and the last `\chftn` or `\chatn`.
  var lastText = 0..<0
  var lastMark = -1

  // The story that is read, and those it interrupts.
  var story = RTFStory()
  var stories: [RTFStory] = []
  /// Text boxes that are open: none or one.
  var textBoxes = 0
  var noteCounter = NoteCounter()
  var annotationAuthor: String?

  // Text of destinations that are not text.
  var capture: [UInt8] = []
  /// From where on `capture` holds bytes of a file's name as they stand.
  var rawStart = 0
  var fields: [RTFFieldFrame] = []
  /// Of the instructions in `fields`.
  var instructionBytes = 0
  /// Those that are being read, for a sink that wants them.
  var openInstructions: [RTFOpenInstruction] = []
  let tables = RTFTables()
  var head = RTFHead(mostLevelBytes: Sink.wantsFormatting ? .max : 2 << 20)
  var markers = RTFListMarkers()
  var outside: RTFSuspendedState?
  var shapeProperty: [UInt8] = []
  /// Where the last picture's group ended, until a fallback is asked for it.
  var endOfPicture = -1
  var shapes = RTFOpenShapes()
  /// Elements of formulas that are open.
  var math: [RTFMathElement] = []
  var attachment = RTFAttachment(path: "", isField: false)
  /// Bytes that may yet be looked through for the second branch of `\upr`, and for what an operand of a formula is.
  var lookAhead: Int

  init(_ bytes: UnsafeRawBufferPointer, limits: Limits, sink: Sink) {
    self.bytes = bytes
    tokenizer = Tokenizer(bytes)
    base = bytes.baseAddress ?? UnsafeRawPointer(ControlWordTable.index.effects)
    effects = ControlWordTable.index.effects
    self.limits = limits
    self.sink = sink
    scalars = CodePage.windows1252.table.baseAddress.unsafelyUnwrapped
    // No note of usual size comes to its end: what a text is shall not hang on how long its pictures are.
    lookAhead = max(1 << 24, bytes.count.multipliedReportingOverflow(by: 4).partialValue)
    findStart()
  }

  /// Reads on until the end of the document, or until the first token that ends at an offset or behind it.
  ///
  /// - Returns: true at the end of the document.
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

  /// Moves to the first brace, when nothing but a byte order mark and white space comes before it.
  private mutating func findStart() {
    if RTFProbe.start(of: bytes) == nil { faults.note(.notRTF, at: 0) }
    var index = 0
    if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { index = 3 }
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    if index < bytes.count { tokenizer.position = index }
  }

  // MARK: Groups

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

  /// Fields in fields, objects in objects, formulas in formulas: they take more memory than groups do. Word stops at 20
  /// fields.
  static var mostFrames: Int { 5_000 }

  /// What a document is made of is looked at again: pictures.
  static var pageStep: Int { Sink.wantsFormatting ? PageWindow.step : PageWindow.smallStep }

  /// Where so many are open, room for all is less than what copies would take.
  private static var manyGroups: Int { 4_096 }

  /// A group that the file opens.
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

  /// A group of ours within that of the file, which ends with it.
  ///
  /// - Returns: false when too many are open.
  mutating func pushVirtual() -> Bool {
    guard groups.count < limits.rtfGroupDepth else {
      faults.note(.depthLimit, at: tokenizer.position)
      return false
    }
    push()
    group.isVirtual = true
    return true
  }

  @inline(__always)
  mutating func closeGroup(_ offset: Int) {
    stopSkipping()
    interception = []
    if attention.contains(.placeholder) { attention.remove(.placeholder) }
    guard flatDepth == 0 else {
      flatDepth &-= 1
      return
    }
    if !attention.isEmpty && group.destination != .body { settleText() }
    while true {
      if group.opening != .nothing { close(group.opening, at: offset) }
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

  @inline(__always)
  mutating func stopSkipping() {
    if attention.contains(.skip) {
      attention.remove(.skip)
      skipLeft = 0
    }
  }

  /// Passes over the rest of the group, its brace included.
  mutating func skipGroup() {
    guard flatDepth == 0, passGroup() == true else { return }
    closeGroup(tokenizer.position &- 1)
  }

  private mutating func endOfDocument(_ end: Int) {
    var index = end
    while index < bytes.count, bytes[index] <= 0x20 { index &+= 1 }
    if index < bytes.count { faults.note(.trailingText, at: index) }
    finish()
  }

  private mutating func endOfInput() {
    guard !groups.isEmpty else { return finish() }
    faults.note(.unclosedGroup, at: bytes.count)
    flatDepth = 0
    while !groups.isEmpty { closeGroup(bytes.count) }
  }

  private mutating func finish() {
    settleText()
    endParagraphOfStory()
    if Sink.wantsFormatting {
      tables.add(fontsOf: fontTable)
      sink.tablesChanged(tables)
    }
    sink.documentEnd()
    isFinished = true
  }

  mutating func binary(_ token: Token) {
    if token.length < Int(max(token.parameter, 0)) { faults.note(.binaryPastEnd, at: token.offset) }
    if attention.contains(.skip) { return skipOne() }
    if group.destination == .picture && token.length > 0 { binaryData(token) }
  }
}

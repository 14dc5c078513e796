internal import SlipCore

/// A consumer of the events of `RTFInterpreter`: of one file's content, in the order of
/// the file.
///
/// The interpreter deals with groups, code pages, `\u`, destinations, fields, list
/// markers and the marks of notes. The sink makes something of what remains: plain text
/// (`RTFPlainTextSink`), a document (`RTFDocumentSink`) or HTML (`RTFHTMLSink`).
///
/// The stream of events is well formed for any input:
///
/// - Every `…Start` has its `…End`, properly nested.
/// - A story is the body, a note, a text box or a header. If it holds content since its
///   last `paragraphEnd`, `cellEnd` or `rowEnd`, it gets a `paragraphEnd` before it ends.
///   Its end closes the tables that are open.
/// - `tables` are complete before the first event that refers to them, unless the file
///   itself is out of order.
///
/// Numbers that stand for a choice, such as the kind of a break, are `ControlValue`
/// constants. Sinks that need few events conform to `RTFPartialSink`.
protocol RTFSink {
  /// Whether the sink wants more than the text.
  ///
  /// If false, no formatting is collected: states passed are empty except for
  /// `tableDepth`, `list` and `listLevel`. Hidden and deleted text is left out, and
  /// events marked "Formatting only" are not sent.
  static var wantsFormatting: Bool { get }
  /// Whether the sink wants the HTML that RTF encapsulates (MS-OXRTFEX) instead of the
  /// text that stands for it. False by default.
  static var wantsHTML: Bool { get }
  /// Whether the sink wants the instructions of all fields and the classes of all
  /// objects, wherever they stand. False by default.
  static var wantsInstructions: Bool { get }

  /// Reports where in the file the next events come from. It is not sent before each
  /// event. Formatting only.
  mutating func at(_ offset: Int)
  /// What the sink itself could not hold. The places are byte offsets.
  var lossDiagnostics: [Diagnostic] { get }

  /// A piece of text in well-formed UTF-8. It is never empty and has no line ends, TABs
  /// or other C0 controls. Several pieces in a row may have the same formatting.
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState)
  /// The same for text that the file continues behind: `readable` bytes can be read from
  /// its first byte. A sink may use this to copy in fixed widths. By default it calls
  /// `text(_:_:)`.
  mutating func text(_ utf8: UnsafeRawBufferPointer, readable: Int, _ style: RTFCharacterState)
  /// One character of the text. By default it calls `text(_:_:)`.
  mutating func character(_ scalar: UInt32, _ style: RTFCharacterState)
  /// A TAB: `\tab` or a raw TAB.
  mutating func tab(_ style: RTFCharacterState)
  /// A line break inside a paragraph: `\line`.
  mutating func lineBreak(_ style: RTFCharacterState)
  /// A visible page, column or section break, where it stands in the text.
  ///
  /// - Parameters:
  ///   - kind: `ControlValue.page`, `.column` or `.section`.
  ///   - depth: How many tables the break lies in.
  mutating func breakHere(_ kind: Int32, depth: Int32)
  /// Says that the break that comes next is the end of a section, and so of its paragraph, which has this formatting.
  mutating func sectionEnd(_ paragraph: RTFParagraphState)
  /// Says that the paragraph ended at its last break, if something visible stood before
  /// that. What has come since then lies in a deeper table, and so cannot be of the same
  /// paragraph.
  ///
  /// - Parameter depth: How many tables the break lies in. Opens tables as `paragraphEnd`
  ///   does.
  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32)
  /// The end of a paragraph: `\par`, or the end of a story whose last paragraph has none.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph's formatting.
  ///   - depth: How many tables the paragraph lies in. Opens tables until there are so
  ///     many.
  ///   - style: The formatting of the paragraph mark. If it is a deletion, the paragraph
  ///     goes on in the next one when the change is accepted. Such ends are not sent
  ///     without formatting.
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState)
  /// The marker of a list item. It comes before the first content of the item's
  /// paragraph, or right before its `paragraphEnd` or `cellEnd` when the paragraph is
  /// empty.
  ///
  /// - Parameters:
  ///   - marker: UTF-8, such as `2.1`. Never empty, and without TABs and spaces at its
  ///     ends.
  ///   - list: N of `\lsN`, or 0 for an old-style list (`\pn`).
  ///   - level: From 0.
  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32)

  /// The end of a cell and of its last paragraph: `\cell` (depth 1) or `\nestcell`. Opens
  /// tables until there are `depth`.
  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState)
  /// The end of a row: `\row` or `\nestrow`. At least one cell of this depth has ended
  /// since the last row.
  ///
  /// - Parameter row: The row's definition. It may define fewer or more cells than have
  ///   come.
  mutating func rowEnd(depth: Int32, _ row: RTFRow)
  /// Says that the tables deeper than `depth` were over before what has come since the
  /// last end of a paragraph, cell or row.
  ///
  /// A row without an end of its own ends behind its last cell. What came behind that,
  /// and was not ended by a cell's end, is outside the table. Other events never lie
  /// deeper than the tables that are open, except for those that open tables, and never
  /// leave any open.
  mutating func tablesEnd(depth: Int32)
  /// A table lies deeper than `Limits.tableDepth`: its cells become cells of the deepest
  /// table. Formatting only.
  mutating func tablesCutOff()

  /// A picture embedded in the text: a `\pict` that has data, at its place.
  /// `picture.range` covers the bytes of its group from behind `{\pict` up to the closing
  /// brace, exclusive.
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState)
  /// A file beside the document: a `\NeXTGraphic`, or an INCLUDEPICTURE field that names
  /// an attachment of the bundle.
  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState)
  /// The character that holds the place of the `\NeXTGraphic` before it. It is not text.
  ///
  /// - Parameters:
  ///   - offset: The offset of the character's token.
  ///   - skipCount: How many characters for readers without Unicode follow it; they are
  ///     skipped.
  mutating func attachmentPlaceholder(at offset: Int, skipCount: Int)

  /// An embedded object that has data. If a result shows it, that has come before, and the style is hidden.
  mutating func object(_ object: RTFObject, _ style: RTFCharacterState)

  /// Whether the visible part of the paragraph so far ends in a mark. With `isDeleted`,
  /// the deleted part counts instead. The interpreter asks this to tell a note's own mark
  /// from other text.
  mutating func ends(in mark: String, isDeleted: Bool) -> Bool

  /// A footnote, endnote or annotation begins where its reference stands. No other note,
  /// text box or header begins within it. The mark is not part of the text on either
  /// side: the sink writes it.
  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState)
  /// The end of the note, which now has its author and date, too.
  mutating func noteEnd(_ note: RTFNote)
  /// A text box begins, anchored where the text stands.
  mutating func textBoxStart()
  /// The end of the text box.
  mutating func textBoxEnd()
  /// A header or footer begins (`ControlValue.header` and its like). Formatting only.
  mutating func headerStart(_ kind: Int32)
  /// The end of the header or footer. Formatting only.
  mutating func headerEnd(_ kind: Int32)

  /// The result of a field begins. Fields nest. Formatting only.
  mutating func fieldStart(_ field: RTFField)
  /// The result of the innermost field ends. Formatting only.
  mutating func fieldEnd()
  /// The instruction of a field, or the class of an object, has ended. One inside another
  /// is sent first. Only with `wantsInstructions`; then also from places that the
  /// interpreter skips, such as a header, a fallback or an unknown destination.
  mutating func instruction(_ instruction: RTFInstruction)
  /// A bookmark begins (`\bkmkstart`). Formatting only.
  mutating func bookmarkStart(_ name: String)
  /// A bookmark ends (`\bkmkend`). Formatting only.
  mutating func bookmarkEnd(_ name: String)
  /// A text of the information group, such as `ControlValue.title`. Formatting only.
  mutating func information(_ field: Int32, _ text: String)
  /// A date of the information group, such as `ControlValue.created`. Formatting only.
  mutating func information(_ field: Int32, _ date: RTFDate)
  /// A property of `\userprops`. Formatting only.
  mutating func userProperty(name: String, value: String)

  /// The head's tables changed. Sent whenever one of them is complete, and once before
  /// `documentEnd`. Formatting only.
  mutating func tablesChanged(_ tables: RTFTables)
  /// Text from here up to `htmlEnd` is markup. Only with `wantsHTML`.
  mutating func htmlStart()
  /// The markup ends.
  mutating func htmlEnd()
  /// The last event.
  mutating func documentEnd()
}

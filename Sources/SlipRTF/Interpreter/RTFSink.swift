internal import SlipBase

/// What `RTFInterpreter` drives: one consumer of a file's content. The interpreter deals with groups, code pages,
/// `\u`, destinations, fields, list markers and marks of notes; the sink builds paragraphs, tables and stories.
///
/// The stream of events is well formed for any input: every `…Start` has its `…End`, properly nested, and a story
/// (the body, a note, a text box, a header) that holds content since its last `paragraphEnd`, `cellEnd` or `rowEnd`
/// gets a `paragraphEnd` before it ends; its end closes the tables that are open. `tables` are complete before the
/// first event that refers to them, unless the file itself is out of order.
protocol RTFSink {
  /// False when the sink wants the text only: no formatting is collected then (states passed are empty but for
  /// `tableDepth`, `list` and `listLevel`), hidden and deleted text is left out, and the events that say so below do not come.
  static var wantsFormatting: Bool { get }
  /// True when the sink wants the HTML that RTF encapsulates (MS-OXRTFEX) instead of what stands for it.
  static var wantsHTML: Bool { get }
  /// True when the sink wants the instructions of all fields, and the classes of all objects, wherever they stand.
  static var wantsInstructions: Bool { get }

  /// Where in the file the next events come from; not before each one. Formatting only.
  mutating func at(_ offset: Int)
  /// What the sink itself could not hold; the places are offsets.
  var lossDiagnostics: [Diagnostic] { get }

  /// A piece of text, never empty, without line ends, TAB and other C0 controls; well-formed UTF-8. Pieces of one
  /// formatting may come one after another.
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState)
  /// The same for a text behind which the file goes on: `readable` bytes can be read from its first.
  mutating func text(_ utf8: UnsafeRawBufferPointer, readable: Int, _ style: RTFCharacterState)
  /// One character of the text; by default handed to `text`.
  mutating func character(_ scalar: UInt32, _ style: RTFCharacterState)
  /// `\tab` or a raw TAB.
  mutating func tab(_ style: RTFCharacterState)
  /// `\line`.
  mutating func lineBreak(_ style: RTFCharacterState)
  /// A visible page, column or section break, where it stands in the text (`ControlValue.page`, `column`, `section`).
  /// `depth` is that of the tables it lies in.
  mutating func breakHere(_ kind: Int32, depth: Int32)
  /// The paragraph ended at its last break, if that stood behind something visible: what has come since then lies in a
  /// deeper table. `depth` is the break's; opens tables as `paragraphEnd` does.
  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32)
  /// `\par`, or the end of a story's last paragraph; opens tables until there are `depth`. `style` is that of the
  /// paragraph mark: where it is a deletion, the paragraph goes on when the change is accepted (not sent without
  /// formatting).
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState)
  /// Comes before the first content of a list item's paragraph, or right before its `paragraphEnd` or `cellEnd`
  /// when it has none. `marker` is never empty and has no tabs at its ends; `list` is N of `\lsN` or 0 (old-style).
  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32)

  /// `\cell` (depth 1) or `\nestcell`: ends the cell, and its last paragraph. Opens tables until there are `depth`.
  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState)
  /// `\row` or `\nestrow`; cells have ended since the last one of this depth. `row` may define fewer or more cells
  /// than came.
  mutating func rowEnd(depth: Int32, _ row: RTFRow)
  /// Tables deeper than `depth` were over before what has come since the last end of a paragraph, cell or row. A row
  /// without its end ends behind its last cell; what came behind that, and what no cell's end followed, is outside.
  /// Other events never lie deeper than tables that are open, but for those that open them, and never leave any open.
  mutating func tablesEnd(depth: Int32)
  /// A table lies deeper than the limit: its cells will be those of the deepest. Formatting only.
  mutating func tablesCutOff()

  /// A picture embedded in the text (`\pict` that has data), at its place. `range` is its group's bytes from behind
  /// `{\pict`, up to and without the brace that closes it.
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState)
  /// A file beside the document: `\NeXTGraphic`, or an INCLUDEPICTURE of an attachment of the bundle.
  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState)
  /// The character that holds the place of the `\NeXTGraphic` before; it is no text. `offset` is that of its token,
  /// behind which `skipCount` characters for readers without Unicode are skipped.
  mutating func attachmentPlaceholder(at offset: Int, skipCount: Int)

  /// An embedded object that has data, and no result to stand for it.
  mutating func object(_ object: RTFObject, _ style: RTFCharacterState)

  /// Whether a mark is the end of what can be seen of the paragraph so far, or of what is deleted.
  mutating func ends(in mark: String, isDeleted: Bool) -> Bool

  /// A footnote, endnote or annotation begins where its reference stands. Other text boxes, notes, headers do not
  /// begin within it. The mark is not part of the text on either side: the sink writes it.
  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState)
  /// The same note, complete with author and date.
  mutating func noteEnd(_ note: RTFNote)
  /// A text box begins, anchored where the text stands.
  mutating func textBoxStart()
  mutating func textBoxEnd()
  /// A header or footer begins (`ControlValue.header` …). Formatting only.
  mutating func headerStart(_ kind: Int32)
  mutating func headerEnd(_ kind: Int32)

  /// The result of a field begins. Fields nest. Formatting only.
  mutating func fieldStart(_ field: RTFField)
  mutating func fieldEnd()
  /// An instruction or a class has ended; one that another holds comes before that. With `wantsInstructions` only, and
  /// then also where the interpreter passes over what stands around it: in a header, a fallback, an unknown destination.
  mutating func instruction(_ instruction: RTFInstruction)
  /// Formatting only.
  mutating func bookmarkStart(_ name: String)
  /// Formatting only.
  mutating func bookmarkEnd(_ name: String)
  /// A text of the information group (`ControlValue.title` …). Formatting only.
  mutating func information(_ field: Int32, _ text: String)
  /// A date of the information group (`ControlValue.created` …). Formatting only.
  mutating func information(_ field: Int32, _ date: RTFDate)
  /// A property of `\userprops`. Formatting only.
  mutating func userProperty(name: String, value: String)

  /// The head's tables changed. Comes whenever one of them is complete, and once before `documentEnd`.
  /// Formatting only.
  mutating func tablesChanged(_ tables: RTFTables)
  /// Text up to `htmlEnd` is markup. With `wantsHTML` only.
  mutating func htmlStart()
  mutating func htmlEnd()
  /// The last event.
  mutating func documentEnd()
}

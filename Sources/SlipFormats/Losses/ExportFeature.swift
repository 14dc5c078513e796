/// Something that a document can have and that some formats can't hold.
///
/// `ExportFeatureTable` says what each format makes of each feature, and `ExportLosses`
/// reports what a document loses. The raw value is the feature's permanent name in JSON
/// reports.
public enum ExportFeature: String, Sendable, Hashable, CaseIterable {
  /// Bold text.
  case bold
  /// Italic text.
  case italic
  /// Text that is struck through.
  case struck
  /// Text with a single underline.
  case underline
  /// Underlines that CSS has as well: double, dotted, dashed, thick and wavy.
  case underlineKinds = "underline-kinds"
  /// Underlines that CSS doesn't have: dashes and dots, and underlines of words only.
  case fineUnderlines = "fine-underlines"
  /// Superscript and subscript text.
  case superscript
  /// All capitals or small capitals as formatting, which leaves the text itself
  /// unchanged.
  case capitals
  /// Text whose letters are moved apart or together.
  case letterSpacing = "letter-spacing"
  /// Text that is wider or narrower than usual.
  case characterScale = "character-scale"
  /// Text with a font of its own.
  case font
  /// Text with a size of its own.
  case size
  /// Text with a colour of its own.
  case color
  /// Highlighted text.
  case background
  /// Text whose language is stated.
  case language
  /// Hidden text, pictures and attachments.
  case hidden
  /// Links that stay live under the policy `LinkChoice.safe`.
  case link
  /// Links that become text under that policy, such as those to local files or to
  /// programs.
  case otherLink = "other-link"
  /// Tips that are shown when the pointer rests on a link.
  case linkTip = "link-tip"
  /// Fields. Only their results are kept, not their instructions.
  case field
  /// Names of character styles.
  case characterStyle = "character-style"
  /// Tracked insertions.
  case insertion
  /// Tracked deletions.
  case deletion

  /// Headings of the levels 1 to 6.
  case heading
  /// Headings of the levels 7 to 9, which HTML and Markdown don't have.
  case deepHeading = "deep-heading"
  /// Headings with numbers that are counted.
  case numberedHeading = "numbered-heading"
  /// Names of paragraph styles, except those of headings.
  case paragraphStyle = "paragraph-style"
  /// Paragraphs that are centred, justified or set to the right.
  case alignment
  /// Indents of paragraphs outside lists.
  case indent
  /// Space around paragraphs, and the distance of their lines.
  case spacing
  /// Paragraphs that are written from right to left.
  case rightToLeft = "right-to-left"
  /// Colours behind paragraphs.
  case paragraphShading = "paragraph-shading"
  /// Lines around paragraphs.
  case paragraphBorders = "paragraph-borders"
  /// Tab stops.
  case tabStops = "tab-stops"
  /// Paragraphs that stay on one page with the next one.
  case keepWithNext = "keep-with-next"
  /// Paragraphs that begin a page.
  case pageBreakBefore = "page-break-before"
  /// Items of lists with bullets or decimal numbers, or without a marker.
  case list
  /// Items of lists numbered by letters or Roman numerals.
  case listNumbering = "list-numbering"
  /// Empty paragraphs outside tables and lists.
  case emptyParagraph = "empty-paragraph"
  /// Blanks and tabs at the beginning of paragraphs.
  case leadingSpace = "leading-space"
  /// Tracked insertions and deletions of whole notes.
  case trackedNote = "tracked-note"
  /// Tracked insertions and deletions of table rows and cells.
  case trackedRow = "tracked-row"
  /// Tracked insertions and deletions of paragraph ends.
  case trackedParagraph = "tracked-paragraph"

  /// Tables, except those within tables.
  case table
  /// Tables with a header row.
  case headerRow = "header-row"
  /// Rows whose first cell is their header.
  case rowHeader = "row-header"
  /// Tables whose columns run from right to left.
  case rightToLeftTable = "right-to-left-table"
  /// Cells that cover several columns or rows.
  case mergedCells = "merged-cells"
  /// Cells with more than one paragraph.
  case cellBlocks = "cell-blocks"
  /// Tables within cells of tables.
  case nestedTable = "nested-table"
  /// Tables that state the widths of their cells.
  case cellWidth = "cell-width"
  /// Cells whose content stands in the middle or at the bottom.
  case cellAlignment = "cell-alignment"
  /// Colours behind cells.
  case cellShading = "cell-shading"
  /// Tables without lines.
  case borderless
  /// Cells with other lines than thin ones on all sides, in tables with lines.
  case cellBorders = "cell-borders"

  /// Pictures of types that browsers show.
  case picture
  /// Pictures with a display size of their own.
  case pictureSize = "picture-size"
  /// Alternative descriptions of pictures, for people who can't see them.
  case pictureDescription = "picture-description"
  /// Pictures that browsers don't show, but that can be converted to PNG or SVG.
  case metafile
  /// Attached files whose bytes the document holds.
  case attachment
  /// Pictures that browsers don't show and that can't be converted.
  case unseenPicture = "unseen-picture"
  /// Pictures of types that RTF doesn't hold (`\pict`, RTF 1.9.1).
  case foreignPicture = "foreign-picture"
  /// Pictures of types that Word and LibreOffice documents don't show, such as WebP.
  case officePicture = "office-picture"
  /// Attached files that lie beside the document.
  case attachedFile = "attached-file"
  /// Footnotes.
  case footnote
  /// Endnotes.
  case endnote
  /// Annotations (comments).
  case annotation
  /// Authors and dates of annotations.
  case noteCredit = "note-credit"
  /// Notes whose marks are not simply counted.
  case noteMark = "note-mark"
  /// Headers and footers of pages.
  case headerOrFooter = "header-or-footer"
  /// Text boxes.
  case textBox = "text-box"
  /// Bookmarks.
  case bookmark
  /// Types of callouts: see `CalloutMark`.
  case callout
  /// Page and column breaks.
  case pageBreak = "page-break"
  /// Section breaks.
  case sectionBreak = "section-break"

  /// The document's title.
  case title
  /// The document's author, subject and keywords.
  case authorAndKeywords = "author-and-keywords"
  /// The size and the margins of the document's pages.
  case page
  /// The dates when the document was created and changed.
  case dates
  /// The document's manager, company, category, comment and user-defined properties.
  case properties
}

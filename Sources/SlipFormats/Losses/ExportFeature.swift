/// Something a document can have that not every format has a place for. The raw value is its permanent name.
public enum ExportFeature: String, Sendable, Hashable, CaseIterable {
  case bold, italic, struck, underline
  case underlineKinds = "underline-kinds"
  case fineUnderlines = "fine-underlines"
  case superscript, capitals, font, size, color, background, language
  case hidden
  case link, otherLink = "other-link"
  case linkTip = "link-tip"
  case field
  case characterStyle = "character-style"
  case insertion, deletion

  case heading, deepHeading = "deep-heading"
  case paragraphStyle = "paragraph-style"
  case alignment, indent
  case spacing
  case rightToLeft = "right-to-left"
  case paragraphShading = "paragraph-shading"
  case tabStops = "tab-stops"
  case keepWithNext = "keep-with-next"
  case pageBreakBefore = "page-break-before"
  case list, listNumbering = "list-numbering"
  case emptyParagraph = "empty-paragraph"
  case trackedNote = "tracked-note"
  case trackedRow = "tracked-row"
  case trackedParagraph = "tracked-paragraph"

  case table, headerRow = "header-row"
  case mergedCells = "merged-cells"
  case cellBlocks = "cell-blocks"
  case nestedTable = "nested-table"
  case cellWidth = "cell-width"
  case cellShading = "cell-shading"
  case borderless

  case picture, pictureSize = "picture-size"
  case pictureDescription = "picture-description"
  case metafile, attachment
  case unseenPicture = "unseen-picture"
  case foreignPicture = "foreign-picture"
  case attachedFile = "attached-file"
  case footnote, endnote, annotation
  case noteCredit = "note-credit"
  case noteMark = "note-mark"
  case headerOrFooter = "header-or-footer"
  case textBox = "text-box"
  case bookmark
  case pageBreak = "page-break"
  case sectionBreak = "section-break"

  case title, authorAndKeywords = "author-and-keywords"
  case dates, properties
}

internal import RTFSyntax

extension ControlSubject {
  /// What a document loses of it, as a sentence without its full stop.
  var loss: String {
    switch self {
    case .characterEffects: "outlined, shadowed, embossed or animated characters become plain ones"
    case .characterSpacing: "the spacing and width of characters is left out"
    case .characterBorders: "lines around characters, and patterns behind them, are left out"
    case .emphasisMarks: "emphasis marks on characters are left out"
    case .combinedCharacters: "characters combined, fitted or turned become plain ones"
    case .lineColors: "the colour of lines under and through text is left out"
    case .paragraphBorders: "lines between and beside paragraphs are left out"
    case .borderLooks: "kinds and colours of border lines are left out"
    case .linesTogether: "that a paragraph's lines stay on one page is left out"
    case .tabLeaders: "what fills the way to a tab stop, such as dots, is left out"
    case .frames: "paragraphs in frames of their own, and drop capitals, become plain paragraphs"
    case .shadingPatterns: "patterns behind paragraphs and cells are left out"
    case .lineNumbers: "line numbers are left out"
    case .columns: "text in columns becomes one column"
    case .pageSetup: "the size, margins, orientation and borders of pages are left out"
    case .pageNumbers: "how pages are numbered is left out"
    case .sectionStarts: "a section's way to begin, such as on an odd page, is left out"
    case .noteNumbering: "where the counting of notes begins anew is left out"
    case .tableLayout: "a table's place, the heights of rows and the alignment in cells are left out"
    case .trackedFormatting: "tracked changes of formatting count as accepted"
    case .trackedCells: "tracked merges and splits of table cells count as accepted"
    case .protection: "protection against editing is left out"
    case .computedText: "a page number, date or time that programs put in when they show the text is left out"
    case .pictureCrop: "a cropped picture is kept whole"
    case .linkedDocuments: "parts of the document that lie in files of their own are left out"
    case .formFields: "a form field is kept as its text"
    case .formulas: "a formula is kept as a line of text"
    case .indexEntries: "entries for an index or a table of contents are left out"
    case .documentVariables: "document variables are left out"
    case .mailMerge: "the data source of a form letter is left out"
    case .markup: "custom XML and smart tags around text are left out; the text stays"
    case .embeddedFonts: "embedded fonts are left out"
    case .pageBackground: "the page's background is left out"
    case .linkBase: "the address that relative links start from is left out"
    case .linkedProperties: "a property's link to a bookmark is left out; its value stays"
    case .annotationDetails: "an annotation's range and its tie to another annotation are left out"
    case .pictureBullets: "pictures as list bullets are left out"
    case .shapeLinks: "links of shapes are left out"
    case .shapePlace: "a text box or picture of a shape loses its place, frame and colours"
    }
  }
}

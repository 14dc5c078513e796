package import SlipFormats

// Markdown that stands for a note of a box. `[[Title]]` is text there, which the box itself takes for a link to the note of that title,
// and whatever goes out and comes back must be the same. So it is GFM and nothing else.

extension Format {
  /// The format by which texts of a box are read.
  package var ofBox: Format { kind == .markdown ? FormatTable.named("gfm") ?? self : self }
}

extension WriteOptions {
  /// The options with which texts of a box are written.
  package static var ofBox: WriteOptions {
    var options = WriteOptions()
    options.dialect = MarkdownDialect()
    return options
  }
}

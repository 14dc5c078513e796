/// Reads end tags.
extension HTMLPageReader {
  /// Reads an end tag.
  ///
  /// A tag that ends no open element changes nothing, except that one of a block ends the
  /// open paragraph, and that `</br>` is a line break (WHATWG HTML, 13.2.6.4.7).
  mutating func end(_ name: String) {
    if capture != nil { return endInCapture(name) }
    skipsLineEnd = false
    if overflow > 0 {
      // This most likely ends an element that was left out.
      overflow -= 1
      return
    }
    let role = HTMLElements.role(name)
    switch role {
    case .void, .embeddedVoid, .rule, .image, .input, .title, .page, .skipped, .drawing, .formula: break
    case .embedded:
      close { $0.tag.name == name }
    case .lineBreak: builder.lineBreak(context.paragraph)
    case .inline: endInline(name)
    case .paragraph: closeParagraph()
    case .heading:
      close { if case .heading = $0.role { true } else { false } }
    case .block, .preformatted, .quotation, .list, .term, .definition:
      let index = find({ $0.tag.name == name }, stop: HTMLPageReader.isTableBoundary)
      // What isn't shown ends no paragraph.
      if let index, case .hidden = stack[index].effect { return close(downTo: index, reopening: true) }
      close { $0.tag.name == name }
      builder.endParagraph()
    case .item:
      let index = find(
        { $0.tag.name == name },
        stop: { if case .list = $0.role { true } else { HTMLPageReader.isTableBoundary($0) } })
      if let index { close(downTo: index, reopening: true) }
    case .table:
      if let index = find({ $0.tag.name == name }, stop: { _ in false }) {
        close(downTo: index, reopening: false)
      }
    case .rowGroup, .row, .cell, .caption:
      let index = find({ $0.tag.name == name }, stop: { $0.role == .table })
      if let index { close(downTo: index, reopening: false) }
    }
  }

  /// Closes the innermost element that fits, with everything in it, unless a cell,
  /// caption or table lies between. Formatting elements that are closed along with it go
  /// on behind it.
  private mutating func close(_ fits: (OpenElement) -> Bool) {
    if let index = find(fits, stop: HTMLPageReader.isTableBoundary) { close(downTo: index, reopening: true) }
  }

  /// Ends an inline element.
  ///
  /// A formatting element may end while elements inside it stay open: in
  /// `<b>1<i>2</b>3</i>`, `3` is in italics (WHATWG HTML, 13.2.6.4.7 "The adoption agency
  /// algorithm"). Any other inline element takes the elements inside it along.
  private mutating func endInline(_ name: String) {
    let isFormatting = HTMLElements.isFormatting(name)
    let index = find(
      { $0.tag.name == name && $0.role == .inline },
      stop: {
        isFormatting ? HTMLPageReader.isTableBoundary($0) : $0.role != .inline && $0.role != .paragraph
      })
    if name == "q" { builder.text(Array("”".utf8), context) }
    guard let index else { return }
    if isFormatting { remove(at: index) } else { close(downTo: index, reopening: true) }
  }
}

internal import SlipDocument

/// What a document of a compilation has as its one heading, where its text begins with its title or with a heading that says the
/// same.
///
/// ```
/// title                  first paragraph            heading
/// The Door               The Door                   The Door
/// Chapter 1              # Chapter 1: The Door      Chapter 1: The Door
/// Chapter 1: The Door    # Chapter 1                Chapter 1: The Door
/// 01 The Door            # The Door                 The Door
/// Bees                   # Wax                      both, one above the other
/// ```
enum ChapterHeading {
  /// The first paragraph as it is.
  case text
  /// The first paragraph with the words of the title, which says more.
  case title

  /// Compares a title with the first paragraph; nil where they say different things.
  init?(_ title: String, _ paragraph: Paragraph) {
    guard paragraph.listItem == nil || paragraph.style.headingLevel != nil else { return nil }
    let (title, text) = (ChapterHeading.words(title), ChapterHeading.words(paragraph.visibleText))
    guard !title.isEmpty, !text.isEmpty else { return nil }
    if title == text {
      self = .text
    } else if paragraph.style.headingLevel == nil {
      return nil
    } else if text.starts(with: title) || text.suffix(title.count) == title[...] {
      self = .text
    } else if title.starts(with: text) {
      self = .title
    } else if title.suffix(text.count) == text[...] {
      self = .text
    } else {
      return nil
    }
  }

  /// The words of a text, regardless of case and of the signs between them.
  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
  }
}

extension Paragraph {
  /// Shows another text in the style of the first run. Bookmarks stay.
  mutating func show(_ text: String) {
    var style = CharacterStyle()
    for case .run(let run) in inlines where run.style.isVisible {
      style = run.style
      break
    }
    let marks = inlines.filter {
      switch $0 {
      case .bookmarkStart, .bookmarkEnd: true
      default: false
      }
    }
    inlines = marks + [.run(Run(text, style: style))]
  }
}

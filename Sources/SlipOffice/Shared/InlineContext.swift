internal import SlipDocument

/// What stands around an inline in markup: a link, a field and a tracked change.
struct InlineContext: Equatable {
  var link: Hyperlink?
  var field: String?
  var revision: Revision?

  /// The contexts of the inlines of a paragraph. What has no style of its own, such as a line break, stands in the context
  /// around it if that goes on after it.
  static func of(_ inlines: [Inline], notes: [MarginNote]) -> [InlineContext] {
    var contexts: [InlineContext?] = inlines.map { inline in
      switch inline {
      case .run(let run): InlineContext(run)
      case .picture(let picture): InlineContext(picture.style)
      case .attachment(let file): InlineContext(file.style)
      case .noteReference(let index), .deletedNote(let index):
        InlineContext(revision: notes.indices.contains(index) ? notes[index].revision : nil)
      case .lineBreak, .bookmarkStart, .bookmarkEnd: nil
      case .break: InlineContext()
      }
    }
    var next: InlineContext?
    var following = contexts
    for index in contexts.indices.reversed() {
      if let context = contexts[index] { next = context } else { following[index] = next }
    }
    var last: InlineContext?
    for index in contexts.indices {
      if contexts[index] == nil {
        contexts[index] = last != nil && last == following[index] ? last : InlineContext()
        // A break is never a tracked change by itself.
        if case .lineBreak = inlines[index], contexts[index]?.revision?.kind == .deletion {
          contexts[index]?.revision = nil
        }
      } else {
        last = contexts[index]
      }
    }
    return contexts.map { $0 ?? InlineContext() }
  }

  /// The context that a style says.
  init(_ style: CharacterStyle) { (link, field, revision) = (style.link, style.field, style.revision) }

  /// The context of a run. A phonetic guide is no field here, as office documents have an element for it.
  private init(_ run: Run) {
    self.init(run.style)
    if field != nil, run.phoneticGuide != nil { field = nil }
  }

  /// A context; one without anything by default.
  init(link: Hyperlink? = nil, field: String? = nil, revision: Revision? = nil) {
    (self.link, self.field, self.revision) = (link, field, revision)
  }
}

internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipRTF

/// The texts of Scrivener: RTF with marks of its own.
///
/// Links to items are hyperlinks with the scheme `scrivlnk`, comments and linked footnotes hyperlinks with `scrivcmt`
/// whose text lies in another file. Inline footnotes and annotations are text between marks such as `{\Scrv_fn=` and
/// `\end_Scrv_fn}`; styles leave marks such as `<$Scr_Ps::0>`.
enum ScrivenerText {
  /// What links to items begin with.
  static let linkPrefix = "scrivlnk://"

  /// A comment or linked footnote.
  struct Comment: Sendable {
    /// Whether it is a footnote.
    var isFootnote: Bool
    /// Who wrote it; nil when unknown.
    var author: String?
    /// The text, as RTF.
    var body: [UInt8]
  }

  /// The comments of a text, by UUID in upper case.
  ///
  /// ```
  /// <Comments><Comment ID="3F2A…" Footnote="Yes" Author="A"><![CDATA[{\\rtf1 …}]]></Comment></Comments>
  /// ```
  ///
  /// Each comment is a whole RTF document. Most of them are footnotes.
  ///
  /// - Parameter note: The note, which is told what is damaged.
  static func comments(in bytes: [UInt8], of note: inout SourceNote) -> [String: Comment] {
    let tree = LooseTree(bytes)
    if !tree.isWhole {
      note.diagnostics.append(SourceFault.cut("The comments are damaged or cut off; what is there was read."))
    }
    guard let root = tree.root else { return [:] }
    var comments: [String: Comment] = [:]
    for comment in tree.children(of: root, "Comment") {
      guard let id = tree.attribute(comment, "ID") else { continue }
      let author = tree.attribute(comment, "Author")
      comments[id.uppercased()] = Comment(
        isFootnote: tree.attribute(comment, "Footnote") == "Yes",
        author: author.flatMap { $0.isEmpty ? nil : $0 }, body: Array(tree.text(comment).utf8))
    }
    return comments
  }

  /// The body of a text.
  ///
  /// RTF without marks stays as it is, but for the targets of links. Otherwise it is read as a document.
  ///
  /// - Parameter attached: Addresses of files of the note, by the UUID of their items.
  static func body(
    _ rtf: [UInt8], _ comments: [String: Comment], _ attached: [String: String],
    _ note: inout SourceNote, _ context: SourceContext
  ) -> SourceNote.Body {
    guard !rtf.isEmpty, rtf.withUnsafeBytes({ RTFProbe.isRTF($0) }) else {
      return rtf.isEmpty ? .document(Document()) : .rtf(rtf)
    }
    let isMarked = rtf.withUnsafeBytes { bytes in
      ["Scrv_", "$Scr", "scrivcmt"].contains { mark in
        contains(Array(mark.utf8), in: bytes)
      }
    }
    let bytes = relinked(rtf, attached, &note, context)
    guard isMarked || !comments.isEmpty else { return .rtf(bytes) }
    let result = bytes.withUnsafeBytes { RTFReader.read($0, limits: context.limits) }
    note.diagnostics += result.diagnostics
    var document = result.document
    var work = ScrivenerMarks(comments: comments, limits: context.limits)
    work.apply(to: &document)
    note.diagnostics += work.diagnostics
    return .document(document)
  }

  /// Whether bytes contain others.
  private static func contains(_ wanted: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = wanted.first else { return true }
    var start = 0
    while let found = bytes[start...].firstIndex(of: first) {
      if bytes[found...].starts(with: wanted) { return true }
      start = found + 1
    }
    return false
  }

  /// RTF whose links to items lead to notes of the bundle.
  ///
  /// A link to an item that isn't there stays as it is, and is reported.
  static func relinked(
    _ rtf: [UInt8], _ attached: [String: String], _ note: inout SourceNote, _ context: SourceContext
  ) -> [UInt8] {
    guard rtf.withUnsafeBytes({ contains(Array("scrivlnk".utf8), in: $0) }) else { return rtf }
    var unresolved: [SourceLink] = []
    let bytes = rtf.withUnsafeBytes { bytes in
      RTFHyperlinks.rewrite(bytes) { target in
        guard let id = item(target) else { return nil }
        if let address = attached[id.uppercased()] { return address }
        if let found = context.note(id.uppercased()) ?? context.note(id.lowercased()) {
          return SourceContext.target(found)
        }
        unresolved.append(SourceLink(id))
        return nil
      }
    }
    note.unresolved += unresolved
    return bytes
  }

  /// The item that a link leads to; nil for other links.
  private static func item(_ target: String) -> String? {
    guard target.lowercased().hasPrefix(linkPrefix) else { return nil }
    return String(target.dropFirst(linkPrefix.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}

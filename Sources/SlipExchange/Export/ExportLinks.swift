package import SlipBase
package import SlipDocument
package import SlipNotes
internal import SlipRTF

/// Turns links between notes into links between the exported files.
///
/// In a box, a link may name a note by its UUID, by the path of the file that it was imported from,
/// or by its title. In an export it must lead to the file of that note:
///
/// ```
/// slipbox:note/5f0c…   ->   ../Work/Plan.html
/// old/Plan.rtf#costs   ->   Work/Plan.html#costs
/// [[Plan]]             ->   Work/Plan.html
/// ```
///
/// What leaves a box doesn't tell of what stays: a link to a note that isn't exported becomes text (`fate`), and all targets
/// ask here.
package struct ExportLinks: Sendable {
  /// The slip-box that is exported.
  private let box: SlipBox
  /// Where the notes go; nil for those that aren't exported.
  private let path: @Sendable (Note.ID) -> String?
  /// Finds the notes that links lead to.
  private let resolver: LinkResolver

  /// Whether there are notes that aren't exported.
  let isPartial: Bool

  /// Creates the links of an export.
  ///
  /// - Parameters:
  ///   - isPartial: Whether there are notes that aren't exported.
  ///   - path: Where a note goes; nil for one that isn't exported.
  init(_ box: SlipBox, isPartial: Bool, path: @escaping @Sendable (Note.ID) -> String?) {
    (self.box, self.isPartial, self.path) = (box, isPartial, path)
    resolver = LinkResolver(box)
  }

  /// What becomes of a link.
  package enum Fate: Sendable, Equatable {
    /// It leads to an exported note.
    case note(Note.ID)
    /// It names a note that isn't exported: its words stay, its address doesn't.
    case text
    /// It leads elsewhere.
    case elsewhere
  }

  /// What becomes of a hyperlink.
  ///
  /// - Parameters:
  ///   - hyperlink: The target as the body has it.
  ///   - note: The note that contains the link.
  package func fate(of hyperlink: String, in note: Note) -> Fate {
    if let target = LinkTarget(hyperlink: hyperlink) {
      switch resolver.resolve(target, from: note.source.flatMap { box.source($0) }) {
      case .note(let id): return path(id) == nil ? .text : .note(id)
      case .ambiguous(let notes): if notes.contains(where: { path($0) == nil }) { return .text }
      case .missing: if case .note = target, isPartial { return .text }
      case .otherFile: break
      }
    }
    return namesStaying(hyperlink) ? .text : .elsewhere
  }

  /// The exported note that a hyperlink leads to; nil for other links.
  package func note(for hyperlink: String, in note: Note) -> Note.ID? {
    if case .note(let id) = fate(of: hyperlink, in: note) { id } else { nil }
  }

  /// The reference to the exported file of the note that a hyperlink leads to.
  ///
  /// Nil for other links, and for notes that are not exported.
  ///
  /// - Parameters:
  ///   - hyperlink: The target as the body has it, such as `../b.rtf#top` or `slipbox:note/…`.
  ///   - note: The note that contains the link.
  ///   - path: Where that note goes.
  func reference(for hyperlink: String, in note: Note, at path: String) -> String? {
    guard let target = LinkTarget(hyperlink: hyperlink),
      let (other, found) = reference(for: target, in: note, at: path)
    else { return nil }
    return other + fragment(of: hyperlink, target, found)
  }

  /// The target and the shown text for the title in `[[…]]`; nil when it leads to no exported note.
  ///
  /// The target is a link to the note (`slipbox:note/…`), which `reference` turns into a path
  /// afterwards.
  func wikiLink(_ text: String) -> (target: String, shown: String)? {
    guard case .note(let id) = resolver.resolve(.title(text), from: nil), self.path(id) != nil else {
      return nil
    }
    let target = LinkTarget.notePrefix + id.description
    if resolver.isWholeTitle(text) { return (target, text) }
    let shown = text.split(separator: "|", maxSplits: 1).dropFirst().first?.trimmingBlanks() ?? ""
    return (target, shown.isEmpty ? text : String(shown))
  }

  /// The reference to the file of the target's note, and that note.
  private func reference(for target: LinkTarget, in note: Note, at path: String) -> (String, Note.ID)? {
    let source = note.source.flatMap { box.source($0) }
    guard case .note(let id) = resolver.resolve(target, from: source), let other = self.path(id) else {
      return nil
    }
    let name = other.split(separator: "/").last.map(String.init) ?? other
    let reference = id == note.id ? name : RelativePath.reference(from: path, to: other)
    return (RelativeURL.encoded(path: reference), id)
  }

  /// The fragment of a hyperlink, such as `#top`, when it belongs to the link rather than to the
  /// name of the other file.
  private func fragment(of hyperlink: String, _ target: LinkTarget, _ found: Note.ID) -> String {
    if case .note = target { return hyperlink.firstIndex(of: "#").map { String(hyperlink[$0...]) } ?? "" }
    guard case .file = target, let start = hyperlink.firstIndex(of: "#"),
      let source = box.note(found)?.source, box.source(source)?.path.contains("#") == false
    else { return "" }
    return String(hyperlink[start...])
  }
}

// MARK: What stays

extension ExportLinks {
  /// What stands in the place of a UUID in text.
  private static let ellipsis = "…"

  /// Takes out of a document what would tell of notes that aren't exported: the addresses of links to them, and their UUIDs in
  /// text.
  ///
  /// - Parameters:
  ///   - document: The text of a note, whose links are as the body has them.
  ///   - note: The note.
  package func detach(_ document: inout Document, of note: Note) {
    guard isPartial else { return }
    document.editLinks { fate(of: $0.target, in: note) == .text ? nil : $0 }
    document.editInlines { inline in
      guard case .run(var run) = inline, let text = withoutStaying(run.text) else { return nil }
      run.text = text
      return [.run(run)]
    }
  }

  /// The body of a note without what would tell of notes that aren't exported.
  ///
  /// The bytes of a body that says nothing of them stay as they are.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - note: The note.
  ///   - limits: Bounds on what is read.
  /// - Returns: RTF.
  package func detach(_ body: [UInt8], of note: Note, limits: Limits) -> [UInt8] {
    guard isPartial else { return body }
    let isGone = { (target: String) in fate(of: target, in: note) == .text }
    let goes = body.withUnsafeBytes { RTFHyperlinks.targets(in: $0, limits: limits).contains(where: isGone) }
    var bytes = body
    if goes {
      bytes = bytes.withUnsafeBytes { RTFHyperlinks.unlink($0, limits: limits, where: isGone) }
      // A field in an unusual form can't be cut out; then the document is written anew.
      let rest = bytes.withUnsafeBytes { RTFHyperlinks.targets(in: $0, limits: limits) }
      if rest.contains(where: isGone) {
        var document = bytes.withUnsafeBytes { RTFReader.read($0, limits: limits).document }
        document.editLinks { isGone($0.target) ? nil : $0 }
        bytes = RTFWriter.write(document)
      }
    }
    return withoutStaying(bytes, Array("\\u8230?".utf8)) ?? bytes
  }

  /// Bytes of a text in UTF-8 without the UUIDs of notes that aren't exported; nil where it has none.
  func withoutStaying(_ text: [UInt8]) -> [UInt8]? { withoutStaying(text, Array(ExportLinks.ellipsis.utf8)) }

  /// Whether a text has the UUID of a note of the box that isn't exported.
  package func namesStaying(_ text: String) -> Bool {
    isPartial && text.utf8.count >= 36 && !staying(in: Array(text.utf8)).isEmpty
  }

  /// The box without properties of exported notes that name a note that isn't exported.
  func withoutStaying(_ notes: some Sequence<Note.ID>) -> SlipBox {
    guard isPartial else { return box }
    var box = box
    for id in notes where self.box.note(id)?.properties.contains(where: isUnwanted) == true {
      box.removeProperties(of: id, where: isUnwanted)
    }
    return box
  }

  /// Whether a property names a note that isn't exported.
  package func isUnwanted(_ property: Property) -> Bool {
    namesStaying(property.value) || namesStaying(property.name)
  }

  /// A text without the UUIDs of notes that aren't exported; nil where it has none.
  private func withoutStaying(_ text: String) -> String? {
    guard isPartial, text.utf8.count >= 36 else { return nil }
    return withoutStaying(Array(text.utf8), Array(ExportLinks.ellipsis.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Bytes with others in the place of UUIDs of notes that aren't exported; nil where they have none.
  private func withoutStaying(_ bytes: [UInt8], _ replacement: [UInt8]) -> [UInt8]? {
    let places = isPartial ? staying(in: bytes) : []
    if places.isEmpty { return nil }
    var output: [UInt8] = []
    var position = 0
    for place in places {
      output += bytes[position..<place]
      output += replacement
      position = place + 36
    }
    return output + bytes[position...]
  }

  /// Where UUIDs of notes that aren't exported begin.
  private func staying(in bytes: [UInt8]) -> [Int] {
    let hyphen = UInt8(ascii: "-")
    var found: [Int] = []
    bytes.withUnsafeBytes { bytes in
      var index = 8
      while index + 28 <= bytes.count {
        guard bytes[index] == hyphen, bytes[index + 5] == hyphen, bytes[index + 10] == hyphen,
          let id = UniqueID(bytes: UnsafeRawBufferPointer(rebasing: bytes[(index - 8)..<(index + 28)])),
          box.has(note: id), path(id) == nil
        else {
          index += 1
          continue
        }
        found.append(index - 8)
        index += 36
      }
    }
    return found
  }
}

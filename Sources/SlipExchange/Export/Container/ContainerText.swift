public import SlipBase
package import SlipDocument
package import SlipFormats
public import SlipNotes
internal import SlipRTF

/// The text of a note on its way into a container: a document whose files and links lead where the container has them.
package struct ContainerText {
  /// Where a target puts what a text refers to.
  package struct Places {
    /// The path or address of a file, as the text names it, without percent-encoding.
    var file: (AttachmentReference, Attachment) -> String
    /// The address of a note.
    var note: (Note.ID) -> String
    /// What stands behind a note's address for a place in it, which is given as links have it, without `#`; nil where the target
    /// has no such addresses.
    package var place: (Note.ID, String) -> String? = { _, _ in nil }
    /// Whether a relative link that leads to nothing may stay as it is; otherwise it becomes text.
    package var keepsDead: (String) -> Bool = { _ in false }

    /// Creates places; relative links that lead to nothing become text.
    ///
    /// - Parameters:
    ///   - file: The path of a file, without percent-encoding.
    ///   - note: The address of a note.
    package init(
      file: @escaping (AttachmentReference, Attachment) -> String, note: @escaping (Note.ID) -> String
    ) { (self.file, self.note) = (file, note) }

    /// Creates places.
    init(
      file: @escaping (AttachmentReference, Attachment) -> String, note: @escaping (Note.ID) -> String,
      keepsDead: @escaping (String) -> Bool
    ) { (self.file, self.note, self.keepsDead) = (file, note, keepsDead) }
  }

  /// A file that a note uses, under one of its names.
  package struct File: Hashable {
    /// The blob.
    package var attachment: Attachment.ID
    /// The name.
    package var name: String

    /// Creates a value from its parts.
    package init(attachment: Attachment.ID, name: String) {
      self.attachment = attachment
      self.name = name
    }
  }

  /// The document.
  package var document: Document
  /// The files that the text shows or links to.
  package var shown: Set<File> = []
  /// Findings of the reader.
  package var diagnostics: [Diagnostic] = []
}

extension ContainerText {
  /// The name of a file where a text shows it: as the words of a link.
  ///
  /// A link whose words nobody can see would get lost, so a name without anything visible is replaced
  /// by that of a file without a name.
  ///
  /// ```
  /// photo.png      ->   photo.png
  /// two blanks     ->   0f3a99c1.png
  /// ```
  ///
  /// - Parameters:
  ///   - reference: The note's use of the file, which has the name.
  ///   - attachment: The file.
  package static func shownName(of reference: AttachmentReference, _ attachment: Attachment) -> String {
    let isVisible = reference.name.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    if isVisible { return reference.name }
    return AttachmentReference.name(ofShown: attachment.id, fileExtension: attachment.fileExtension)
  }
}

extension ContainerBox {
  /// Reads the text of a note.
  ///
  /// 1. The body becomes a document, its tracked changes as the options say.
  /// 2. Pictures and files get the paths of the target. Pictures that programs don't show become links to their files, and files
  ///    that the box doesn't have are no longer linked to.
  /// 3. Links to notes get the addresses of the target, and `[[titles]]` become links.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - places: Where the target puts files and notes.
  ///   - showsAll: Whether programs show every kind of picture, or else only those that browsers show.
  /// - Throws: `SlipError` where the body can't be read.
  package func text(of note: Note, _ places: ContainerText.Places, showsAll: Bool = false) throws
    -> ContainerText
  {
    let body = try body(of: note)
    let result = body.withUnsafeBytes { RTFReader.read($0, limits: options.limits) }
    var text = ContainerText(document: result.document, diagnostics: result.diagnostics)
    text.document.resolve(options.changes)
    text.document.info.title = note.title
    place(&text, note, places)
    if !showsAll { linkPictures(&text.document) }
    relink(&text, note, places)
    text.document.findStructure(box.structure(options.structure, of: note, stated: options.stated))
    return text
  }

  /// The attachments of a note that its text doesn't show, each once.
  ///
  /// - Parameter shown: The files that the text shows. One blob under two names is two files.
  /// - Returns: The uses in the order of the note. Those of blobs that the box doesn't have are left
  ///   out.
  package func files(of note: Note, notIn shown: Set<ContainerText.File>) -> [AttachmentReference] {
    var seen = shown
    return note.attachments.filter { reference in
      box.attachment(reference.attachment) != nil
        && seen.insert(ContainerText.File(attachment: reference.attachment, name: reference.name)).inserted
    }
  }

  /// Gives the resources of a document their paths.
  ///
  /// A resource in the document itself is found among the attachments by its digest. One that the box
  /// lacks keeps its name but has no path any more.
  private func place(_ text: inout ContainerText, _ note: Note, _ places: ContainerText.Places) {
    let used = Set(text.document.picturedResources).union(text.document.attachedResources)
    for index in text.document.resources.indices {
      let resource = text.document.resources[index]
      let digest: Digest? =
        switch resource.content {
        case .file(let path): PayloadPath.attachment(namedBy: path)
        case .bytes(let bytes): Digest(of: bytes)
        }
      guard let digest, let attachment = box.attachment(digest) else {
        if case .file(let path) = resource.content {
          text.document.resources[index].content = .file("")
          let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
          text.document.resources[index].name = resource.name ?? name
        }
        continue
      }
      let reference = reference(to: attachment, named: resource.name, in: note)
      text.document.resources[index] = Resource(
        content: .file(places.file(reference, attachment)), mediaType: attachment.mediaType,
        name: ContainerText.shownName(of: reference, attachment))
      if used.contains(index) {
        text.shown.insert(ContainerText.File(attachment: digest, name: reference.name))
      }
    }
  }

  /// The note's use of a blob; one that is made up where the note doesn't list it.
  ///
  /// - Parameters:
  ///   - attachment: The blob.
  ///   - name: The name that the text gives it, which decides among several uses; nil for none.
  ///   - note: The note.
  private func reference(to attachment: Attachment, named name: String?, in note: Note) -> AttachmentReference
  {
    note.reference(to: attachment.id, named: name)
      ?? AttachmentReference(
        attachment: attachment.id,
        name: AttachmentReference.name(ofShown: attachment.id, fileExtension: attachment.fileExtension))
  }

  /// Turns pictures of types that browsers don't show into attached files.
  ///
  /// Which types browsers show is what `ExportTarget.markdown` says. The size of the picture stays with
  /// the link.
  private func linkPictures(_ document: inout Document) {
    let target = ExportTarget.markdown
    let files = document.resources.indices.filter { index in
      guard case .file(let path) = document.resources[index].content, !path.isEmpty else { return false }
      return !target.shows(mediaType: document.resources[index].mediaType)
    }
    guard !files.isEmpty else { return }
    document.editInlines { inline in
      guard case .picture(let picture) = inline, picture.style.isVisible, files.contains(picture.resource)
      else { return nil }
      return [
        .attachment(AttachedFile(resource: picture.resource, width: picture.width, height: picture.height))
      ]
    }
  }

  /// Gives links their targets. A relative link that leads to nothing exported becomes text, unless the target knows such links.
  ///
  /// 1. `[[titles]]` become links to the notes that have these titles, if the note links to them: what looks so in code need not
  ///    be a link.
  /// 2. A link to a file of the box leads to its path, and the file counts as shown.
  /// 3. A link to an exported note leads to its address; one to another note becomes text.
  /// 4. Links to the web and to places in the same text stay.
  private func relink(_ text: inout ContainerText, _ note: Note, _ places: ContainerText.Places) {
    if text.document.containsWikiLinks {
      text.document.linkWikiTitles { title in
        guard let link = links.wikiLink(title), let id = links.note(for: link.target, in: note),
          note.links.contains(id)
        else { return nil }
        return link
      }
    }
    links.detach(&text.document, of: note)
    var shown: Set<ContainerText.File> = []
    text.document.editLinks { link in
      if let digest = PayloadPath.attachment(fromBody: link.target) {
        guard let attachment = box.attachment(digest) else { return nil }
        let reference = reference(to: attachment, named: nil, in: note)
        shown.insert(ContainerText.File(attachment: digest, name: reference.name))
        return Hyperlink(
          target: RelativeURL.encoded(path: places.file(reference, attachment)), tip: link.tip)
      }
      let place = link.target.firstIndex(of: "#").map {
        RelativePath.withoutEncoding(String(link.target[$0...].dropFirst()))
      }
      if let id = links.note(for: link.target, in: note) {
        return Hyperlink(
          target: places.note(id) + (place.flatMap { places.place(id, $0) } ?? ""), tip: link.tip)
      }
      let isPlace = link.target.utf8.first == UInt8(ascii: "#")
      if isPlace, let place, let address = places.place(note.id, place) {
        return Hyperlink(target: address, tip: link.tip)
      }
      let isRelative = LinkPolicy.scheme(of: link.target) == nil && !isPlace
      return isRelative && !places.keepsDead(link.target) ? nil : link
    }
    text.shown.formUnion(shown)
  }

  /// A text as Markdown.
  ///
  /// - Parameters:
  ///   - document: The document, with its places.
  ///   - dialect: What it is escaped for.
  ///   - change: Changes the options of the writer.
  ///
  /// - Returns: The bytes in UTF-8.
  package func markdown(
    _ document: Document, _ dialect: MarkdownDialect = MarkdownDialect(),
    _ change: (inout WriteOptions) -> Void = { _ in }
  ) -> [UInt8] {
    var options = WriteOptions()
    options.links = self.options.links
    options.dialect = dialect
    change(&options)
    return MarkdownWriter.write(document, options: options)
  }
}

extension ContainerBox {
  /// What a note loses in a target: of its text, of its facts, and when its text was read.
  ///
  /// A container of RTF takes the text as it is.
  ///
  /// - Throws: `SlipError` for a note that the box lacks, and where the body can't be read.
  public func losses(of id: Note.ID, in target: ContainerTarget) throws -> Exporter.Losses {
    let note = try note(id)
    let body = try body(of: note)
    let counter = BoxFeature.Counter(
      box: box, program: target.name, fileTitle: ExportNames.safe(ExportNames.linkable(note.title)),
      unshown: box.attachments(of: note, notIn: body).count, isDisplaced: displaced.contains(id))
    var losses = Exporter.Losses(writing: [], reading: [])
    losses.facts = counter.losses(of: note) { target.fate(of: $0, frontMatter: self.options.frontMatter) }
    if target.kind == .rtf { return losses }
    var result = body.withUnsafeBytes { RTFReader.read($0, limits: self.options.limits) }
    result.document.resolve(self.options.changes)
    var options = ExportLosses.Options()
    options.hasFilesBeside = true
    (options.dialect, options.fates) = (target.dialect, target.textFates)
    options.limits = self.options.limits
    // Title and dates are those of the note, for which containers have fields.
    losses.writing = ExportLosses.of(result.document, as: target.kind, options: options).filter {
      $0.feature != .title && $0.feature != .dates
    }
    losses.reading = result.diagnostics
    return losses
  }
}

package import SlipBase
package import SlipDocument
internal import SlipFormats
package import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// Exports notes: copies or rewrites the body, or reads it and writes another format.
extension Exporter {
  /// Makes the file of a note.
  ///
  /// Plain text is a copy of the mirror. RTF and RTFD rewrite only those parts of the body that
  /// have to change. Other formats are written from the document.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - path: Where its file goes, from the top of the export.
  /// - Returns: The content, or a copy of a file of the bundle, with findings.
  /// - Throws: `SlipError` for a note that the box lacks, for a body that can't be read, and with
  ///   `ExchangeCode.unknownFormat` for a target without a writer.
  package func note(_ id: Note.ID, at path: String) throws -> Output {
    guard let note = box.note(id) else { throw Self.unknown(.note(id)) }
    // The mirror reads as if changes were accepted, apart from deleted rows.
    if plan.target.kind == .plainText, plan.changes == .keep {
      return links.isPartial ? try detachedMirror(of: note) : copy(.mirror(id), note.mirror, .note(id))
    }
    let body = try body(of: note)
    if plan.target.kind == .rtf || plan.target.kind == .package {
      var (text, diagnostics) = resolved(body)
      text = links.detach(text, of: note, limits: limits)
      var output = plan.target.kind == .rtf ? try rtf(note, text, path) : try rtfd(note, text, path)
      output.diagnostics = diagnostics + output.diagnostics
      return output
    }
    guard let write = FormatTable.named(plan.target.name)?.write else {
      throw SlipError(
        .usage, code: ExchangeCode.unknownFormat, "There is no writer for \(plan.target.name).",
        at: EntityID.note(id).location)
    }
    let result = read(body)
    var document = try prepared(result.document, note, path)
    if plan.target.guessesStructure {
      document.findStructure(box.structure(plan.structure, of: note, stated: plan.stated))
    }
    let unseen = document.makePicturesVisible(to: plan.target.viewer, limits: limits)
    return Output(bytes: try write(document, options(note, path)), diagnostics: result.diagnostics + unseen)
  }

  /// The plain text of a note without what would tell of notes that aren't exported.
  private func detachedMirror(of note: Note) throws -> Output {
    let mirror = try bytes(.mirror(note.id), note.mirror, .note(note.id))
    return Output(bytes: links.withoutStaying(mirror) ?? mirror)
  }

  /// The body of a note, after a check of its digest, with the attachments that it doesn't show at its end.
  ///
  /// Text files can't refer to any, and a package has all files of its note anyway.
  package func body(of note: Note) throws -> [UInt8] {
    let body = try bytes(.body(note.id), note.body, .note(note.id))
    guard plan.target.showsAllAttachments else { return body }
    return unshown(of: note, in: body).reduce(body) {
      BodyFiles.showing($1.attachment, named: $1.reference.name, in: $0)
    }
  }

  /// The attachments of a note that its file would not show, so that they stand at its end. A link shows one only where that has a
  /// file of its own.
  func unshown(of note: Note, in body: [UInt8]) -> [(reference: AttachmentReference, attachment: Attachment)]
  {
    box.attachments(of: note, notIn: body) { plan.path(of: $0, in: note) != nil }
  }

  /// The body as it is, apart from the targets of pictures and links.
  ///
  /// Three passes over the bytes change what must change, and copy the rest:
  ///
  /// 1. Pictures that the plan embeds are put back in.
  /// 2. The paths of the other pictures lead to the exported files.
  /// 3. Links lead to the exported notes and attachments.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - body: Its RTF, with changes resolved.
  ///   - path: Where the file goes, from which relative paths begin.
  /// - Throws: `SlipError` where an embedded attachment can't be read.
  private func rtf(_ note: Note, _ body: [UInt8], _ path: String) throws -> Output {
    var diagnostics = DiagnosticSink()
    var bytes = body
    if plan.attachments == .embed {
      var (embedded, room, unheld): (Set<Digest>, Int, Int) = ([], limits.repeatedPictureBytes, 0)
      bytes = try bytes.withUnsafeBytes {
        try RTFPictures.embed(body: $0, limits: limits, diagnostics: &diagnostics) { digest in
          guard let attachment = box.attachment(digest), plan.target.canEmbed(mediaType: attachment.mediaType)
          else {
            return nil
          }
          let isFirst = embedded.insert(digest).inserted
          guard isFirst || attachment.blob.length <= room else {
            unheld += 1
            return nil
          }
          if !isFirst { room -= attachment.blob.length }
          return try blob(digest)
        }
      }
      for _ in 0..<unheld { diagnostics.report(MarkupCode.repeatedPictureFound) }
    }
    bytes = bytes.withUnsafeBytes {
      RTFPictures.rewritePaths(body: $0, limits: limits) { reference in
        self.path(of: reference.digest, in: note).map { RelativePath.reference(from: path, to: $0) }
      }
    }
    bytes = bytes.withUnsafeBytes {
      RTFHyperlinks.rewrite($0) { target in
        if let digest = PayloadPath.attachment(fromBody: target) {
          return reference(toFile: digest, in: note, at: path)
            ?? note.reference(to: digest, named: nil).map { RelativeURL.encoded(path: $0.name) }
        }
        return links.reference(for: target, in: note, at: path)
      }
    }
    return Output(bytes: bytes, diagnostics: diagnostics.diagnostics)
  }

  /// The reference to the exported file of an attachment; nil when it has none, because it is embedded or the box lacks it.
  private func reference(toFile digest: Digest, in note: Note, at path: String) -> String? {
    self.path(of: digest, in: note).map {
      RelativeURL.encoded(path: RelativePath.reference(from: path, to: $0))
    }
  }

  /// Where an attachment of the note goes; nil when it is embedded.
  ///
  /// Nil also for an attachment that the box lacks.
  private func path(of digest: Digest, in note: Note) -> String? {
    box.attachment(digest).flatMap { plan.path(of: $0, in: note) }
  }

  /// How the note is written: its title, its links and its front matter.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - path: Where its file goes.
  private func options(_ note: Note, _ path: String) -> WriteOptions {
    var options = WriteOptions()
    // `[[Title]]` in a text of a box is a link for whoever reads it.
    options.dialect = MarkdownDialect()
    options.title = note.title
    let links = links
    options.links = plan.links
    options.dropsUnknownFiles = true
    let files = Set(note.attachments.compactMap { reference(toFile: $0.attachment, in: note, at: path) })
    options.rewriteLink = { files.contains($0) ? $0 : links.reference(for: $0, in: note, at: path) }
    if plan.target.kind == .html { options.page.facts = facts(note, path) }
    if plan.target.kind == .markdown, plan.hasFrontMatter {
      let related = note.links.filter(note.manualLinks.contains).compactMap { plan.path(of: $0) }
      options.frontMatter =
        FrontMatter(
          note, in: box, related: related.map { RelativePath.reference(from: path, to: $0) }
        ).lines
    }
    return options
  }

  /// What the page of a note says of it.
  private func facts(_ note: Note, _ path: String) -> PageFacts {
    var facts = PageFacts()
    let folders = box.path(of: note.folder)
    if !folders.isEmpty { facts.facts.append(folders.joined(separator: " / ")) }
    if note.isFavorite { facts.facts.append("★ Favorite") }
    if note.status != .draft { facts.facts.append(note.status.rawValue) }
    let keywords = note.keywords.compactMap { box.keyword($0)?.name }
    if !keywords.isEmpty { facts.facts.append(keywords.joined(separator: ", ")) }
    for (word, date) in [("created", note.created), ("modified", note.modified)] {
      if let date, date.isWithinRFC3339 { facts.dates.append((word, date.rfc3339)) }
    }
    facts.links = pageLinks(note.links, path)
    facts.backlinks = pageLinks(box.backlinks(of: note.id), path)
    return facts
  }

  /// Links to those notes that are exported.
  private func pageLinks(_ notes: [Note.ID], _ path: String) -> [PageFacts.Link] {
    notes.compactMap { id in
      guard let other = plan.path(of: id), other != path, let title = box.note(id)?.title else { return nil }
      return PageFacts.Link(
        title: title, target: RelativeURL.encoded(path: RelativePath.reference(from: path, to: other)))
    }
  }

  /// Gives pictures a description and a size, where the text has none: those of the attachment. Pages then keep room for them
  /// while they load.
  private func describePictures(in document: inout Document, of original: Document, _ note: Note) {
    guard plan.target.kind == .html, !document.picturedResources.isEmpty else { return }
    document.editInlines { inline in
      guard case .picture(var picture) = inline, original.resources.indices.contains(picture.resource),
        let digest = Self.digest(of: original.resources[picture.resource]),
        let attachment = box.attachment(digest)
      else { return nil }
      if picture.description?.isEmpty ?? true {
        let reference = note.attachments.first { $0.attachment == digest }
        picture.description = reference?.description ?? reference?.name
      }
      // 15 twips are a pixel of CSS.
      if picture.width == nil, picture.height == nil, let width = attachment.width,
        let height = attachment.height
      {
        (picture.width, picture.height) = (width * 15, height * 15)
      }
      return [.picture(picture)]
    }
  }

  /// The document with the note's facts, its attachments where the plan puts them, and `[[title]]`
  /// as links.
  ///
  /// 1. Links to notes that aren't exported become text, and the document gets the note's title and keywords.
  /// 2. Its pictures and files get the place that the plan has for them.
  /// 3. Pictures that programs don't show are replaced by what they were converted to, or by links.
  /// 4. Links to attachments lead to their files, and `[[titles]]` become links.
  ///
  /// - Throws: `SlipError` where an attachment can't be read.
  package func prepared(_ original: Document, _ note: Note, _ path: String) throws -> Document {
    var document = original
    links.detach(&document, of: note)
    document.info.title = note.title
    let language = note.properties.first { $0.name == Property.WellKnown.language }?.value
    document.defaultLanguage = document.defaultLanguage ?? language.flatMap(LanguageTag.valid)
    document.info.keywords = note.keywords.compactMap { box.keyword($0)?.name }
    let attached = document.attachedResources
    for index in document.resources.indices {
      document.resources[index] = try placed(
        document.resources[index], isAttached: attached.contains(index), note, path)
    }
    describePictures(in: &document, of: original, note)
    showRenderings(in: &document, of: original, note, path)
    linkFiles(in: &document)
    // An embedded file stands at the end of the note, and has no address.
    document.editLinks { link in
      guard let digest = PayloadPath.attachment(fromBody: link.target) else { return link }
      return reference(toFile: digest, in: note, at: path).map { Hyperlink(target: $0, tip: link.tip) }
    }
    if document.containsWikiLinks {
      document.linkWikiTitles { links.wikiLink($0) }
    }
    return document
  }

  /// Replaces pictures that the target's programs don't show by what they were converted to, where
  /// that is possible.
  ///
  /// - Parameters:
  ///   - document: The document, whose resources have their places already.
  ///   - original: The same document before that, which still names the blobs.
  ///   - note: The note.
  ///   - path: Where its file goes.
  private func showRenderings(
    in document: inout Document, of original: Document, _ note: Note, _ path: String
  ) {
    var shown: [Int: Int] = [:]
    for index in document.picturedResources {
      guard let digest = Self.digest(of: original.resources[index]), let attachment = box.attachment(digest),
        let other = plan.renderingPath(of: attachment, in: note, named: document.resources[index].name),
        let type = plan.target.renderedType(of: attachment.mediaType), (try? rendered(attachment)) != nil
      else { continue }
      shown[index] = document.resources.count
      let reference = RelativePath.reference(from: path, to: other)
      document.resources.append(
        Resource(content: .file(reference), mediaType: type.name, name: document.resources[index].name))
    }
    if shown.isEmpty { return }
    document.editInlines { inline in
      guard case .picture(var picture) = inline else { return nil }
      picture.resource = shown[picture.resource] ?? picture.resource
      return [.picture(picture)]
    }
  }

  /// The digest of the blob that a resource refers to or contains.
  ///
  /// Nil for a file that is no blob of the bundle.
  private static func digest(of resource: Resource) -> Digest? {
    switch resource.content {
    case .file(let name): PayloadPath.attachment(namedBy: name)
    case .bytes(let bytes): Digest(of: bytes)
    }
  }

  /// Turns pictures that the target's programs don't show into links to their files.
  ///
  /// Invisible pictures stay. A link keeps the width and height of the picture.
  private func linkFiles(in document: inout Document) {
    let files = document.resources.indices.filter { index in
      guard case .file(let path) = document.resources[index].content, !path.isEmpty else { return false }
      return !plan.target.shows(mediaType: document.resources[index].mediaType)
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

  /// A resource of the document where the plan puts it: beside the file or in it. Files that are
  /// not in the slip-box are not linked to.
  ///
  /// - A blob that the plan puts beside the note becomes a relative path, even when the body itself
  ///   contains its data.
  /// - Any other blob becomes bytes within the document.
  /// - A file that the slip-box doesn't have becomes an empty path, which writers don't link to.
  /// - Parameters:
  ///   - resource: The resource as the body has it.
  ///   - isAttached: Whether the document shows it as a file. Such a one keeps a name even if it is missing.
  ///   - note: The note.
  ///   - path: Where its file goes.
  /// - Throws: `SlipError` where a blob can't be read.
  private func placed(
    _ resource: Resource, isAttached: Bool, _ note: Note, _ path: String
  ) throws -> Resource {
    var resource = resource
    let file: String
    switch resource.content {
    case .file(let name): file = name
    case .bytes(let bytes):
      // Its file may be of a type that only the body tells.
      if !isAttached, plan.attachments == .embed, plan.target.canEmbed(mediaType: resource.mediaType) {
        return resource
      }
      // The body contains the data of a blob that is exported beside it. Once is enough.
      let digest = Digest(of: bytes)
      guard let reference = note.reference(to: digest, named: resource.name),
        let attachment = box.attachment(digest),
        let other = plan.path(of: attachment, in: note, named: reference.name)
      else { return resource }
      resource.content = .file(RelativePath.reference(from: path, to: other))
      resource.mediaType = attachment.mediaType
      resource.name = reference.name
      return resource
    }
    guard let digest = PayloadPath.attachment(namedBy: file), let attachment = box.attachment(digest) else {
      resource.content = .file("")
      if isAttached, resource.name == nil {
        resource.name = file.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
      }
      return resource
    }
    resource.mediaType = attachment.mediaType
    resource.name = note.reference(to: digest, named: resource.name)?.name ?? resource.name
    if let other = plan.path(of: attachment, in: note, named: resource.name) {
      resource.content = .file(RelativePath.reference(from: path, to: other))
    } else {
      resource.content = .bytes(try blob(digest))
    }
    return resource
  }
}

/// What exports do with tracked changes.
extension Exporter {
  /// Reads a body and resolves its tracked changes as the plan says.
  ///
  /// - Parameter body: The RTF of a note.
  /// - Returns: The document, with findings of the reader.
  package func read(_ body: [UInt8]) -> ReadResult {
    var result = body.withUnsafeBytes { RTFReader.read($0, limits: limits) }
    result.document.resolve(plan.changes)
    return result
  }

  /// The body with its tracked changes resolved. It is written anew only when it has any; all
  /// others stay as they are.
  ///
  /// - Returns: The body, and the findings of the reader where it was written anew.
  package func resolved(_ body: [UInt8]) -> (body: [UInt8], diagnostics: [Diagnostic]) {
    guard plan.changes != .keep else { return (body, []) }
    let result = body.withUnsafeBytes { RTFReader.read($0, limits: limits) }
    guard result.document.hasTrackedChanges else { return (body, []) }
    var document = result.document
    document.resolve(plan.changes)
    return (RTFWriter.write(document), result.diagnostics)
  }
}

extension Note {
  /// The reference to a blob under this name, or else the first one.
  ///
  /// Nil where the note doesn't use the blob.
  package func reference(to attachment: Attachment.ID, named name: String?) -> AttachmentReference? {
    let references = attachments.filter { $0.attachment == attachment }
    return references.first { $0.name == name } ?? references.first
  }
}

internal import ImageCodec
public import SlipBase
internal import SlipDocument
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// Makes a note of what a container says of it: body, mirror, attachments, title.
///
/// The body is RTF with links to the files of the bundle, whatever the container has: RTF loses its embedded pictures, and a
/// document is written as RTF. The mirror is extracted from the body, so that both agree. What a manifest can't hold, such as
/// control characters in names, is taken out here, and a single note never stops an import.
public enum ItemImporter {
  /// Reads and converts one note.
  ///
  /// - Parameters:
  ///   - entry: The note in the container.
  ///   - note: Its UUID.
  ///   - order: Its place among the notes of the container.
  ///   - key: The key of the container.
  ///   - format: The format of the container in the manifest.
  /// - Throws: `SlipError` where the note can't be read.
  /// - Returns: The note with its body, mirror and attachments. Nothing of the container is kept with it.
  public static func read(
    _ entry: SourceEntry, as note: UniqueID, order: Int, of key: ImportKey, format: String,
    _ context: SourceContext
  ) throws(SlipError) -> ImportedNote {
    let source = try entry.read(context)
    var item = ImportedItem(id: entry.id, note: note, place: entry.place)
    item.folder = source.folder
    item.order = order
    (item.status, item.isFavorite) = (source.status, source.isFavorite)
    item.keywords = cleaned(source.keywords)
    item.properties = source.properties.filter(\.isValid).map(cleaned)
    item.relations = source.relations.filter { $0 != note }
    item.relations.removeRepetitions()
    item.unresolved = source.unresolved
    item.unresolved.removeRepetitions()

    var made: ImportedNote
    switch source.body {
    case .rtf(let bytes): made = try rtf(bytes, source, key, context)
    case .rtfd(let package):
      var importing = ImportContext(key: key)
      importing.limits = context.limits
      made = try RTFDImporter.readParts(package, importing)
    case .document(let document): made = self.document(document, source, key, context)
    }
    made.format = format
    made.kept = Payload([])
    made.lifted = []
    made.original = made.kept.fact
    made.keywords = []
    made.linkTargets = made.body.bytes.withUnsafeBytes { body in
      RTFHyperlinks.targets(in: body).compactMap(LinkTarget.init(hyperlink:)).filter(\.isNote)
    }
    made.linkTargets.removeRepetitions()
    add(source.files, to: &made)
    made.title =
      source.isUntitled
      ? ""
      : made.mirror.bytes.withUnsafeBytes { mirror in
        made.body.bytes.withUnsafeBytes {
          ImportTitle.choose(
            given: source.title, mirror: mirror, fileName: source.fallbackTitle, body: $0,
            from: context.title,
            context.limits)
        }
      }
    (made.created, made.modified) = (source.created, source.modified)
    made.zoneIsUnknown = source.zoneIsUnknown && (made.created ?? made.modified) != nil
    (made.lacksText, made.lacksEnd, made.lacksFacts) = (source.lacksText, source.lacksEnd, source.lacksFacts)
    made.diagnostics = (source.diagnostics + made.diagnostics).located(in: key.path + "#" + entry.place)
    made.expectWholeRTF(in: key.path + "#" + entry.place)
    item.digest = made.itemDigest(item)
    if made.modified == nil, made.created == nil, let modified = source.fileModified {
      made.modified = modified
      item.isDatedByFile = true
    }
    made.item = item
    return made
  }

  /// A note whose text is RTF.
  ///
  /// Pictures come out of the RTF, and the rest stays as it is: no document is built, and no formatting is lost.
  ///
  /// - Throws: The errors of the importers of RTF and of plain text.
  private static func rtf(
    _ bytes: [UInt8], _ source: SourceNote, _ key: ImportKey, _ context: SourceContext
  ) throws(SlipError) -> ImportedNote {
    var importing = ImportContext(key: key)
    (importing.limits, importing.encoding) = (context.limits, context.encoding)
    // A file that is no RTF, as an empty one or plain text under a wrong name, is read as text.
    let isRTF = bytes.withUnsafeBytes { RTFProbe.isRTF($0) }
    return try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      return isRTF
        ? try RTFImporter.read(bytes, importing)
        : try DocumentImporter.read(bytes, Importer.text.name, importing)
    }
  }

  /// A note whose text is a document.
  ///
  /// The note gets no title and no format yet; `read` sets them.
  private static func document(
    _ document: Document, _ source: SourceNote, _ key: ImportKey, _ context: SourceContext
  ) -> ImportedNote {
    var document = document
    var attachments = extractResources(of: &document)
    for file in link(source.linkedFiles, in: &document) { attachments.add(file) }
    var faults = DiagnosticSink()
    faults.report(contentsOf: document.limitRepeatedPictures(context.limits))
    let body = Payload(RTFWriter.write(document))
    let mirror = Payload(
      body.bytes.withUnsafeBytes {
        RTFPlainText.extract($0, limits: context.limits, diagnostics: &faults)
      })
    let kept = Payload([])
    var note = ImportedNote(
      key: key, format: "", title: "", body: body, mirror: mirror, kept: kept, original: kept.fact)
    note.attachments = attachments
    note.diagnostics = faults.diagnostics
    return note
  }

  /// Takes the files out of a document, which then refers to blobs of the bundle.
  ///
  /// A file that is shown several times is one attachment. What the document doesn't show is left out: a reader may have found
  /// it in a part that it dropped. A picture that RTF holds, but no program shows beside a text, stays in the document.
  ///
  /// - Parameter document: The document. Its resources become paths.
  /// - Returns: The files, each pair of content and name once.
  static func extractResources(of document: inout Document) -> [ImportedAttachment] {
    var attachments: [ImportedAttachment] = []
    let attached = Set(document.attachedResources)
    let used = attached.union(document.picturedResources)
    for index in document.resources.indices where used.contains(index) {
      guard case .bytes(let bytes) = document.resources[index].content else { continue }
      if !attached.contains(index), RTFPictures.staysEmbedded(document.resources[index]) { continue }
      let file = attachment(bytes, named: document.resources[index].name)
      let path = PayloadPath.blobFromBody(file.payload.fact.digest, file.fileExtension)
      document.resources[index] = Resource(
        content: .file(path), mediaType: file.mediaType, name: file.name)
      attachments.add(file)
    }
    return attachments
  }

  /// An attachment; its type is decided by the content.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: The name; without one, a name is made of the digest.
  package static func attachment(_ bytes: [UInt8], named name: String?) -> ImportedAttachment {
    let payload = Payload(bytes)
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    let plain = AttachmentReference.name(ofShown: payload.fact.digest, fileExtension: type.fileExtension)
    let name = name.map(cleaned(name:)) ?? ""
    return ImportedAttachment(
      payload: payload, mediaType: type.name, fileExtension: type.fileExtension,
      name: name.isEmpty ? plain : name)
  }

  /// Lets links lead to files of the bundle, and returns those.
  ///
  /// - Parameters:
  ///   - files: Files by the address that links have now.
  ///   - document: The document.
  private static func link(
    _ files: [String: SourceFile], in document: inout Document
  ) -> [ImportedAttachment] {
    guard !files.isEmpty else { return [] }
    var attachments: [ImportedAttachment] = []
    document.retarget { target in
      guard let file = files[target] else { return target }
      let attachment = attachment(file.bytes, named: file.name)
      attachments.append(attachment)
      return PayloadPath.blobFromBody(attachment.payload.fact.digest, attachment.fileExtension)
    }
    return attachments
  }

  /// Adds the files that the text doesn't show.
  ///
  /// A file that is there already, with the same content and name, isn't added again.
  private static func add(_ files: [SourceFile], to note: inout ImportedNote) {
    for file in files {
      var attachment = attachment(file.bytes, named: file.name)
      attachment.description = file.description
      attachment.properties = file.properties
      attachment.isBeside = true
      note.attachments.add(attachment)
    }
  }

  /// A file name without characters that no manifest can have.
  private static func cleaned(name: String) -> String {
    ImportKey.path(of: name).trimmingBlanks()
  }

  /// Text that a manifest can have.
  ///
  /// Tabs and LF stay. Other control characters and the noncharacters U+FFFE and U+FFFF are taken out.
  package static func cleaned(text: String) -> String {
    /// Whether a scalar is a control character other than LF and tab, or one of the two noncharacters.
    func isBad(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || scalar.value == 0x7F
        || scalar.value == 0xFFFE || scalar.value == 0xFFFF
    }
    guard text.unicodeScalars.contains(where: isBad) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isBad($0) }))
  }

  /// A property that a manifest can have.
  private static func cleaned(_ property: Property) -> Property {
    Property(cleaned(text: property.name), property.kind, cleaned(text: property.value))
  }

  /// Keywords with clean names, each once, ignoring case.
  ///
  /// The first spelling of a keyword stays. One without any name is left out. A slash in a name stands between two, so that a path is
  /// one keyword, whatever its program made of it.
  package static func cleaned(_ keywords: [SourceKeyword]) -> [SourceKeyword] {
    var seen: Set<String> = []
    return keywords.compactMap { keyword in
      var keyword = keyword
      keyword.path = keyword.path.flatMap { $0.split(separator: "/") }.map {
        ImportKey.path(of: String($0)).trimmingBlanks()
      }.filter { !$0.isEmpty }
      let folded = TextFolding.caseFolded(keyword.path.joined(separator: "/"))
      return keyword.path.isEmpty || !seen.insert(folded).inserted ? nil : keyword
    }
  }
}

extension LinkTarget {
  /// Whether it is a note of the bundle.
  package var isNote: Bool { if case .note = self { true } else { false } }
}

extension [ImportedAttachment] {
  /// Adds a file, unless one of the same content and name is there.
  fileprivate mutating func add(_ file: ImportedAttachment) {
    if contains(where: { $0.payload.fact == file.payload.fact && $0.name == file.name }) { return }
    append(file)
  }
}

public import SlipBase
internal import SlipDocument
public import SlipFormats
internal import SlipRTF

/// Gives a body as text that people edit, and takes it back.
///
/// What comes back is not the body: the text can't say all of it. So the edit is merged into the body (`DocumentMerge`):
/// base is the text as it was given, one side the body, the other the text as it came back. What the edit leaves alone
/// keeps its formatting and, in the file, its bytes (`RTFPatch`). New words look like those beside them.
///
/// ```swift
/// let edit = try BodyEdit(body: rtf, format: markdown)
/// let text = edit.text                      // goes to an editor
/// let body = edit.applying(text).bytes      // == rtf: an edit without change changes nothing
/// ```
public struct BodyEdit: Sendable {
  /// A body after an edit.
  public struct Result: Sendable, Equatable {
    /// The body.
    public var bytes: [UInt8]
    /// What the edit changed where the text doesn't say what the body has: both versions are there, as tracked changes.
    public var losses: [String]
    /// A warning for each picture that the edit names and that could not be read.
    public var diagnostics: [Diagnostic] = []
  }

  /// The body.
  public let body: [UInt8]
  /// The format of the text.
  public let format: Format
  /// The text that is edited.
  public let text: [UInt8]
  /// The body as a document: one side of the merge when the text comes back.
  private let document: Document
  /// Bounds on what is read of the body and of edited texts.
  private let limits: Limits

  /// The error that an edit can't be taken back exactly.
  ///
  /// - Parameters:
  ///   - losses: What `Result.losses` has; the message says how many there are, and names the first.
  ///   - mayBeAllowed: Whether the user can have both versions saved; the message says how.
  public static func lossy(_ losses: [String], mayBeAllowed: Bool = true) -> SlipError {
    let places = losses.prefix(5).map { "“\(PrintableText.of(String($0.prefix(60))))”" }.joined(
      separator: ", ")
    let more = losses.count > 5 ? " and \(losses.count - 5) more" : ""
    return SlipError(
      .cannotDo, code: KitCode.lossyEdit,
      "The text doesn't say exactly what the body has at \(places)\(more), which the edit changes; nothing was changed."
        + (mayBeAllowed ? " With --allow-loss both versions are saved there as tracked changes." : "")
    )
  }

  /// The error that the editor failed.
  public static var editorFailed: SlipError {
    SlipError(.cannotDo, code: KitCode.editorFailed, "The editor failed; nothing was changed.")
  }

  /// Prepares an edit as Markdown.
  ///
  /// - Throws: `SlipError` where this program is built without Markdown, or the text can't be written.
  public static func markdown(of body: [UInt8], limits: Limits = Limits()) throws(SlipError) -> BodyEdit {
    guard let format = FormatTable.named("markdown"),
      let edit = try BodyEdit(body: body, format: format, limits: limits)
    else {
      throw SlipError(.cannotDo, "Texts can't be read as Markdown, because this program is built without it.")
    }
    return edit
  }

  /// Prepares an edit; nil for a format that can't be both read and written.
  ///
  /// - Parameters:
  ///   - body: The body, as RTF.
  ///   - format: The format of the text that is edited.
  ///   - limits: Bounds on what is read.
  /// - Throws: `SlipError` where the format's writer can't write the text.
  public init?(body: [UInt8], format: Format, limits: Limits = Limits()) throws(SlipError) {
    guard let write = format.write, format.read != nil else { return nil }
    (self.body, self.format, self.limits) = (body, format, limits)
    document = body.withUnsafeBytes { RTFReader.read($0, limits: limits).document }
    if format.kind == .rtf {
      text = body
    } else {
      var options = WriteOptions.ofBox
      options.links = .keep
      text = try write(document, options)
    }
  }

  /// The body that an edited text makes.
  ///
  /// In RTF the edited text is the new body as it is, and nothing is merged.
  ///
  /// - Parameters:
  ///   - edited: The text as it came back, in `format`.
  ///   - folder: The folder whose pictures the edit may name, with a slash at its end; empty for the working
  ///     directory. Nil: pictures that the edit names stay names.
  /// - Returns: The body; its bytes are the old ones where the text came back unchanged.
  /// - Throws: `SlipError` where the folder can't be opened.
  public func applying(_ edited: [UInt8], picturesIn folder: String? = nil) throws(SlipError) -> Result {
    guard edited != text, let read = format.ofBox.read else { return Result(bytes: body, losses: []) }
    if format.kind == .rtf { return Result(bytes: edited, losses: []) }
    /// Reads text in the edit's format; its head, headers and footers are those of the body.
    func document(_ bytes: [UInt8]) -> Document {
      var document = bytes.withUnsafeBytes { read($0, limits).document }
      // Facts are the note's; those of the body stay.
      document.head = self.document.head
      document.headersAndFooters = self.document.headersAndFooters
      return document
    }
    var base = document(text)
    var theirs = document(edited)
    var found: [Diagnostic] = []
    if let folder {
      var pictures = try PicturesBeside(folder: folder, limits: limits)
      try pictures.read(into: &theirs, except: base.namedPictures)
      found = pictures.diagnostics
    }
    base.takePictures(of: self.document, with: &theirs)
    // A text without tracked changes reads as if they were accepted. So they are, in the paragraphs that the edit changes.
    var ours = self.document
    if ours.hasTrackedChanges, !base.hasTrackedChanges { ours = ours.accepted ?? ours }
    let merge = DocumentMerge(
      base: base, ours: ours, theirs: theirs, rule: .theirs,
      names: DocumentMerge.Names(ours: "body", theirs: "edit"), isLenient: true)
    var merged = merge.document
    merged.restoreChanges(of: self.document, accepted: ours)
    merged.inheritLooks(from: self.document)
    let result = body.withUnsafeBytes { RTFPatch.patch($0, to: merged, limits: limits) }
    let losses = merge.conflicts.filter { $0.kind == .text || $0.kind == .deletion }.map(\.text)
    return Result(bytes: result.bytes, losses: losses, diagnostics: found)
  }
}

extension Document {
  /// The names of pictures that are files.
  fileprivate var namedPictures: Set<String> {
    Set(resources.compactMap { if case .file(let path) = $0.content { path } else { nil } })
  }

  /// Gives the pictures of a text those sizes and descriptions that the body has, so that only what an edit changes of them counts: a
  /// text doesn't say all of a picture.
  ///
  /// - Parameters:
  ///   - body: The body that this is the text of.
  ///   - edited: The text after an edit, whose unchanged pictures get the same.
  fileprivate mutating func takePictures(of body: Document, with edited: inout Document) {
    let (known, own) = (body.picturesByName, picturesByName)
    /// The picture of the body for one of a text; nil where there is none, or the edit changed it.
    func original(_ picture: Picture, in document: Document) -> Picture? {
      guard let name = document.name(of: picture), var found = known[name], let before = own[name] else {
        return nil
      }
      var plain = picture
      (plain.resource, found.resource) = (before.resource, picture.resource)
      return plain == before ? found : nil
    }
    let (before, after) = (self, edited)
    editInlines { inline in
      guard case .picture(let picture) = inline else { return nil }
      return original(picture, in: before).map { [.picture($0)] }
    }
    edited.editInlines { inline in
      guard case .picture(let picture) = inline else { return nil }
      return original(picture, in: after).map { [.picture($0)] }
    }
  }

  /// The name of a picture that is a file; nil for others.
  private func name(of picture: Picture) -> String? {
    guard resources.indices.contains(picture.resource),
      case .file(let path) = resources[picture.resource].content
    else { return nil }
    return path
  }

  /// The pictures that are files, by name. One that is shown several times in different ways isn't among them.
  private var picturesByName: [String: Picture] {
    var found: [String: Picture] = [:]
    var several: Set<String> = []
    for inline in blocks.flatMap(\.inlines) {
      guard case .picture(let picture) = inline, let name = name(of: picture) else { continue }
      if let other = found[name], other != picture { several.insert(name) }
      found[name] = picture
    }
    return found.filter { !several.contains($0.key) }
  }

  /// The document with all tracked changes accepted; nil where that joins paragraphs or drops notes.
  fileprivate var accepted: Document? {
    var result = self
    result.resolve(.accept)
    result = result.normalized()
    return result.blocks.count == blocks.count && result.notes.count == notes.count ? result : nil
  }

  /// Puts tracked changes back into the blocks that are as they were when the changes were accepted.
  ///
  /// - Parameters:
  ///   - original: The document with its changes.
  ///   - accepted: The same with all of them accepted, or as it is.
  fileprivate mutating func restoreChanges(of original: Document, accepted: Document) {
    if original == accepted { return }
    var next = 0
    for index in blocks.indices {
      guard let place = accepted.blocks[next...].firstIndex(of: blocks[index]) else { continue }
      blocks[index] = original.blocks[place]
      next = place + 1
    }
  }

  /// Gives text without font and size the looks of the text beside it, or of the paragraph before. Only paragraphs that
  /// `other` lacks are looked at.
  fileprivate mutating func inheritLooks(from other: Document) {
    var last = other.blocks.lazy.compactMap(\.look).first
    let known = other.blocks
    var next = 0
    for index in blocks.indices {
      if let place = known[next...].prefix(64).firstIndex(of: blocks[index]) {
        next = place + 1
        last = blocks[index].look ?? last
        continue
      }
      guard case .paragraph(var paragraph) = blocks[index] else { continue }
      let own = blocks[index].look
      guard let look = own ?? (paragraph.style.headingLevel == nil ? last : nil) else { continue }
      for place in paragraph.inlines.indices {
        guard case .run(var run) = paragraph.inlines[place], run.style.font == nil, run.style.size == nil
        else {
          continue
        }
        run.style.edit {
          $0.font = look.font
          $0.size = look.size
          if $0.letterSpacing == 0 { $0.letterSpacing = look.letterSpacing }
          if $0.scale == 100 { $0.scale = look.scale }
          $0.color = $0.color ?? look.color
          $0.language = $0.language ?? look.language
        }
        paragraph.inlines[place] = .run(run)
      }
      paragraph.inlines = InlineTokens.joined(paragraph.inlines)
      blocks[index] = .paragraph(paragraph)
      last = own ?? last
    }
  }
}

extension Block {
  /// The formatting of the first text that has a font or size of its own.
  fileprivate var look: CharacterStyle? {
    for inline in inlines {
      if case .run(let run) = inline, run.style.font != nil || run.style.size != nil, run.style.link == nil {
        return run.style
      }
    }
    return nil
  }
}

internal import SlipRTF
internal import RTFSyntax
public import SlipBase

/// The text of an RTFD package as a body of a bundle, together with the files that become its
/// attachments.
///
/// A picture is replaced by a field that shows its blob, as for pictures of RTF (see `RTFPictures`).
/// Another file retains its `\NeXTGraphic`, in a link to the blob: `{\field{\*\fldinst HYPERLINK
/// "PATH"}{\fldrslt {\NeXTGraphic NAME …}}}`. Word processors show its name.
public struct RTFDExtraction: Sendable {
  /// A file of the package that becomes an attachment.
  public struct File: Sendable {
    /// Its index in the entries of the package.
    public var entry: Int
    /// Its name without folders; for a folder, with `.zip`.
    public var name: String
    /// Its content; for a folder, a ZIP file.
    public var bytes: [UInt8]
    /// The digest of `bytes`.
    public var digest: Digest
    /// The media type by content.
    public var mediaType: MediaType
  }

  /// The body: RTF with links to the blobs.
  public private(set) var body: [UInt8] = []
  /// The pictures that were embedded in the text itself; its `body` is the text without their data.
  public let text: ExtractionResult
  /// The files that the text names, each once, in the order of the text.
  public private(set) var files: [File] = []
  /// The files that the text doesn't name, in the order of their paths. A folder of which the text
  /// names nothing counts as one file.
  public private(set) var others: [File] = []
  /// How many names have no file.
  private var missing = 0
  /// How many names lead out of the package.
  private var outside = 0
  /// The index in `files` of each entry that is there.
  private var places: [Int: Int] = [:]

  /// Extracts pictures and files from a package.
  ///
  /// - Parameters:
  ///   - contents: the package.
  ///   - limits: `rtfGroupDepth` applies.
  ///   - place: returns the path of a blob relative to the body, with `/`.
  ///   - diagnostics: receives reports of missing files, and of pictures that stay in the body.
  /// - Throws: `SlipError` for a folder that can't become a ZIP file.
  public init(
    _ contents: RTFDContents, limits: Limits = Limits(), place: (Digest, MediaType) -> String,
    diagnostics: inout DiagnosticSink
  ) throws(SlipError) {
    text = contents.textBytes.withUnsafeBytes {
      RTFPictures.lift($0, limits: limits, place: place, diagnostics: &diagnostics)
    }
    let source = text.body
    try slipErrors {
      try source.withUnsafeBytes { bytes in
        var position = 0
        for attachment in RTFAttachmentFinder.attachments(in: bytes, limits: limits) {
          guard let file = try file(of: attachment, contents) else { continue }
          body += bytes[position..<attachment.range.lowerBound]
          position = write(attachment, file, place(file.digest, file.mediaType), bytes)
        }
        body += bytes[position...]
      }
      others = try contents.unnamed(but: Set(places.keys)).map { try RTFDExtraction.file($0, contents) }
    }
    if missing > 0 { diagnostics.report(RTFDCode.missing(count: missing)) }
    if outside > 0 { diagnostics.report(RTFDCode.outside(count: outside)) }
  }

  /// The file of an attachment; nil, and counted, when there is none.
  private mutating func file(
    of attachment: RTFFoundAttachment, _ contents: RTFDContents
  ) throws(SlipError) -> File? {
    switch contents.place(of: attachment.name) {
    case .missing: missing += 1
    case .outside: outside += 1
    case .entry(let entry):
      if let known = places[entry] { return files[known] }
      let file = try RTFDExtraction.file(entry, contents)
      places[entry] = files.count
      files.append(file)
      return file
    }
    return nil
  }

  /// The file of an entry.
  private static func file(_ entry: Int, _ contents: RTFDContents) throws(SlipError) -> File {
    let bytes = try contents.bytes(of: entry)
    return File(
      entry: entry, name: contents.name(of: entry), bytes: bytes, digest: Digest(of: bytes),
      mediaType: bytes.withUnsafeBytes { MediaType.sniff($0) })
  }

  /// Writes an attachment as a field or link, and removes the placeholder character behind it.
  ///
  /// - Returns: the end of what has been dealt with.
  private mutating func write(
    _ attachment: RTFFoundAttachment, _ file: File, _ path: String, _ bytes: UnsafeRawBufferPointer
  ) -> Int {
    let (range, placeholder) = (attachment.range, attachment.placeholder)
    if RTFPictures.linked.contains(file.mediaType) {
      let (width, height) = (attachment.width, attachment.height)
      body += attachment.leading
      body += RTFPictureField.start(width: width, height: height, mediaType: file.mediaType)
      body += RTFPictureField.instruction(path: path)
      body += RTFPictureField.result(width: width, height: height, mediaType: file.mediaType)
      body.append(UInt8(ascii: "}"))
    } else {
      body += RTFDExtraction.linkStart(path: path)
      body += bytes[range]
      body += RTFDExtraction.linkEnd
    }
    // Other programs would show the placeholder, so it is dropped. What stands before it, such as `\uc`, remains.
    let between = range.upperBound..<placeholder.lowerBound
    body += bytes[between]
    if RTFDExtraction.endsInWord(UnsafeRawBufferPointer(rebasing: bytes[between])) {
      body.append(UInt8(ascii: " "))
    }
    // A `\nonshppict` without a picture before it is shown. The empty group keeps it from counting as the
    // fallback of the field.
    if RTFDExtraction.startsWithFallback(bytes[placeholder.upperBound...]) { body += Array("{}".utf8) }
    return placeholder.upperBound
  }

  /// Whether `\nonshppict` follows, as it does behind a picture that it is a fallback for.
  private static func startsWithFallback(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    let following = bytes.drop {
      $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    guard following.first == UInt8(ascii: "{") else { return false }
    var tokenizer = Tokenizer(UnsafeRawBufferPointer(rebasing: following.dropFirst()))
    while let token = tokenizer.next() {
      if token.kind == .controlSymbol && token.parameter == UInt8(ascii: "*") { continue }
      guard token.kind == .controlWord else { return false }
      return ControlWordTable.rows[Int(token.word)].action == .nonShapePicture
    }
    return false
  }

  /// Whether a control word without a delimiter stands at the end. It would take a space from the text
  /// that follows.
  private static func endsInWord(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.last != UInt8(ascii: " ") else { return false }
    var tokenizer = Tokenizer(bytes)
    var last: Token?
    while let token = tokenizer.next() { last = token }
    return last?.kind == .controlWord
  }

  /// The warning that a plain RTF file names files beside it, which are not available; nil when it
  /// names none.
  public static func missingFiles(
    in bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) -> Diagnostic? {
    let found = RTFAttachmentFinder.attachments(in: bytes, limits: limits)
    let missing = found.count { $0.link.flatMap { PayloadPath.attachment(fromBody: $0) } == nil }
    return missing > 0 ? RTFDCode.missing(count: missing) : nil
  }

  /// The names of files in a text without their folders, case-folded by `TextFolding.caseFolded`.
  public static func names(in text: UnsafeRawBufferPointer, limits: Limits = Limits()) -> Set<String> {
    let found = RTFAttachmentFinder.attachments(in: text, limits: limits)
    return Set(
      found.map { TextFolding.caseFolded($0.name.split(separator: "/").last.map(String.init) ?? "") })
  }

  /// What stands before an attachment that is linked to its blob.
  static func linkStart(path: String) -> [UInt8] {
    Array("{\\field{\\*\\fldinst HYPERLINK \"\(path)\"}{\\fldrslt ".utf8)
  }
  /// What stands behind it.
  static let linkEnd = Array("}}".utf8)
}

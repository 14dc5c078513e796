internal import RTFSyntax
public import SlipBase

/// The text of an RTFD package as a body of a bundle, and what of the package its attachments are.
///
/// A picture gives way to a field that shows its blob, as pictures of RTF do. Another file keeps its `\NeXTGraphic`, in a
/// link to the blob: `{\field{\*\fldinst HYPERLINK "PATH"}{\fldrslt {\NeXTGraphic NAME …}}}`, of which word processors
/// show the name.
public struct RTFDExtraction: Sendable {
  public struct File: Sendable {
    /// Place in the package's entries.
    public var entry: Int
    public var name: String
    public var bytes: [UInt8]
    public var digest: Digest
    public var mediaType: MediaType
  }

  public private(set) var body: [UInt8] = []
  /// The text's own embedded pictures; its `body` is the text without their data.
  public let text: ExtractionResult
  /// Those that the text names, each once, in its order.
  public private(set) var files: [File] = []
  /// Those that it doesn't name, in the order of their paths; a folder of which it names nothing is one file.
  public private(set) var others: [File] = []
  private var missing = 0
  private var outside = 0
  private var places: [Int: Int] = [:]

  /// - Parameters:
  ///   - place: the path of a blob relative to the body, with `/`.
  ///   - diagnostics: told of files that aren't there, and of pictures that stay in the body.
  /// - Throws: `SlipError` for a folder that can't become one file.
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

  private static func file(_ entry: Int, _ contents: RTFDContents) throws(SlipError) -> File {
    let bytes = try contents.bytes(of: entry)
    return File(
      entry: entry, name: contents.name(of: entry), bytes: bytes, digest: Digest(of: bytes),
      mediaType: bytes.withUnsafeBytes { MediaType.sniff($0) })
  }

  /// Gives the end of what it has dealt with.
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
      body.append(0x7D)
    } else {
      body += RTFDExtraction.linkStart(path: path)
      body += bytes[range]
      body += RTFDExtraction.linkEnd
    }
    // Others would show the character that holds its place; what lies before that is `\uc`.
    let between = range.upperBound..<placeholder.lowerBound
    body += bytes[between]
    if RTFDExtraction.endsInWord(UnsafeRawBufferPointer(rebasing: bytes[between])) { body.append(0x20) }
    // A fallback of nothing is shown, and so it shall be behind the field.
    if RTFDExtraction.startsWithFallback(bytes[placeholder.upperBound...]) { body += Array("{}".utf8) }
    return placeholder.upperBound
  }

  /// Whether `\nonshppict` follows, as behind a picture that it stands in for.
  private static func startsWithFallback(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    let following = bytes.drop { $0 == 0x7D || $0 == 0x0A || $0 == 0x0D }
    guard following.first == 0x7B else { return false }
    var tokenizer = Tokenizer(UnsafeRawBufferPointer(rebasing: following.dropFirst()))
    while let token = tokenizer.next() {
      if token.kind == .controlSymbol && token.parameter == 0x2A { continue }
      guard token.kind == .controlWord else { return false }
      return ControlWordTable.rows[Int(token.word)].action == .nonShapePicture
    }
    return false
  }

  /// Whether a control word without the space that would end it stands last: it would take one from the text.
  private static func endsInWord(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.last != 0x20 else { return false }
    var tokenizer = Tokenizer(bytes)
    var last: Token?
    while let token = tokenizer.next() { last = token }
    return last?.kind == .controlWord
  }

  /// Says that a plain RTF file names files beside it, which nobody has.
  public static func missingFiles(
    in bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) -> Diagnostic? {
    let found = RTFAttachmentFinder.attachments(in: bytes, limits: limits)
    let missing = found.count { $0.link.flatMap { PayloadPath.attachment(fromBody: $0) } == nil }
    return missing > 0 ? RTFDCode.missing(count: missing) : nil
  }

  /// The names of files in a text, without their folders, as `TextFolding.caseFolded` has them.
  public static func names(in text: UnsafeRawBufferPointer, limits: Limits = Limits()) -> Set<String> {
    let found = RTFAttachmentFinder.attachments(in: text, limits: limits)
    return Set(
      found.map { TextFolding.caseFolded($0.name.split(separator: "/").last.map(String.init) ?? "") })
  }

  static func linkStart(path: String) -> [UInt8] {
    Array("{\\field{\\*\\fldinst HYPERLINK \"\(path)\"}{\\fldrslt ".utf8)
  }
  static let linkEnd = Array("}}".utf8)
}

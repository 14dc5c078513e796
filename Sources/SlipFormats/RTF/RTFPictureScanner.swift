internal import RTFSyntax
public import SlipBase

/// A field in a body that shows a blob: `INCLUDEPICTURE "…/<sha256>.<ext>"`.
public struct RTFPictureReference: Sendable, Equatable {
  /// The field's group, in bytes of the body.
  public var range: Range<Int>
  /// As a reader of the field understands it, with `/` for backslashes.
  public var path: String
  /// From the path's last part.
  public var digest: Digest
  /// The group of the field's instruction.
  var instruction: Range<Int>
  /// What stands between `\fldrslt` and the brace that closes its group; empty when there is no result.
  var result: Range<Int>
  /// The first `{\pict…}` group of the result.
  var picture: RTFLinkedPicture?
}

/// The `{\pict…}` group that stands in the result of a field.
struct RTFLinkedPicture: Sendable, Equatable {
  /// Behind the word `\pict`.
  var start: Int
  /// At the brace that closes the group.
  var end: Int
  /// The word that tells the format, such as `\pngblip`.
  var format: Range<Int>?
  var hasData = false
}

/// Finds the references to blobs in a body.
struct RTFPictureScanner {
  private struct Frame {
    var start: Int
    var kind = Kind.other
    /// How many fields are open, this one included.
    var depth: Int
    /// Behind `\fldrslt` or `\pict`.
    var content = 0
  }

  private enum Kind { case other, field, result, picture }

  private let bytes: UnsafeRawBufferPointer
  private let deepest: Int
  private var tokenizer: Tokenizer
  private var frames: [Frame] = []
  /// The open fields; nil for those that name no blob.
  private var fields: [RTFPictureReference?] = []
  private var found: [RTFPictureReference] = []

  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    deepest = limits.rtfGroupDepth
    tokenizer = Tokenizer(bytes)
  }

  /// The references in the order of their ends.
  mutating func run() -> [RTFPictureReference] {
    guard RTFPictures.holds("INCLUDEPICTURE", in: bytes) else { return [] }
    let actions = ControlWordTable.rows.map(\.action)
    frames = [Frame(start: 0, depth: 0)]
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart:
        guard frames.count <= deepest else { return found }
        frames.append(Frame(start: token.offset, depth: fields.count))
      case .groupEnd: close(token)
      case .controlWord:
        let action = actions[Int(token.word)]
        word(token, action)
      case .text, .binary: if !fields.isEmpty && frames[frames.count - 1].kind == .picture { data(token) }
      case .controlSymbol, .hexByte: break
      }
    }
    return found
  }

  private mutating func word(_ token: Token, _ action: ControlAction) {
    let top = frames.count - 1
    switch action {
    case .field where frames[top].kind == .other:
      frames[top].kind = .field
      fields.append(nil)
      frames[top].depth = fields.count
    case .fieldInstruction: instruction()
    case .fieldResult where frames[top].kind == .other:
      frames[top].kind = .result
      frames[top].content = token.end
    case .picture where frames[top].kind == .other:
      frames[top].kind = .picture
      frames[top].content = token.end
      if let last = fields.indices.last, fields[last] != nil, fields[last]?.picture == nil {
        fields[last]?.picture = RTFLinkedPicture(start: token.end, end: token.end)
      }
    case .pictureFormat where frames[top].kind == .picture:
      edit { if $0.format == nil { $0.format = token.offset..<token.end } }
    default: break
    }
  }

  /// Data in the result: the picture is embedded already.
  private mutating func data(_ token: Token) {
    if bytes[token.offset..<token.end].contains(where: { $0 != 0x20 && $0 != 0x09 }) {
      edit { $0.hasData = true }
    }
  }

  /// Changes the picture of the innermost field, if the current group is it.
  private mutating func edit(_ change: (inout RTFLinkedPicture) -> Void) {
    guard let last = fields.indices.last, var picture = fields[last]?.picture,
      picture.start == frames[frames.count - 1].content
    else { return }
    change(&picture)
    fields[last]?.picture = picture
  }

  private mutating func close(_ token: Token) {
    guard frames.count > 1 else { return }
    let frame = frames.removeLast()
    switch frame.kind {
    case .field:
      guard var reference = fields.removeLast() else { return }
      reference.range = frame.start..<token.end
      found.append(reference)
    case .result:
      if frame.depth == fields.count, let last = fields.indices.last {
        fields[last]?.result = frame.content..<token.offset
      }
    case .picture:
      if let last = fields.indices.last, fields[last]?.picture?.start == frame.content {
        fields[last]?.picture?.end = token.offset
      }
    case .other: break
    }
  }

  /// Reads the text of a field's instruction to the end of its group.
  private mutating func instruction() {
    let frame = frames[frames.count - 1]
    guard frame.kind == .other, frame.depth > 0 else { return }
    var reader = RTFInstructionReader(tokenizer)
    let isWhole = reader.read(bytes)
    tokenizer = reader.tokenizer
    guard isWhole else { return }
    frames.removeLast()
    guard frames[frames.count - 1].kind == .field, let path = reader.picturePath,
      let digest = RTFPictureScanner.digest(path)
    else { return }
    fields[fields.count - 1] = RTFPictureReference(
      range: frame.start..<frame.start, path: path, digest: digest,
      instruction: frame.start..<tokenizer.position,
      result: tokenizer.position..<tokenizer.position)
  }

  /// The digest that a blob's name is.
  private static func digest(_ path: String) -> Digest? {
    let name = path.utf8.split(separator: 0x2F).last ?? Substring(path).utf8
    return name.firstIndex(of: 0x2E).flatMap { Digest(hex: Substring(name[..<$0])) }
  }
}

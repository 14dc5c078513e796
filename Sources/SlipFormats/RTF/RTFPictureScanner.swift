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
    /// Index of the frame of the field around; -1 when there is none.
    var field: Int
    var reference = RTFPictureReference?.none
    /// Behind `\fldrslt` or `\pict`.
    var content = 0
  }

  private enum Kind { case other, field, result, picture }

  private let bytes: UnsafeRawBufferPointer
  private let deepest: Int
  private var tokenizer: Tokenizer
  private var frames: [Frame] = []
  private var found: [RTFPictureReference] = []

  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    deepest = limits.rtfGroupDepth
    tokenizer = Tokenizer(bytes)
  }

  mutating func run() -> [RTFPictureReference] {
    guard RTFPictures.holds("INCLUDEPICTURE", in: bytes) else { return [] }
    let actions = ControlWordTable.rows.map(\.action)
    frames = [Frame(start: 0, field: -1)]
    while let token = tokenizer.next() {
      let top = frames.count - 1
      switch token.kind {
      case .groupStart:
        guard frames.count <= deepest else { return found }
        frames.append(Frame(start: token.offset, field: frames[top].kind == .field ? top : frames[top].field))
      case .groupEnd: close(token)
      case .controlWord: word(token, actions[Int(token.word)])
      case .text where frames[top].kind == .picture: data(token)
      case .binary: data(token)
      case .controlSymbol, .hexByte, .text: break
      }
    }
    return found
  }

  private mutating func word(_ token: Token, _ action: ControlAction) {
    let top = frames.count - 1
    switch action {
    case .field: frames[top].kind = .field
    case .fieldInstruction: instruction(token)
    case .fieldResult:
      frames[top].kind = .result
      frames[top].content = token.end
    case .picture:
      frames[top].kind = .picture
      frames[top].content = token.end
      let field = frames[top].field
      if field >= 0, frames[field].reference != nil, frames[field].reference?.picture == nil {
        frames[field].reference?.picture = RTFLinkedPicture(start: token.end, end: token.end)
      }
    case .pictureFormat:
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

  /// Changes the picture of the field around, if the current group is it.
  private mutating func edit(_ change: (inout RTFLinkedPicture) -> Void) {
    let top = frames[frames.count - 1]
    guard top.field >= 0, var picture = frames[top.field].reference?.picture,
      top.kind != .picture || picture.start == top.content
    else { return }
    change(&picture)
    frames[top.field].reference?.picture = picture
  }

  private mutating func close(_ token: Token) {
    guard frames.count > 1 else { return }
    let frame = frames.removeLast()
    switch frame.kind {
    case .field:
      guard var reference = frame.reference else { return }
      reference.range = frame.start..<token.end
      found.append(reference)
    case .result: if frame.field >= 0 { frames[frame.field].reference?.result = frame.content..<token.offset }
    case .picture:
      if frame.field >= 0, frames[frame.field].reference?.picture?.start == frame.content {
        frames[frame.field].reference?.picture?.end = token.offset
      }
    case .other: break
    }
  }

  /// Reads the text of a field's instruction to the end of its group.
  private mutating func instruction(_ token: Token) {
    let frame = frames[frames.count - 1]
    var reader = RTFInstructionReader(tokenizer)
    let isWhole = reader.read(bytes)
    tokenizer = reader.tokenizer
    guard isWhole, frames.count > 1 else { return }
    frames.removeLast()
    guard frame.field == frames.count - 1, let path = reader.picturePath,
      let digest = RTFPictureScanner.digest(path)
    else { return }
    frames[frame.field].reference = RTFPictureReference(
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

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
  /// What stands between `\field` and the first group within: it holds for the result.
  var words: Range<Int>
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
  private struct Frame: RTFGroupFrame {
    var start: Int
    var kind = Kind.other
    /// How many fields are open, this one included.
    var depth = 0
    /// Behind `\field`, `\fldrslt` or `\pict`.
    var content = 0
    /// The first brace within.
    var firstBrace = 0

    init(at offset: Int) { start = offset }

    init(in outer: inout Frame, at offset: Int) {
      if outer.firstBrace == 0 { outer.firstBrace = offset }
      start = offset
      depth = outer.depth
    }
  }

  private enum Kind { case other, field, result, picture }

  /// An instruction that names a blob.
  private struct Blob {
    var path: String
    var digest: Digest
    var group: Range<Int>
  }

  private let bytes: UnsafeRawBufferPointer
  private let effects = ControlWordTable.index.effects
  private var walker: RTFGroupWalker<Frame>
  /// By the place of the word.
  private var blobs: [Int: Blob] = [:]
  /// The open fields; nil for those that name no blob.
  private var fields: [RTFPictureReference?] = []
  private var found: [RTFPictureReference] = []

  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    walker = RTFGroupWalker(bytes, root: Frame(at: 0), deepest: limits.rtfGroupDepth)
  }

  /// Takes note of an instruction that names a blob; all of them come before `run`.
  mutating func take(_ instruction: RTFInstruction) {
    guard instruction.kind == .field, instruction.isWhole,
      let field = RTFField(named: "INCLUDEPICTURE", parsing: instruction.text, most: 2),
      let path = field.picturePath?.text.replacing("\\", with: "/"),
      let digest = PayloadPath.attachment(namedBy: path)
    else { return }
    blobs[instruction.offset] = Blob(path: path, digest: digest, group: instruction.group)
  }

  /// The references in order.
  mutating func run() -> [RTFPictureReference] {
    guard !blobs.isEmpty else { return [] }
    while let step = walker.next() {
      switch step {
      case .opened: break
      case .closed(let frame, let brace): close(frame, brace)
      case .token(let token): read(token)
      }
    }
    // A field within another one's result ends first.
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func read(_ token: Token) {
    switch token.kind {
    case .controlWord: word(token, effects[Int(token.word)].action)
    case .text, .binary: if !fields.isEmpty && walker.top.kind == .picture { data(token) }
    case .controlSymbol, .hexByte, .groupStart, .groupEnd: break
    }
  }

  private mutating func word(_ token: Token, _ action: ControlAction) {
    switch action {
    case .field where walker.top.kind == .other && !walker.isOutside:
      fields.append(nil)
      walker.top.kind = .field
      walker.top.depth = fields.count
      walker.top.content = token.end
    case .fieldInstruction: instruction(token)
    case .fieldResult where walker.top.kind == .other:
      walker.top.kind = .result
      walker.top.content = token.end
    case .picture where walker.top.kind == .other:
      walker.top.kind = .picture
      walker.top.content = token.end
      if let last = fields.indices.last, fields[last] != nil, fields[last]?.picture == nil {
        fields[last]?.picture = RTFLinkedPicture(start: token.end, end: token.end)
      }
    case .pictureFormat where walker.top.kind == .picture:
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
      picture.start == walker.top.content
    else { return }
    change(&picture)
    fields[last]?.picture = picture
  }

  private mutating func close(_ frame: Frame, _ brace: Token) {
    switch frame.kind {
    case .field:
      guard var reference = fields.removeLast() else { return }
      reference.range = frame.start..<brace.end
      reference.words =
        frame.content..<max(frame.content, min(frame.firstBrace, reference.instruction.lowerBound))
      found.append(reference)
    case .result:
      if frame.depth == fields.count, let last = fields.indices.last {
        fields[last]?.result = frame.content..<brace.offset
      }
    case .picture:
      if let last = fields.indices.last, fields[last]?.picture?.start == frame.content {
        fields[last]?.picture?.end = brace.offset
      }
    case .other: break
    }
  }

  /// The innermost field is one that shows a blob.
  private mutating func instruction(_ token: Token) {
    guard let blob = blobs[token.offset], let last = fields.indices.last else { return }
    let end = blob.group.upperBound
    fields[last] = RTFPictureReference(
      range: end..<end, path: blob.path, digest: blob.digest, words: end..<end, instruction: blob.group,
      result: end..<end)
  }
}

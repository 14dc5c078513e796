internal import RTFSyntax
public import SlipCore

/// A field in a body that shows a blob: `INCLUDEPICTURE "…/<sha256>.<ext>"`.
public struct RTFPictureReference: Sendable, Equatable {
  /// The group of the field, in bytes of the body.
  public var range: Range<Int>
  /// The path as a reader of the field understands it, with `/` for backslashes.
  public var path: String
  /// The digest of the blob, from the last part of the path.
  public var digest: Digest
  /// What stands between `\field` and the first group within it; it formats the result.
  package var words: Range<Int>
  /// The group of the field's instruction.
  package var instruction: Range<Int>
  /// What stands between `\fldrslt` and the brace that closes its group; empty when there is no result.
  package var result: Range<Int>
  /// The first `{\pict…}` group of the result.
  package var picture: RTFLinkedPicture?
}

/// The `{\pict…}` group in the result of a field. It has no data unless the picture is embedded as
/// well.
package struct RTFLinkedPicture: Sendable, Equatable {
  /// Behind the word `\pict`.
  package var start: Int
  /// At the brace that closes the group.
  package var end: Int
  /// The control word that names the format, such as `\pngblip`.
  package var format: Range<Int>?
  /// Whether the group contains data, so that the picture is embedded already.
  package var hasData = false
}

extension RTFLinkedPicture {
  /// The size of a picture in twips, with its scale applied.
  package func shownSize(in body: UnsafeRawBufferPointer) -> (width: Int?, height: Int?) {
    var shown = RTFPicture()
    var tokenizer = Tokenizer(body)
    tokenizer.position = start
    while tokenizer.position < end, let token = tokenizer.next() {
      guard token.kind == .controlWord else { continue }
      switch ControlWordTable.rows[Int(token.word)].action {
      case .pictureGoalWidth: shown.goalWidth = token.parameter
      case .pictureGoalHeight: shown.goalHeight = token.parameter
      case .pictureScaleX where token.parameter > 0: shown.scaleX = token.parameter
      case .pictureScaleY where token.parameter > 0: shown.scaleY = token.parameter
      default: break
      }
    }
    return (shown.shownWidth, shown.shownHeight)
  }
}

extension RTFPictureReference {
  /// The fields of a body that show blobs, in order. Fields that name other files are not among them.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` applies; the search ends where groups nest more deeply.
  package static func all(in body: UnsafeRawBufferPointer, limits: Limits) -> [RTFPictureReference] {
    var scanner = RTFPictureScanner(body, limits: limits)
    RTFInstruction.read(body, limits: limits) { scanner.take($0) }
    return scanner.run()
  }
}

/// Finds the references to blobs in a body.
///
/// It needs two passes. First `RTFInstruction.read` decodes the instructions of fields, which may be
/// spelled in many ways, and each that names a blob is given to `take`. Then `run` walks over the
/// groups to find out where each of these fields and its result begin and end. Fields that name no blob
/// cost nothing but their place on a stack.
struct RTFPictureScanner {
  /// What is known about an open group.
  private struct Frame: RTFGroupFrame {
    /// Where the group begins.
    var start: Int
    /// What the group is.
    var kind = Kind.other
    /// How many fields are open, including this one.
    var depth = 0
    /// Where the content begins: behind `\field`, `\fldrslt` or `\pict`.
    var content = 0
    /// The first opening brace within the group; 0 when there is none.
    var firstBrace = 0

    /// The frame around the whole body.
    init(at offset: Int) { start = offset }

    /// The frame of a group that opens in another.
    init(in outer: inout Frame, at offset: Int) {
      if outer.firstBrace == 0 { outer.firstBrace = offset }
      start = offset
      depth = outer.depth
    }
  }

  /// What a group is, as far as references need it.
  private enum Kind {
    /// Anything else, the instruction of a field included.
    case other
    /// `\field`.
    case field
    /// `\fldrslt`.
    case result
    /// `\pict`.
    case picture
  }

  /// An instruction that names a blob.
  private struct Blob {
    var path: String
    var digest: Digest
    var group: Range<Int>
  }

  /// The body.
  private let bytes: UnsafeRawBufferPointer
  private let effects = ControlWordTable.index.effects
  /// The open groups.
  private var walker: RTFGroupWalker<Frame>
  /// The instructions that name blobs, by the offset of their `\fldinst`.
  private var blobs: [Int: Blob] = [:]
  /// The open fields; nil for those that name no blob.
  private var fields: [RTFPictureReference?] = []
  /// The references so far, in the order in which their fields end.
  private var found: [RTFPictureReference] = []

  /// Creates a scanner. `rtfGroupDepth` limits how deeply groups may nest.
  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    walker = RTFGroupWalker(bytes, root: Frame(at: 0), deepest: limits.rtfGroupDepth)
  }

  /// Notes an instruction if it names a blob. All instructions must be taken before `run`.
  mutating func take(_ instruction: RTFInstruction) {
    guard instruction.kind == .field, instruction.isWhole,
      let field = RTFField(named: "INCLUDEPICTURE", parsing: instruction.text, most: 2),
      let path = field.picturePath?.text.replacing("\\", with: "/"),
      let digest = PayloadPath.attachment(namedBy: path)
    else { return }
    blobs[instruction.offset] = Blob(path: path, digest: digest, group: instruction.group)
  }

  /// The references in the order in which they begin.
  mutating func run() -> [RTFPictureReference] {
    guard !blobs.isEmpty else { return [] }
    while let step = walker.next() {
      switch step {
      case .opened: break
      case .closed(let frame, let brace): close(frame, brace)
      case .token(let token): read(token)
      }
    }
    // A field within the result of another ends before that one.
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Takes a token.
  private mutating func read(_ token: Token) {
    switch token.kind {
    case .controlWord: word(token, effects[Int(token.word)].action)
    case .text, .binary: if !fields.isEmpty && walker.top.kind == .picture { data(token) }
    case .controlSymbol, .hexByte, .groupStart, .groupEnd: break
    }
  }

  /// Takes a control word: the ones that begin a field, its parts, or a picture.
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

  /// Notes data in the picture of a result: it is embedded already.
  private mutating func data(_ token: Token) {
    if bytes[token.offset..<token.end].contains(where: { $0 != 0x20 && $0 != 0x09 }) {
      edit { $0.hasData = true }
    }
  }

  /// Changes the picture of the innermost field, if the current group is that picture.
  private mutating func edit(_ change: (inout RTFLinkedPicture) -> Void) {
    guard let last = fields.indices.last, var picture = fields[last]?.picture,
      picture.start == walker.top.content
    else { return }
    change(&picture)
    fields[last]?.picture = picture
  }

  /// Ends a group: a field becomes a reference, and its parts get their ends.
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

  /// Notes that the innermost field shows a blob.
  private mutating func instruction(_ token: Token) {
    guard let blob = blobs[token.offset], let last = fields.indices.last else { return }
    let end = blob.group.upperBound
    fields[last] = RTFPictureReference(
      range: end..<end, path: blob.path, digest: blob.digest, words: end..<end, instruction: blob.group,
      result: end..<end)
  }
}

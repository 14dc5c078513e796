internal import RTFSyntax
internal import SlipCore

/// What the file says and a document does not hold.
extension RTFInterpreter {
  /// All faults and losses in the order of the file, with line and column.
  func diagnostics(in bytes: UnsafeRawBufferPointer) -> [Diagnostic] {
    (faults.diagnostics + losses.diagnostics + sink.lossDiagnostics).placed(in: bytes)
  }

  /// Handles a word that says something a document does not hold.
  ///
  /// In the head's tables such a word is a definition, which counts where it is used, so
  /// it is not noted there. A shape notes at its end that it loses its place, once for
  /// all its words.
  @inline(never)
  mutating func noteUnsupported(_ effect: ControlEffect, _ token: Token) {
    let isShape = group.destination == .shell
    // What follows is about the lines of characters and pages.
    if let subject = ControlSubject(value: effect.value, parameter: nil),
      [.characterBorders, .pageSetup].contains(subject)
    {
      head.border = .other(nil)
    }
    guard isShape || group.destination == .body || group.destination == .picture,
      let subject = ControlSubject(
        value: effect.value, parameter: token.hasParameter ? token.parameter : nil)
    else { return }
    if isShape {
      if subject == .shapePlace { media.shapes.isPlaced = true }
    } else {
      losses.note(subject, at: token.offset)
    }
  }

  /// Notes a destination that is left out, or of which only the text is retained.
  mutating func recordSubject(_ effect: ControlEffect, _ offset: Int) {
    guard let subject = ControlSubject(value: effect.value, parameter: nil) else { return }
    losses.note(subject, at: offset)
  }

  /// Notes that something is left out, if it is in the body.
  mutating func recordSubject(_ subject: ControlSubject) {
    if group.destination == .body { losses.note(subject, at: tokenizer.position) }
  }

  /// Notes a loss, if it is in the body.
  mutating func recordLoss(_ loss: RTFLoss) {
    if group.destination == .body { losses.note(loss, at: tokenizer.position) }
  }

  // MARK: Shapes

  /// Handles `\shp` and `\do`. Groups inside may lead back into the body.
  mutating func beginShape() {
    group.setDestination(.shell)
    group.opening = .shape
    media.shapes.open()
  }

  /// Ends a shape. The outermost one is noted as a loss if it shows nothing, or shows it
  /// in another place.
  mutating func endShape(at offset: Int) {
    guard media.shapes.close(), !isUnwanted else { return }
    if !media.shapes.hasContent {
      losses.note(.drawing, at: offset)
    } else if media.shapes.isPlaced {
      losses.note(ControlSubject.shapePlace, at: offset)
    }
  }

  /// Notes the text and crop that a shape's properties hold (`gtextUNICODE`,
  /// `cropFromTop`, …), and whether the shape shows an object (`pictureId`).
  mutating func noteShapeProperty() {
    let isShape = group.destination == .shell
    if media.shapeProperty == Array("gtextUNICODE".utf8) {
      losses.note(.wordArt, at: group.start)
      if isShape { media.shapes.noteContent() }
    } else if media.shapeProperty.starts(with: Array("cropFrom".utf8)) {
      losses.note(ControlSubject.pictureCrop, at: group.start)
    } else if isShape, media.shapeProperty == Array("pictureId".utf8) {
      media.shapes.hasObject = true
    }
  }
}

/// The shape that is open, with all shapes inside it. Shapes nest, but only the outermost
/// one is a loss.
struct RTFOpenShapes {
  /// How many shapes are open.
  private var depth = 0
  /// Text or a picture was found in the outermost shape.
  private(set) var hasContent = false
  /// Whether the innermost shape says that it is an object, and shows its picture.
  var isShownObject: Bool { hasObject && hasPicture }
  /// The innermost shape says that it is an object (`pictureId`).
  var hasObject = false
  /// The innermost shape has a picture (`pib`).
  var hasPicture = false
  /// The outermost shape has a place of its own on the page, and does not stand where the
  /// text stands.
  var isPlaced = false

  /// Opens a shape.
  mutating func open() {
    if depth == 0 { (hasContent, isPlaced) = (false, false) }
    (hasObject, hasPicture) = (false, false)
    depth += 1
  }

  /// Records text or a picture.
  mutating func noteContent() { hasContent = true }

  /// Closes a shape.
  ///
  /// - Returns: True for the outermost one.
  mutating func close() -> Bool {
    depth -= 1
    return depth == 0
  }
}

internal import RTFSyntax
internal import SlipBase

/// What is read and not kept.
extension RTFInterpreter {
  /// Faults and losses in the order of the file, with line and column.
  func diagnostics(in bytes: UnsafeRawBufferPointer) -> [Diagnostic] {
    (faults.diagnostics + losses.diagnostics + sink.lossDiagnostics).placed(in: bytes)
  }

  /// A word that says something which a document doesn't hold. In the head's tables it's a definition, which
  /// counts where it is used.
  @inline(never)
  mutating func unheld(_ effect: ControlEffect, _ token: Token) {
    let isShape = group.destination == .shell
    guard isShape || group.destination == .body || group.destination == .picture,
      let subject = ControlSubject(
        value: effect.value, parameter: token.hasParameter ? token.parameter : nil)
    else { return }
    if isShape {
      if subject == .shapePlace { shapes.isPlaced = true }
    } else {
      losses.note(subject, at: token.offset)
    }
  }

  /// A destination that is left out, or whose text alone is kept.
  mutating func recordSubject(_ effect: ControlEffect, _ offset: Int) {
    guard let subject = ControlSubject(value: effect.value, parameter: nil) else { return }
    losses.note(subject, at: offset)
  }

  mutating func recordLoss(_ loss: RTFLoss) {
    if group.destination == .body { losses.note(loss, at: tokenizer.position) }
  }

  // MARK: Shapes

  mutating func beginShape() {
    group.setDestination(.shell)
    group.opening = .shape
    shapes.open()
  }

  mutating func endShape(at offset: Int) {
    guard shapes.close(), !isMuted else { return }
    if !shapes.hasContent {
      losses.note(.drawing, at: offset)
    } else if shapes.isPlaced {
      losses.note(ControlSubject.shapePlace, at: offset)
    }
  }

  /// Text and crops that stand in a shape's properties.
  mutating func noteShapeProperty() {
    let isShape = group.destination == .shell
    if shapeProperty == Array("gtextUNICODE".utf8) {
      losses.note(.wordArt, at: group.start)
      if isShape { shapes.noteContent() }
    } else if shapeProperty.starts(with: Array("cropFrom".utf8)) {
      losses.note(ControlSubject.pictureCrop, at: group.start)
    } else if isShape, shapeProperty == Array("pictureId".utf8) {
      shapes.hasObject = true
    }
  }
}

/// The shape that is open with all inside of it.
struct RTFOpenShapes {
  private var depth = 0
  /// Text or a picture was found.
  private(set) var hasContent = false
  /// The innermost shape says that it is an object, and shows its picture.
  var isShownObject: Bool { hasObject && hasPicture }
  var hasObject = false
  var hasPicture = false
  /// It doesn't stand where the text stands.
  var isPlaced = false

  mutating func open() {
    if depth == 0 { (hasContent, isPlaced) = (false, false) }
    (hasObject, hasPicture) = (false, false)
    depth += 1
  }

  mutating func noteContent() { hasContent = true }

  /// True for the outermost shape.
  mutating func close() -> Bool {
    depth -= 1
    return depth == 0
  }
}

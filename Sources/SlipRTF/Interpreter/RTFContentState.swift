/// The interpreter's state about fields and their instructions.
///
/// Braces don't restore it: frames end with the group that began them, which the interpreter checks by the number of
/// groups.
struct RTFFieldState {
  /// The fields that are open, the outermost first.
  var frames: [RTFFieldFrame] = []
  /// How many bytes the instructions in `frames` take together. Bounded by
  /// `mostInstructions`.
  var instructionBytes = 0
  /// The instructions that are being read, for a sink with `wantsInstructions`.
  var openInstructions: [RTFOpenInstruction] = []
  /// Where the instructions begin that stand in another one, as indices into `RTFInterpreter.capture`.
  var nestedStarts: [Int] = []
  /// How many groups were open in the last EQ instruction within another instruction; its result is passed over.
  var nestedEquation: Int?
}

/// The interpreter's state about what is not text: pictures, shapes, attachments and formulas.
///
/// Braces don't restore it; each value says which destination it belongs to.
struct RTFMediaState {
  /// The name of the shape property whose value comes next, such as `pib`.
  var shapeProperty: [UInt8] = []
  /// The offset behind the last picture's group, or -1. A `\nonshppict` that follows
  /// directly is the fallback for that picture, and is skipped.
  var endOfPicture = -1
  /// The shape that is open, with all shapes inside it.
  var shapes = RTFOpenShapes()
  /// The elements of formulas that are open, the outermost first.
  var math: [RTFMathElement] = []
  /// The `\NeXTGraphic` that is being read.
  var attachment = RTFAttachment(path: "", isField: false)
}

/// A picture embedded in the text (RTF 1.9.1, "Pictures"): what `\pict` says about its
/// data.
struct RTFPicture {
  /// The kind of data: a `ControlValue` picture format such as `.png`; 0 when the file
  /// doesn't say.
  var format: Int32 = 0
  /// `\picwN`: pixels for bitmaps, otherwise hundredths of a millimetre.
  var width: Int32 = 0
  /// `\pichN`, in the same units.
  var height: Int32 = 0
  /// `\picwgoalN`: the wanted width in twips, before scaling; 0 when the file doesn't
  /// say.
  var goalWidth: Int32 = 0
  /// `\pichgoalN`: the wanted height in twips, before scaling; 0 when the file doesn't
  /// say.
  var goalHeight: Int32 = 0
  /// `\picscalexN`: the horizontal scale in per cent.
  var scaleX: Int32 = 100
  /// `\picscaleyN`: the vertical scale in per cent.
  var scaleY: Int32 = 100
  /// Where the data stands in the file: from behind `{\pict` up to the closing brace. It
  /// holds properties, white space and hexadecimal digits or `\bin`;
  /// `RTFPictureData.decode` takes it apart.
  var range: Range<Int> = 0..<0
  /// The alternative text: `wzDescription` of its `\picprop`. nil without formatting.
  var description: String?
  /// The title: `wzTooltip` of its `\picprop`. nil without formatting.
  var title: String?
  /// A hexadecimal digit has come, and no data yet: one digit alone is no byte.
  var hasDigit = false
}

/// An embedded object (RTF 1.9.1, "Objects").
struct RTFObject {
  /// The bytes of `\objdata`, without its brace.
  var range: Range<Int> = 0..<0
  /// `\objwN` in twips; 0 when the file doesn't say.
  var width: Int32 = 0
  /// `\objhN` in twips; 0 when the file doesn't say.
  var height: Int32 = 0
  /// The name in `\objname`; nil without one.
  var name: String?
  /// Whether its result shows it, which stands in the text before it.
  var isShown = false
}

/// A file beside the document: what Cocoa writes as `{{\NeXTGraphic name \width1440
/// \height720}\'ac}`, or an INCLUDEPICTURE field.
struct RTFAttachment {
  /// The file's name or relative path as the file gives it, in UTF-8. A `\` in it stays
  /// as it is.
  var path: String
  /// `\widthN` in twips; 0 when the file doesn't say.
  var width: Int32 = 0
  /// `\heightN` in twips; 0 when the file doesn't say.
  var height: Int32 = 0
  /// Whether an INCLUDEPICTURE field names the file, and not a `\NeXTGraphic`.
  var isField: Bool
  /// The bytes of the group of a `\NeXTGraphic`; empty if it has no group of its own.
  var range = 0..<0
  /// The alternative text of the picture in the field's result.
  var description: String?
  /// The title of the picture in the field's result.
  var title: String?
}

/// A date of the information group (`\yr`, `\mo`, `\dy`, `\hr`, `\min`, `\sec`) as the
/// file gives it. Nothing is checked; what the file doesn't say is 0.
struct RTFDate: Equatable {
  var year: Int32 = 0
  var month: Int32 = 0
  var day: Int32 = 0
  var hour: Int32 = 0
  var minute: Int32 = 0
  var second: Int32 = 0
}

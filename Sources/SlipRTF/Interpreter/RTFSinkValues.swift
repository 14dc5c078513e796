struct RTFPicture {
  /// A `ControlValue` picture format; 0 when the file doesn't say.
  var format: Int32 = 0
  /// `\picwN`: pixels for bitmaps, else hundredths of a millimetre.
  var width: Int32 = 0
  var height: Int32 = 0
  /// Wanted size in twips, 0 when the file doesn't say.
  var goalWidth: Int32 = 0
  var goalHeight: Int32 = 0
  /// Per cent.
  var scaleX: Int32 = 100
  var scaleY: Int32 = 100
  var range: Range<Int> = 0..<0
  /// `wzDescription` of its `\picprop`; nil without formatting.
  var description: String?
  /// `wzTooltip`, on the same terms.
  var title: String?
  /// A hexadecimal digit has come, and no data yet.
  var hasDigit = false
}

/// An embedded object (RTF 1.9.1, "Objects").
struct RTFObject {
  /// Bytes of `\objdata`, without its brace.
  var range: Range<Int> = 0..<0
  /// In twips, 0 when the file doesn't say.
  var width: Int32 = 0
  var height: Int32 = 0
  /// `\objname`.
  var name: String?
}

struct RTFAttachment {
  /// The file's name or relative path as the file says it (UTF-8; `\` of a path as it stands).
  var path: String
  /// In twips, 0 when the file doesn't say.
  var width: Int32 = 0
  var height: Int32 = 0
  /// From an INCLUDEPICTURE field, not from `\NeXTGraphic`.
  var isField: Bool
  /// Bytes of the group of a `\NeXTGraphic`; empty where it isn't a group of its own.
  var range = 0..<0
  var description: String?
  var title: String?
}

struct RTFDate: Equatable {
  var year: Int32 = 0
  var month: Int32 = 0
  var day: Int32 = 0
  var hour: Int32 = 0
  var minute: Int32 = 0
  var second: Int32 = 0
}

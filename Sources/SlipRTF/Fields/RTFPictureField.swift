internal import RTFSyntax
internal import SlipBase

/// The text of an INCLUDEPICTURE field.
///
/// The field's group begins with the picture's size and format, though by RTF 1.9.1 they belong to `\pict` alone:
/// LibreOffice reads the file into a `\pict` of its own that takes them from there. Without them it knows no size but
/// that of PNG files, and draws other pictures a twip or so large. Other programs pass over words that mean nothing there.
enum RTFPictureField {
  /// `{\field` and what the group of an embedded picture tells of its size.
  ///
  /// - Parameter group: the picture's group, at least up to its data.
  static func start(group: Slice<UnsafeRawBufferPointer>, mediaType: MediaType) -> [UInt8] {
    let bytes = UnsafeRawBufferPointer(rebasing: group)
    var text = Array("{\\field".utf8)
    var tokenizer = Tokenizer(bytes)
    while let token = tokenizer.next() {
      // Zero is what LibreOffice writes for a size it doesn't know.
      guard token.kind == .controlWord, token.hasParameter, token.parameter != 0 else { continue }
      let word = bytes[token.offset..<token.end]
      if sizes.contains(where: word.dropFirst().prefix(while: { $0 >= 0x61 }).elementsEqual) {
        text += word.prefix { $0 != 0x20 }
      }
    }
    return text + Array(format(mediaType).utf8)
  }

  /// The same for a picture that was a file, its size in twips, 0 where nobody said.
  static func start(width: Int, height: Int, mediaType: MediaType) -> [UInt8] {
    Array("{\\field".utf8) + properties(width: width, height: height) + Array(format(mediaType).utf8)
  }

  /// The field's result: a picture without its data.
  static func result(width: Int, height: Int, mediaType: MediaType) -> [UInt8] {
    let isKnown = [.png, .jpeg, .emf, .wmf, .pict].contains(mediaType)
    return Array("{\\fldrslt{\\pict".utf8) + properties(width: width, height: height)
      + Array((isKnown ? format(mediaType) : "").utf8) + Array(" }}".utf8)
  }

  private static func properties(width: Int, height: Int) -> [UInt8] {
    Array(((width > 0 ? "\\picwgoal\(width)" : "") + (height > 0 ? "\\pichgoal\(height)" : "")).utf8)
  }

  private static let sizes = [
    "picw", "pich", "picwgoal", "pichgoal", "picscalex", "picscaley", "piccropl", "piccropr", "piccropt",
    "piccropb",
  ].map { Array($0.utf8) }

  private static func format(_ mediaType: MediaType) -> String {
    switch mediaType {
    case .jpeg: "\\jpegblip"
    case .emf: "\\emfblip"
    case .wmf: "\\wmetafile8"
    case .pict: "\\macpict"
    // What any bitmap is that RTF has no word for, LibreOffice finds out by itself.
    default: "\\pngblip"
    }
  }

  /// The group of the field's instruction: `{\*\fldinst INCLUDEPICTURE "PATH" \\d}`. `\d` keeps the data out of the file.
  static func instruction(path: String) -> [UInt8] {
    Array("{\\*\\fldinst ".utf8) + RTFInstruction.escaped("INCLUDEPICTURE \(RTFField.quoted(path)) \\d")
      + Array("}".utf8)
  }
}

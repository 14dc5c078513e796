internal import RTFSyntax
package import SlipCore

/// The text of an INCLUDEPICTURE field, which shows a picture beside the document.
///
/// The group of the field begins with the size and format of the picture, although by RTF 1.9.1 these
/// words belong to `\pict` only. LibreOffice reads the picture file into a `\pict` of its own that
/// takes them from there. Without them it knows the size of PNG files only and draws other pictures
/// about a twip large. Other programs ignore the words there.
package enum RTFPictureField {
  /// `{\field` with the size of an embedded picture and its format.
  ///
  /// - Parameters:
  ///   - group: the group of the picture, at least up to its data.
  ///   - mediaType: the media type by content.
  package static func start(group: Slice<UnsafeRawBufferPointer>, mediaType: MediaType) -> [UInt8] {
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

  /// `{\field` with the size and format of a picture that was a file. Sizes are in twips; 0 stands for
  /// an unknown size.
  package static func start(width: Int, height: Int, mediaType: MediaType) -> [UInt8] {
    Array("{\\field".utf8) + properties(width: width, height: height) + Array(format(mediaType).utf8)
  }

  /// The result of the field: a picture without data. Sizes are in twips; 0 stands for an unknown size.
  package static func result(width: Int, height: Int, mediaType: MediaType) -> [UInt8] {
    let isKnown = [.png, .jpeg, .emf, .wmf, .pict].contains(mediaType)
    return Array("{\\fldrslt{\\pict".utf8) + properties(width: width, height: height)
      + Array((isKnown ? format(mediaType) : "").utf8) + Array(" }}".utf8)
  }

  /// The control words for a size.
  private static func properties(width: Int, height: Int) -> [UInt8] {
    Array(((width > 0 ? "\\picwgoal\(width)" : "") + (height > 0 ? "\\pichgoal\(height)" : "")).utf8)
  }

  /// The control words for sizes, scales and crops.
  private static let sizes = [
    "picw", "pich", "picwgoal", "pichgoal", "picscalex", "picscaley", "piccropl", "piccropr", "piccropt",
    "piccropb",
  ].map { Array($0.utf8) }

  /// The control word for a format.
  private static func format(_ mediaType: MediaType) -> String {
    switch mediaType {
    case .jpeg: "\\jpegblip"
    case .emf: "\\emfblip"
    case .wmf: "\\wmetafile8"
    case .pict: "\\macpict"
    // For bitmaps for which RTF has no word, LibreOffice detects the format itself.
    default: "\\pngblip"
    }
  }

  /// The group of the instruction: `{\*\fldinst INCLUDEPICTURE "PATH" \\d}`. The switch `\d` keeps the
  /// data of the picture out of the file when a word processor saves it.
  package static func instruction(path: String) -> [UInt8] {
    Array("{\\*\\fldinst ".utf8) + RTFInstruction.escaped("INCLUDEPICTURE \(RTFField.quoted(path)) \\d")
      + Array("}".utf8)
  }
}

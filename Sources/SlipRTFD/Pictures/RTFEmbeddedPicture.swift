internal import SlipRTF
internal import RTFSyntax
internal import SlipBase

/// A picture to be embedded in RTF in place of the field that shows it.
///
/// The field and its result
///
/// ```
/// {\field\picwgoal1440\pngblip{\*\fldinst INCLUDEPICTURE "PATH" \\d}{\fldrslt{\pict\picwgoal1440\pngblip}}}
/// ```
///
/// become
///
/// ```
/// {{\pict\picwgoal1440\pngblip
/// 89504e47…}}
/// ```
struct RTFEmbeddedPicture {
  /// The data to embed.
  private let bytes: [UInt8]
  /// The control word that names the format, such as `\pngblip`.
  private let format: String

  /// Prepares a picture file; nil for formats that RTF can't embed (RTF 1.9.1, "Pictures").
  init?(_ bytes: [UInt8]) {
    let mediaType = bytes.withUnsafeBytes { MediaType.sniff($0) }
    guard let format = RTFEmbeddedPicture.formats.first(where: { $0.type == mediaType })?.word else {
      return nil
    }
    // RTF contains bitmaps without their file header.
    self.bytes = mediaType == .bmp ? Array(bytes.dropFirst(BitmapFile.headerLength)) : bytes
    self.format = format
  }

  /// The formats that RTF can embed, with their control words.
  private static let formats: [(type: MediaType, word: String)] = [
    (.png, "\\pngblip"), (.jpeg, "\\jpegblip"), (.emf, "\\emfblip"), (.wmf, "\\wmetafile8"),
    (.dib, "\\dibitmap0"), (.bmp, "\\dibitmap0"), (.pict, "\\macpict"),
  ]

  /// Writes the result of a field with the picture's data, in place of the field.
  ///
  /// - Parameters:
  ///   - reference: the field.
  ///   - body: the RTF that contains it.
  ///   - output: receives the text.
  func write(_ reference: RTFPictureReference, _ body: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    let words = RTFEmbeddedPicture.words(reference, body)
    guard let picture = reference.picture else {
      output += (words.isEmpty ? [] : [0x7B]) + words
      output += Array("{\\*\\shppict{\\pict\(format)".utf8) + digits() + Array("}}".utf8)
      if !words.isEmpty { output.append(UInt8(ascii: "}")) }
      return
    }
    // The result gets a group of its own, so that its formatting ends with it.
    output.append(UInt8(ascii: "{"))
    output += words
    output += body[reference.result.lowerBound..<picture.start]
    if picture.hasData {
      output += body[picture.start..<reference.result.upperBound]
    } else {
      writeProperties(picture, body, to: &output)
      output += digits()
      output += body[picture.end..<reference.result.upperBound]
    }
    output += Array("}".utf8)
  }

  /// The control words in the field's own group, which format its result, with a delimiter at the end.
  ///
  /// The words for the size and format of a picture are left out: they stand there for LibreOffice
  /// only, see `RTFPictureField`, and are repeated within `\pict`.
  private static func words(_ reference: RTFPictureReference, _ body: UnsafeRawBufferPointer) -> [UInt8] {
    let range = reference.words
    var tokenizer = Tokenizer(UnsafeRawBufferPointer(rebasing: body[range]))
    var words: [UInt8] = []
    while let token = tokenizer.next() {
      guard token.kind == .controlWord, !ControlWordTable.index.effects[Int(token.word)].isOfPicture else {
        continue
      }
      words += body[(range.lowerBound + token.offset)..<(range.lowerBound + token.end)]
    }
    // The last word needs a delimiter, or it would run into what follows.
    return words.isEmpty || words.last == UInt8(ascii: " ") ? words : words + [0x20]
  }

  /// Writes the properties of the picture's group.
  ///
  /// The word that names the format is inserted where it is missing, and replaced where it is wrong:
  /// the blob may be a JPEG file although the note says `\pngblip`. A parameter such as the 8 of
  /// `\wmetafile8` is not compared.
  private func writeProperties(
    _ picture: RTFLinkedPicture, _ body: UnsafeRawBufferPointer, to output: inout [UInt8]
  ) {
    guard let old = picture.format else {
      output += Array("\(format) ".utf8)
      write(body[picture.start..<picture.end], to: &output)
      return
    }
    let isTrue = body[old].starts(with: format.utf8.prefix { $0 > 0x39 })
    write(body[picture.start..<old.lowerBound], to: &output)
    if isTrue { output += body[old] } else { output += Array("\(format) ".utf8) }
    write(body[old.upperBound..<picture.end], to: &output)
  }

  /// Writes properties without scales of zero.
  ///
  /// LibreOffice writes `\picscalex0` for linked pictures whose size it doesn't know. With such a word
  /// an embedded picture would be invisible.
  private func write(_ properties: Slice<UnsafeRawBufferPointer>, to output: inout [UInt8]) {
    var rest = properties
    while let start = rest.firstIndex(of: 0x5C) {
      output += rest[..<start]
      rest = rest[start...]
      if let word = RTFEmbeddedPicture.noScale.first(where: { rest.starts(with: $0) }),
        rest.dropFirst(word.count).first.map({ !$0.isASCIIDigit }) ?? true
      {
        rest = rest.dropFirst(word.count)
      } else {
        output.append(UInt8(ascii: "\\"))
        rest = rest.dropFirst()
      }
    }
    output += rest
  }

  /// The words for a scale of zero.
  private static let noScale = ["\\picscalex0", "\\picscaley0"].map { Array($0.utf8) }

  /// The data as hexadecimal digits, 128 on a line.
  private func digits() -> [UInt8] {
    var text: [UInt8] = [0x0A]
    text.reserveCapacity(bytes.count * 65 / 32 + 2)
    var layout = RTFHexLayout()
    let line = RTFHexLayout.Space(packed: 0x0A, length: 1)
    for _ in 0..<max(0, (bytes.count - 1) / 64) { _ = layout.append(digits: 128, line) }
    // This can't throw: the layout is computed from the length of the data.
    try? bytes.withUnsafeBytes {
      try RTFHexEncoder(isUpperCase: false, layout: layout).encode($0) { text += $0 }
    }
    return text
  }
}

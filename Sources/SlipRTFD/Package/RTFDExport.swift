internal import SlipRTF
internal import RTFSyntax
public import SlipBase

/// Turns a body of a bundle into the text of an RTFD package: what shows or links to a blob becomes an
/// attachment. It is the reverse of `RTFDExtraction`.
///
/// ```
/// {\field\pngblip{\*\fldinst INCLUDEPICTURE "../../attachments/…png" \\d}{\fldrslt{\pict\pngblip}}}
/// ```
///
/// becomes
///
/// ```
/// {{\NeXTGraphic rose.png \width640 \height640 …}\'ac}
/// ```
public enum RTFDExport {
  /// A part of the body that an attachment replaces.
  private struct Change {
    /// The bytes to replace.
    var range: Range<Int>
    /// The text within the range that stands before the attachment.
    var leading: [UInt8] = []
    /// The name of the attachment.
    var name: String
    /// The width in twips; nil when it is unknown.
    var width: Int?
    /// The height in twips; nil when it is unknown.
    var height: Int?
  }

  /// The text of a package.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  ///   - attachment: returns the name of a blob in the package, and its own size in twips as far as it
  ///     is known; nil leaves the reference as it is. A size in the body takes precedence.
  /// - Returns: RTF in which all but the references is unchanged.
  /// - Throws: what `attachment` throws.
  public static func text(
    of body: UnsafeRawBufferPointer, limits: Limits = Limits(),
    attachment: (Digest) throws -> (name: String, width: Int?, height: Int?)?
  ) rethrows -> [UInt8] {
    var changes: [Change] = []
    for reference in RTFPictures.references(in: body, limits: limits) {
      guard let file = try attachment(reference.digest) else { continue }
      let size: (width: Int?, height: Int?) = reference.picture?.shownSize(in: body) ?? (nil, nil)
      changes.append(
        Change(
          range: reference.range, name: file.name, width: size.width ?? file.width,
          height: size.height ?? file.height))
    }
    for found in RTFAttachmentFinder.attachments(in: body, limits: limits) {
      guard let path = linkedPath(found, body), let digest = PayloadPath.attachment(fromBody: path),
        let file = try attachment(digest)
      else { continue }
      let start = found.range.lowerBound - RTFDExtraction.linkStart(path: path).count
      changes.append(
        Change(
          range: start..<(found.placeholder.upperBound + RTFDExtraction.linkEnd.count),
          leading: found.leading,
          name: file.name, width: found.width, height: found.height))
    }
    return apply(changes.sorted { $0.range.lowerBound < $1.range.lowerBound }, body)
  }

  /// The body with the changes. A change within another one is dropped.
  private static func apply(_ changes: [Change], _ body: UnsafeRawBufferPointer) -> [UInt8] {
    var output: [UInt8] = []
    var position = 0
    for change in changes where change.range.lowerBound >= position {
      output += body[position..<change.range.lowerBound]
      let content = RTFDGraphic.content(change.name, width: change.width, height: change.height)
      output += change.leading
      output += isAlone(change.range, body) ? content : [0x7B] + content + [0x7D]
      position = change.range.upperBound
    }
    return output + body[position...]
  }

  /// Whether the range is the whole content of a group, which then serves as the group of the
  /// attachment.
  private static func isAlone(_ range: Range<Int>, _ body: UnsafeRawBufferPointer) -> Bool {
    let (before, after) = (range.lowerBound - 1, range.upperBound)
    guard before > 0, after < body.count else { return false }
    return body[before] == UInt8(ascii: "{") && body[before - 1] != UInt8(ascii: "\\")
      && body[after] == UInt8(ascii: "}")
  }

  /// The path of the link around an attachment, if the link is spelled as `RTFDExtraction` spells it;
  /// otherwise nil.
  private static func linkedPath(_ found: RTFFoundAttachment, _ body: UnsafeRawBufferPointer) -> String? {
    let end = found.placeholder.upperBound
    guard let path = found.link, body[end...].starts(with: RTFDExtraction.linkEnd) else { return nil }
    return body[..<found.range.lowerBound].suffix(RTFDExtraction.linkStart(path: path).count)
      .elementsEqual(RTFDExtraction.linkStart(path: path)) ? path : nil
  }
}

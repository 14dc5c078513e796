internal import SlipBase
package import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// The attachments that a body in a bundle shows, and how it shows further ones.
///
/// Section 6 of the bundle's specification says how bodies refer to attachments.
package enum BodyFiles {
  /// The attachments that a body shows: digests of pictures, then of linked files. One that is shown twice is there twice.
  package static func shown(in body: UnsafeRawBufferPointer) -> [Attachment.ID] {
    pictured(in: body) + linked(in: body)
  }

  /// The attachments that a body shows as pictures.
  package static func pictured(in body: UnsafeRawBufferPointer) -> [Attachment.ID] {
    RTFPictures.references(in: body).map(\.digest)
  }

  /// The attachments that a body links to.
  package static func linked(in body: UnsafeRawBufferPointer) -> [Attachment.ID] {
    RTFHyperlinks.targets(in: body).compactMap { PayloadPath.attachment(fromBody: $0) }
  }

  /// A body that shows a further attachment in a paragraph of its own, at the end.
  ///
  /// All bytes before the end stay. A PNG or JPEG of known size is shown at 96 pixels per inch, any other file as a link with its
  /// name, as word processors do.
  ///
  /// - Parameters:
  ///   - attachment: The file.
  ///   - name: Its name in the note.
  ///   - body: RTF. What has no closing brace stays as it is.
  package static func showing(_ attachment: Attachment, named name: String, in body: [UInt8]) -> [UInt8] {
    guard let end = body.lastIndex(of: UInt8(ascii: "}")) else { return body }
    return body[..<end] + Array("\\par\\pard\\plain \(group(showing: attachment, named: name))".utf8)
      + body[end...]
  }

  /// RTF that shows an attachment.
  private static func group(showing attachment: Attachment, named name: String) -> String {
    let path = PayloadPath.blobFromBody(attachment.id, attachment.fileExtension)
    let blip = ["image/png": "pngblip", "image/jpeg": "jpegblip"][attachment.mediaType]
    if let blip, let width = attachment.width, let height = attachment.height {
      // 96 pixels per inch, 1,440 twips per inch.
      let size = "\\picw\(width)\\pich\(height)\\picwgoal\(width * 15)\\pichgoal\(height * 15)"
      return
        "{\\field\\picwgoal\(width * 15)\\pichgoal\(height * 15)\\\(blip){\\*\\fldinst INCLUDEPICTURE \"\(path)\" \\\\d}{\\fldrslt{\\pict\(size)\\\(blip)}}}"
    }
    return
      "{\\field{\\*\\fldinst HYPERLINK \"\(path)\"}{\\fldrslt {\\NeXTGraphic \(escaped(name)) \\width640 \\height640}}}"
  }

  /// A text in RTF; characters outside of ASCII as `\uN`.
  ///
  /// Backslashes and braces get a backslash; characters that need two units of UTF-16 become two `\uN`.
  private static func escaped(_ text: String) -> String {
    text.utf16.map { unit in
      switch unit {
      case 0x5C, 0x7B, 0x7D: "\\" + String(UnicodeScalar(UInt8(unit)))
      case 0x20...0x7E: String(UnicodeScalar(UInt8(unit)))
      default: "\\u\(Int16(bitPattern: unit))?"
      }
    }.joined()
  }
}

extension SlipBox {
  /// The attachments of a note that its body doesn't show, each blob once. Those that the box doesn't have are left out.
  ///
  /// - Parameters:
  ///   - body: The note's RTF.
  ///   - isLinkable: Whether a link shows an attachment. It doesn't where the attachment gets no file of its own.
  package func attachments(
    of note: Note, notIn body: [UInt8], isLinkable: (Attachment) -> Bool = { _ in true }
  ) -> [(reference: AttachmentReference, attachment: Attachment)] {
    if note.attachments.isEmpty { return [] }
    var seen = body.withUnsafeBytes { body in
      Set(BodyFiles.pictured(in: body)).union(
        BodyFiles.linked(in: body).filter { attachment($0).map(isLinkable) ?? true })
    }
    return note.attachments.compactMap { reference in
      guard seen.insert(reference.attachment).inserted, let attachment = attachment(reference.attachment)
      else {
        return nil
      }
      return (reference, attachment)
    }
  }
}

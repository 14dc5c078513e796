import SlipBase
import SlipDocument
import SlipExchange
import SlipNotes

/// A note as an importer might give it, without any file.
func imported(
  _ path: String, title: String? = nil, body: String? = nil, keywords: [String] = [], original: String? = nil,
  links: [LinkTarget] = [], pictures: [String] = [], sourceName: String = "Box"
) -> ImportedNote {
  let body = Payload(Array((body ?? "body of \(path)").utf8))
  let original = original ?? "\(title ?? "")|\(body.fact.digest.hex)|\(keywords)|\(pictures)"
  var note = ImportedNote(
    key: ImportKey(sourceName: sourceName, path: path), format: "rtf",
    title: title ?? ImportKey(sourceName: sourceName, path: path).stem, body: body,
    mirror: Payload(Array("mirror".utf8)), kept: body, original: FileFact(of: Array(original.utf8)))
  note.keywords = keywords
  note.linkTargets = links
  note.attachments = pictures.map {
    ImportedAttachment(
      payload: Payload(Array($0.utf8)), mediaType: "image/png", fileExtension: "png", name: "\($0).png")
  }
  note.lifted = note.attachments.map {
    ExtractedData(
      attachment: $0.payload.fact.digest, range: 0..<9, keep: 1..<8, insertion: 5,
      encoding: .hex(upperCase: false, layout: ""))
  }
  return note
}

/// Runs a whole import of some notes into a box.
func importing(
  _ notes: [ImportedNote], into box: SlipBox = SlipBox(),
  _ change: (inout ImportMerger.Options) -> Void = { _ in },
  sourceName: String = "Box", baseline: @escaping @Sendable (Source) -> SourceFacts? = { _ in nil },
  existingTargets: ((Note.ID) throws -> [LinkTarget])? = nil
) throws -> (box: SlipBox, report: ImportReport, payload: [ImportedPayload]) {
  var options = ImportMerger.Options()
  change(&options)
  var merger = try ImportMerger(box, sourceName: sourceName, options: options, baseline: baseline)
  var payload: [ImportedPayload] = []
  for note in notes { payload += try merger.merge(note) }
  try merger.finish(existingTargets: existingTargets)
  return (merger.box, merger.report, payload)
}

func noteID(_ path: String, sourceName: String = "Box") -> UniqueID {
  ImportKey(sourceName: sourceName, path: path).noteID
}

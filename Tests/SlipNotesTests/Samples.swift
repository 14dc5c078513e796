import SlipBase
import SlipDocument
import SlipNotes
import SlipTestSupport

func id(_ number: Int) -> UniqueID { UniqueID(high: 0, low: UInt64(number)) }

func fact(_ text: String) -> FileFact { FileFact(of: Array(text.utf8)) }

func makeNote(_ number: Int, title: String? = nil) -> Note {
  Note(id: id(number), title: title ?? "Note \(number)", body: fact("b\(number)"), mirror: fact("m\(number)"))
}

func makeFolder(_ number: Int, _ name: String? = nil, in parent: Int? = nil) -> Folder {
  var folder = Folder(id: id(number), name: name ?? "Folder \(number)")
  folder.parent = parent.map(id)
  return folder
}

func makeKeyword(_ number: Int, _ name: String? = nil) -> Keyword {
  let name = name ?? "keyword \(number)"
  return Keyword(id: id(number), name: name, color: Keyword.Color(forName: name))
}

func makeAttachment(_ number: Int) -> Attachment {
  Attachment(blob: fact("blob \(number)"), mediaType: "image/png", fileExtension: "png")
}

func makeSource(_ number: Int, lifting attachments: [Int] = []) -> Source {
  var source = Source(
    id: "Box/\(number).rtf", path: "\(number).rtf", format: "rtf", original: fact("o\(number)"),
    kept: fact("k\(number)"))
  source.lifted = attachments.map {
    ExtractedData(
      attachment: makeAttachment($0).id, range: 0..<9, keep: 1..<8, insertion: 5,
      encoding: .hex(upperCase: false, layout: ""))
  }
  return source
}

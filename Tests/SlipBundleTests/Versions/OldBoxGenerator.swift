import SlipBase
import SlipNotes
import SlipTestSupport

@testable import SlipBundle

/// Boxes of old versions with everything that they can hold, unusual text above all. The same seed gives the same box.
struct OldBoxGenerator {
  private var base: BoxGenerator

  init(seed: UInt64) { base = BoxGenerator(seed: seed) }

  private static let pictures: [[UInt8]] = [
    [], Array("no picture".utf8), (try? Fixtures.bytes("images/png-2-8.png")) ?? [], [0, 1, 2, 255],
  ]

  private mutating func history() -> [HistoryEvent] {
    (0..<base.number(3)).map { _ in
      HistoryEvent(kind: .import, from: base.flag() ? base.text() : nil, to: nil, tool: base.text())
    }
  }

  private mutating func body() -> [UInt8] {
    switch base.number(4) {
    case 0: PlainTextRTF.wrap(base.text())
    case 1: Array(#"{\rtf1\ansi\ansicpg1252 \'e4{\b Bold} \u8364?\par }"#.utf8)
    case 2: Array(#"{\rtf1\ansi "#.utf8) + [0xE4, 0xFF, 0x00, 0x0D, 0x0A] + Array("}".utf8)
    default: Array("{\\rtf1 _x0041_ <&>\r\n\t}".utf8)
    }
  }

  private mutating func image() -> InlineImage? {
    guard base.number(3) == 0 else { return nil }
    return InlineImage(name: base.text(), bytes: Self.pictures[base.number(Self.pictures.count)])
  }

  private mutating func status() -> V2Box.Status { [.draft, .review, .archived][base.number(3)] }

  mutating func box1() -> V1Box {
    var box = V1Box(history: history())
    for _ in 0..<base.number(6) {
      box.notes.append(V1Box.Note(title: base.text(), creationDate: base.date(), text: base.text()))
    }
    return box
  }

  mutating func box2() -> V2Box {
    var box = V2Box(history: history())
    for number in 0..<base.number(4) {
      let name = ["Bees", "bees", "BEES", "Ä" + base.text()][number]
      box.keywords.append(V2Box.Keyword(id: base.id(), name: name, colorHex: base.flag() ? "00FF7F" : "12345678"))
    }
    for _ in 0..<base.number(6) {
      var note = V2Box.Note(id: base.id(), title: base.text())
      (note.status, note.isFavorite, note.order) = (status(), base.flag(), base.order())
      (note.creationDate, note.formattedBodyText, note.image) = (base.date(), body(), image())
      note.bodyText = Stage12.lowerCaseMirror(of: note.formattedBodyText, Limits())
      box.notes.append(note)
    }
    box.sort()
    return box
  }

  mutating func box3() -> V3Box {
    var box = V3Box(history: history())
    for _ in 0..<base.number(5) {
      // Parents come earlier: no circle.
      let parent = base.flag() || box.folders.isEmpty ? nil : box.folders[base.number(box.folders.count)].id
      box.folders.append(
        V3Box.Folder(
          id: base.id(), name: base.text(), parent: parent, order: base.order(), creationDate: base.date()))
    }
    for number in 0..<base.number(4) {
      let color = ColorHex.Components(
        red: base.fraction(), green: base.fraction(), blue: base.fraction(), alpha: base.fraction())
      box.keywords.append(V3Box.Keyword(id: base.id(), name: "\(number)" + base.text(), color: color))
    }
    for _ in 0..<base.number(6) {
      var note = V3Box.Note(id: base.id(), title: base.text())
      (note.status, note.isFavorite, note.order) = (status(), base.flag(), base.order())
      (note.creationDate, note.formattedBodyText, note.image) = (base.date(), body(), image())
      note.bodyText = Stage12.lowerCaseMirror(of: note.formattedBodyText, Limits())
      if !box.folders.isEmpty, base.flag() { note.folder = box.folders[base.number(box.folders.count)].id }
      note.keywords = box.keywords.map(\.id).filter { _ in base.flag() }
      box.notes.append(note)
    }
    for index in box.notes.indices {
      box.notes[index].links = box.notes.map(\.id).filter { $0 != box.notes[index].id && base.flag() }
    }
    box.sort()
    return box
  }

  /// A document of version 1, 2 or 3.
  mutating func document(_ version: Int) throws -> VersionDocument {
    let xml =
      switch version {
      case 1: try V1Format.bytes(box1())
      case 2: try V2Format.bytes(box2())
      default: try V3Format.bytes(box3())
      }
    return VersionDocument(version: version, xml: xml, payload: .none)
  }
}

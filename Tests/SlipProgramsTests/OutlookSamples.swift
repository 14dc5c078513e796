import SlipBase
import SlipTestSupport

/// Items of Outlook and Sticky Notes of Windows 7, rich in what they can have. `SourceFixtureTests` imports them.
enum OutlookSamples {
  typealias Item = OutlookMaker.Item

  /// Sets of named properties, from the id 8000h on.
  static let names: [(set: UInt32, number: UInt32, text: String?)] = [
    (0x20329, 0, "Keywords"), (0x6200E, 0x8B00, nil), (0x62003, 0x8105, nil), (0x62003, 0x8101, nil),
  ]

  /// 2020-01-01T00:00:00Z, and each further hour.
  static func time(_ hours: UInt64) -> UInt64 { 132_223_104_000_000_000 + hours * 36_000_000_000 }

  /// The bytes of a text in Latin-1.
  private static func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  /// A picture.
  private static let dot = Base64.decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==".utf8)

  /// A mail with formatted text, a picture in it, files, and another mail.
  static let mail: Item = {
    let html = """
      <html><body><p>Say <b>bold</b>, <i>italic</i>, <u>under</u>, <s>struck</s>, caf\u{E9}.</p><h2>Hives</h2>\
      <ul><li>one<ul><li>deep</li></ul></li></ul><ol><li>first</li></ol><blockquote><p>said</p></blockquote>\
      <table><tr><th>Hive</th><th>kg</th></tr><tr><td>1</td><td>20</td></tr></table><pre>weigh()</pre>\
      <p><a href="https://bees.example/?a=1&amp;b=2">web</a> <img src="cid:p1@x" width="40"></p></body></html>
      """
    var item = Item([
      (0x001A, .text("IPM.Note")), (0x0037, .text("RE: Bees – Größe")), (0x0039, .time(time(0))),
      (0x0E06, .time(time(1))), (0x3007, .time(time(5))), (0x3008, .time(time(6))), (0x0042, .text("Ann")),
      (0x5D02, .text("ann@example.org")), (0x1035, .text("<bees@example.org>")), (0x3FDE, .number(28591)),
      (0x1013, .bytes(latin(html))), (0x0017, .number(2)), (0x0036, .number(2)), (0x1090, .number(2)),
      (0x8000, .texts(["Red", "two words"])),
    ])
    item.recipients = [
      Item([(0x3001, .text("Bob")), (0x39FE, .text("bob@example.org")), (0x0C15, .number(1))]),
      Item([(0x3001, .text("Cid")), (0x0C15, .number(2))]),
    ]
    var inner = Item([(0x3001, .text("Inner")), (0x3705, .number(5))])
    inner.inner = [
      Item([
        (0x0037, .text("Inner")), (0x1000, .text("Plain\r\ntext https://bees.example/")),
        (0x0039, .time(time(2))),
      ])
    ]
    item.attachments = [
      Item([(0x3707, .text("p.png")), (0x3712, .text("<p1@x>")), (0x3705, .number(1)), (0x3701, .bytes(dot))]
      ),
      Item([
        (0x3704, .text("SEED~1.TXT")), (0x3707, .text("seed list – ä.txt")), (0x3705, .number(1)),
        (0x3701, .bytes(latin("Sow"))),
      ]),
      Item([(0x3707, .text("empty.txt")), (0x3705, .number(1)), (0x3701, .bytes([]))]), inner,
    ]
    return item
  }()

  /// A sticky note, whose text is RTF.
  static let sticky = Item([
    (0x001A, .text("IPM.StickyNote")), (0x0037, .text("First line")), (0x3007, .time(time(5))),
    (0x3008, .time(0)),
    (0x8001, .number(2)), (0x8002, .time(time(48))), (0x8003, .number(2)),
    (
      0x1009,
      .bytes(
        OutlookMaker.storedRTF(
          "{\\rtf1\\ansi\\ansicpg1252 First line\\par {\\b bold}, {\\i italic}, {\\ul under}, {\\strike struck}, caf\\'e9\\par }\0"
        ))
    ),
  ])

  /// Notes of Windows 7: one with all formatting, one whose text is lost, so that its preview counts.
  static var stickyNotes: CompoundFileMaker {
    var file = CompoundFileMaker()
    file.add("Version", [2, 0, 0, 0])
    file.add("Metafile", Array(repeating: 0, count: 110))
    let text =
      "{\\rtf1\\ansi\\ansicpg1252 Market \\endash  Gr\\'f6\\'dfe\\par {\\b bold}, {\\i italic}, {\\ul under}, {\\strike struck}\\par {\\pntext\\'b7\\tab}{\\*\\pn\\pnlvlblt}one\\par\\pard end\\par}\0"
    for (name, text) in [("26f334af-80a8-11e8-9", text), ("36f334af-80a8-11e8-9", "broken")] {
      file.add(name + "/0", Array(text.utf8))
      file.add(name + "/1", [0x11, 0x20, 4, 0, 0, 0, 0, 0, 0, 0])
      file.add(name + "/3", OutlookMaker.utf16("Preview\r\nof it\0"))
    }
    file.date("26f334af-80a8-11e8-9", created: time(0), modified: time(1))
    file.date("36f334af-80a8-11e8-9", created: time(2), modified: 0)
    return file
  }
}

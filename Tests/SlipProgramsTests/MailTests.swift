import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipMarkup
@testable import SlipPrograms

@Suite struct MailTests {
  /// Reads a message.
  private func read(_ message: String) throws -> SourceDrain.Result {
    try SourceDrain.read(Array(message.utf8), named: "a.eml")
  }

  /// A message with a text and further fields.
  private func message(_ body: String, _ fields: String = "") -> String {
    "From: Rosa <a@example.org>\nSubject: S\n\(fields)\n\(body)"
  }

  @Test(arguments: [
    ("=?utf-8?B?w41tcmFu?=", "Ímran"), ("=?UTF-8?Q?caf=C3=A9_x?=", "café x"),
    ("a =?utf-8?Q?b?= =?utf-8?Q?c?= d", "a bc d"), ("=?utf-8?B?w4==?= =?utf-8?B?jQ==?=", "Í"),
    ("=?iso-8859-1*de?Q?=E4?=", "ä"), ("=?x?y", "=?x?y"), ("=?no-such?Q?a?=", "a"), ("plain", "plain"),
  ])
  func words(_ value: String, _ text: String) {
    #expect(MIMEWords.decode(Array(value.utf8)) == text)
  }

  @Test func parameters() {
    func name(_ value: String) -> String? { MIMEParameters(Array(value.utf8))["filename"] }
    #expect(name("attachment; filename=\"a; b.txt\"") == "a; b.txt")
    #expect(
      name("attachment; filename*0*=UTF-8''Seed%20list%20; filename*1*=%C3%A4.pdf") == "Seed list ä.pdf")
    #expect(name("attachment; filename*0=\"a\"; filename*1=\"b\"") == "ab")
    #expect(name("attachment; filename=\"=?utf-8?Q?=C3=A4?=\"") == "ä")
    #expect(name("attachment; FILENAME=x ;") == "x")
    #expect(name("attachment") == nil)
  }

  @Test(arguments: [
    ("Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T15:55:06Z"),
    ("21 Nov 97 09:55 EST", "1997-11-21T14:55:00Z"),
    ("Thu, 5 Feb 2004 03:04:05 +0900 (JST)", "2004-02-04T18:04:05Z"),
    ("Tue, 3 Feb 2004 03:04:05 -0000", "2004-02-03T03:04:05Z"),
    ("Fri Mar 10 2006 13:40:00 GMT+0100", "2006-03-10T12:40:00Z"),
    ("Fri Nov 21 09:55:06 1997", "1997-11-21T09:55:06Z"),
    ("Fri Nov 21 09:55:06 EST 1997", "1997-11-21T14:55:06Z"),
    ("Fri, 21-Nov-97 09:55:06 GMT", "1997-11-21T09:55:06Z"),
    ("Fri, 21 Nov 103 09:55:06 +0100", "2003-11-21T08:55:06Z"),
    ("Fri, 21 Nov 1997 09(c):   55  :  06 -0600", "1997-11-21T15:55:06Z"),
    ("Fri, 21 Nov 1997 09.55.06 +0100", "1997-11-21T08:55:06Z"),
    ("1997-11-21T09:55:06+01:00", "1997-11-21T08:55:06Z"),
  ])
  func dates(_ text: String, _ date: String) {
    #expect(MailDate.read(text)?.time.rfc3339 == date)
  }

  @Test func quotedPrintableAndUUFiles() {
    #expect(
      String(decoding: MIMEText.quotedPrintable(Array("a=3D=\r\nb=e4=x=".utf8)[...]), as: UTF8.self)
        == "a=b\u{FFFD}=x")
    let file = UUFile.first(in: Array("x\nbegin 644 a.txt\n#0V%T\n`\nend\ny".utf8)[...])
    #expect(file.map { String(decoding: $0.bytes, as: UTF8.self) } == "Cat" && file?.name == "a.txt")
  }

  @Test func flowedTextAndQuotations() throws {
    let text = try read(
      message(
        "One \ntwo.\n\n> said \n> more\n From\n-- \nme https://example.org/x.\n",
        "Content-Type: text/plain; format=flowed\n")
    ).text("a.eml")
    #expect(text?.hasPrefix("One two.\nsaid more\n") == true)
    #expect(text?.contains("https://example.org/x.") == true)
  }

  /// Types, boundaries and encodings as mail programs write them.
  @Test(arguments: [
    ("text/plain (Plain text); charset=iso-8859-1", "caf\u{E9}"),
    ("text/plain charset=iso-8859-1", "caf\u{E9}"),
    ("\"text/plain\"; charset=\"iso-8859-1\"", "caf\u{E9}"), ("plain/text; charset=cp437", "caf\u{82}"),
    ("text/plain; charset=iso-8859-1 (Latin 1)", "caf\u{E9}"), ("text/plain; charset=mac-roman", "caf\u{8E}"),
  ])
  func spellingsOfTypes(_ type: String, _ body: String) throws {
    let message = message(body, "Content-Type: \(type)\n").unicodeScalars.map { UInt8($0.value) }
    #expect(try SourceDrain.read(message, named: "a.eml").text("a.eml") == "café")
  }

  @Test(arguments: [
    ("iso-2022-jp", "\u{1B}(I6E\u{1B}(B ok \u{1B}$B-!F|\u{1B}(B.", "\u{FF76}\u{FF85} ok ①日."),
    ("iso-2022-kr", "\u{1B}$)CT: \u{E}GQ1[\u{F} end", "T: 한글 end"),
    ("hz-gb-2312", "T: ~{::WV~} ~~ end", "T: 汉字 ~ end"),
    ("cp932", "\u{93}\u{FA}", "日"), ("ansi_x3.4-1968", "\u{C3}\u{A9}", "é"),
  ])
  func encodingsThatTheWebLacks(_ label: String, _ text: String, _ shown: String) {
    #expect(MIMEText.decode(text.unicodeScalars.map { UInt8($0.value) }, label: label) == shown)
  }

  @Test func joinedBase64() {
    func text(_ body: String) -> String {
      String(decoding: MIMEText.decode(Array(body.utf8)[...], transfer: "base64"), as: UTF8.self)
    }
    #expect(text("SGVsbG8gd29ybGQhIQ==\nU2Vjb25kIHRleHQ=") == "Hello world!!Second text")
    #expect(text("SGVsbG8g*d29ybGQ\n--\nfooter of list!") == "Hello world")
  }

  /// What isn't chosen of several forms of a text still has files, and an empty page is no text.
  @Test func alternatives() throws {
    let files = try read(
      message(
        "--x\nContent-Type: multipart/mixed; boundary=y\n\n--y\n\nplain\n--y\nContent-Type: application/pdf; name=a.pdf\n\n%PDF\n--y--\n--x\nContent-Type: text/html\n\n<p>page</p>\n--x--\n",
        "Content-Type: multipart/alternative; boundary=x\n"))
    #expect(files.text("a.eml")?.hasPrefix("page") == true && files["a.eml"]?.attachments.count == 1)
  }

  @Test(arguments: [
    ("<html><body>&nbsp;</body></html>", true),
    ("<title>T</title><BODY class=a>\u{A0} &NBSP;\u{3000}\n</BODY>", true),
    ("", true), ("<body><IMG alt='page' src='cid:a'></body>", false), ("<body>&amp;page</body>", false),
    ("page<p></p>", false), ("<title>T</title><p>page", false),
  ])
  func pagesThatShowNothing(_ page: String, _ isEmpty: Bool) throws {
    let found = try read(
      message(
        "--x\n\nplain has it\n--x\nContent-Type: text/html\n\n\(page)\n--x--\n",
        "Content-Type: multipart/alternative; boundary=\"x \"\n"))
    #expect((found.text("a.eml") == "plain has it") == isEmpty)
  }

  /// A text is the text of a message, whatever its name is, and also where no boundary tells its parts apart.
  @Test(arguments: [
    ("Content-Type: text/html; name=x.html\nContent-Disposition: inline; filename=x.html\n", "<p>words</p>"),
    ("Content-Type: text/x-patch\nContent-Disposition: attachment; filename=a.patch\n", "words"),
    ("Content-Type: multipart/alternative;\n", "words"),
    ("Content-Type: multipart/mixed; boundary=never\n", "words"),
    (
      "Content-Type: multipart/alternative; boundary=b\n",
      "--b\n\nplain\n--b\nContent-Type: text/html; name=x.html\nContent-Disposition: inline; filename=x.html\n\n<p>words</p>\n--b--\n"
    ),
    ("Content-Type: text/plain; charset=utf-8\n", "words"),
  ])
  func textsWithNames(_ fields: String, _ body: String) throws {
    let found = try read(message(body, fields))
    #expect(found.text("a.eml")?.trimmingBlanks() == "words")
    // What can't be taken apart is kept as it was sent, too.
    #expect(
      found["a.eml"]?.attachments.count == (fields.contains("multipart") && !body.contains("--b") ? 1 : 0))
  }

  /// Gmail's own labels in the language of the account are none of the user's.
  @Test func labelsOfGmail() throws {
    let note = try read(
      message(
        "x",
        "X-Gmail-Labels: =?UTF-8?Q?Bo=C3=AEte_de_r=C3=A9ception,Non_lus,Cat=C3=A9gorie_:_R=C3=A9seaux,Miel,Kategorie:_Neu,Category_Updates,Categories?=\n"
      )
    ).notes[0].note
    #expect(note.item?.keywords.map(\.path) == [["Miel"], ["Categories"]])
    let star = try read(message("x", "X-Gmail-Labels: Posteingang,Markiert\n")).notes[0].note
    #expect(star.item?.isFavorite == true && star.item?.keywords.isEmpty == true)
  }

  /// What a list adds behind Base64 is text, and a parameter without the blank before it is one.
  @Test func whatServersMakeOfMessages() throws {
    let footer = try read(
      message("SGVsbG8gd29ybGQh\n--\nfooter of the list\n", "Content-Transfer-Encoding: base64\n"))
    #expect(footer.text("a.eml") == "Hello world!\n--\nfooter of the list")
    let file = try read(
      message(
        "--x\n\nbody\n--x\nContent-Type: application/zip; x-unix-mode=0600;\nname=\"f:1.zip\"\nContent-Disposition: attachment;\nfilename=\"f.zip\"\nContent-Transfer-Encoding: base64\n\nUEsDBA==\n--x--\n",
        "Content-Type: multipart/mixed; boundary=x\n"))
    #expect(file["a.eml"]?.attachments.map(\.name) == ["f.zip"])
    #expect(file["a.eml"]?.attachments.map(\.payload.bytes) == [[0x50, 0x4B, 3, 4]])
  }

  /// Folders of Apple Mail are those that the user sees.
  @Test func foldersOfAppleMail() throws {
    let bytes = Array(message("Hi", "Date: Mon, 06 May 2024 07:08:09 +0000\n").utf8)
    let file = Array("\(bytes.count)\n".utf8) + bytes
    let tree = SourceDrain.folder(
      [("Garden.mbox/Bees.mbox/5B2C/Data/1/Messages/12.emlx", file), ("a/1.emlx", file)], named: "V10")
    let folders = try SourceDrain.read(tree, .eml).notes.map { $0.note.item?.folder.map(\.name) }
    #expect(folders == [["Garden", "Bees"], ["a"]])
  }

  /// Text that isn't what its label says.
  @Test func wrongLabels() {
    #expect(MIMEText.decode(Array("你好！我在这里".utf8), label: "GB2312") == "你好！我在这里")
    #expect(MIMEText.decode([0x47, 0x72, 0xFC, 0xDF, 0x65], label: "utf-8") == "Grüße")
    #expect(MIMEText.decode([0xC3, 0xA9, 0x20, 0xFC], label: "utf-8") == "é \u{FFFD}")
  }

  @Test func messagesInMessages() throws {
    let inner =
      "--x\n\nouter\n--x\nContent-Type: Message/RFC822\n\n\nFrom: i@example.org\nSubject: inner\n\ntext\n--x--\n"
    let result = try read(message(inner, "Content-Type: multipart/mixed; boundary=x\n"))
    #expect(result.notes.map(\.note.title) == ["S", "inner"])
  }

  @Test func oddLineEndsAndBeginnings() throws {
    let text = message("body\nmore\n", "Date: Fri, 21 Nov 1997 09:55:06 -0600\n")
    for odd in [text.replacing("\n", with: "\r"), "\u{FEFF}" + text, "\n\n" + text] {
      #expect(try read(odd).notes[0].note.title == "S")
    }
    let box = "From a@b Fri Nov 21 10:00:00 1997\n\(text)\nFrom a@b Fri Nov 21 10:00:00 1997\n\(text)x\n"
    for odd in [box.replacing("\n", with: "\r"), "\n" + box] {
      #expect(try SourceDrain.read(Array(odd.utf8), named: "a.mbox").notes.count == 2)
    }
    // A length counts where a message begins behind it.
    let stated =
      "From a@b Fri Nov 21 10:00:00 1997\nSubject: A\nContent-Length: 43\n\nx\n\nFrom bob@b Fri Nov 21 10:00:00 1997\nend\n"
    #expect(try SourceDrain.read(Array((stated + "\n" + box).utf8), named: "a.mbox").notes.count == 3)
  }

  @Test func formattedTextOfOldPrograms() throws {
    func text(_ body: String, _ type: String) throws -> String? {
      try read(message(body, "Content-Type: text/\(type)\n")).text("a.eml")
    }
    #expect(
      try text("<bold>Now</bold> is <color><param>red</param>the\ntime</color>\n\nnext <<b", "enriched")
        == "Now is the time\nnext <b"
        || text("<bold>Now</bold> is <color><param>red</param>the\ntime</color>\n\nnext <<b", "enriched")
          == "Now is the time\u{B}next <b"
    )
    let rich = try text("the time<nl>second <comment>hidden</comment>a <lt> b", "richtext") ?? ""
    #expect(rich.contains("the time") && rich.contains("second a < b"))
  }

  /// An answer leads to the nearest message that is there.
  @Test func answers() throws {
    let first = "Message-ID: <t1@x>\n"
    for field in [
      "In-Reply-To: t1@x", "In-Reply-To: Yours of \"Fri\" <t1@x> <rosa@example.org>",
      "References: <t1@x> <gone@x>",
    ] {
      let tree = SourceDrain.folder(
        [("a.eml", Array(message("x", first).utf8)), ("b.eml", Array(message("y", field + "\n").utf8))],
        named: "Mail")
      #expect(try SourceDrain.read(tree, .eml)["b.eml"]?.item?.relations.count == 1, "\(field)")
    }
  }

  @Test func partsOfAppleMail() throws {
    let text = message("x\n", "Date: Fri, 21 Nov 1997 09:55:06 -0600\n")
    let tree = SourceDrain.folder(
      [
        ("M/Messages/5.partial.emlx", Array("\(text.utf8.count)\n\(text)".utf8)),
        ("M/Attachments/5/2/a.pdf", Array("%PDF-1.4".utf8)),
      ],
      named: "Mail")
    let result = try SourceDrain.read(tree, .eml)
    #expect(result.skipped.isEmpty && result.notes[0].note.attachments.count == 1)
  }

  /// Parts that Apple Mail keeps beside a message are found by their names, stand where the text shows them, and are named where
  /// they are missing.
  @Test func partsBesideAMessage() throws {
    func part(_ name: String, _ id: String) -> String {
      "--b\nContent-Type: image/png\nContent-Disposition: attachment; filename=\(name)\nContent-ID: <\(id)>\nX-Apple-Content-Length: 70\n\n"
    }
    let text = message(
      "--b\nContent-Type: text/html\n\n<p>one <img src='cid:pic@x'> two</p>\n" + part("p.png", "pic@x")
        + part("q.png", "other@x") + part("gone.png", "gone@x") + "--b--\n",
      "Content-Type: multipart/related; boundary=b\n")
    let picture = Base64.decode(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==".utf8)
    let tree = SourceDrain.folder(
      [
        ("M/Messages/5.partial.emlx", Array("\(text.utf8.count)\n\(text)".utf8)),
        ("M/Attachments/5/2/p.png", picture), ("M/Attachments/5/3/q.png", picture + [0]),
      ], named: "Mail")
    let note = try #require(try SourceDrain.read(tree, .eml).notes.first?.note)
    #expect(note.attachments.map(\.name).sorted() == ["p.png", "q.png"])
    #expect(!note.diagnostics.contains { $0.message.contains("cid:") })
    #expect(note.diagnostics.filter { $0.code == ExchangeCode.fileMissing }.map(\.message).count == 1)
    #expect(note.diagnostics.contains { $0.message.contains("gone.png") })
  }

  @Test func encryptedMessages() throws {
    let note = try read(message("--b\n\nx\n--b--\n", "Content-Type: multipart/encrypted; boundary=b\n"))
      .notes[0].note
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self) == "🔒")
    #expect(note.diagnostics.map(\.code) == [ExchangeCode.encryptedPart])
  }

  @Test func appleMail() throws {
    let message = "From: a@example.org\nSubject: S\n\nText\n"
    let file =
      "\(message.utf8.count)   \n\(message)<?xml version='1.0'?><plist><dict><key>flags</key><integer>18</integer></dict></plist>"
    for file in [file, file.replacing("\n", with: "\r\n")] {
      for shift in [0, -9, 40] {
        let count = try #require(
          file.split(whereSeparator: \.isNewline).first.flatMap { Int($0.prefix { $0.isNumber }) })
        let other = "\(count + shift)" + file.drop { !$0.isNewline }
        let result = try SourceDrain.read(Array(other.utf8), named: "1.emlx")
        #expect(result.text("1.emlx") == "Text" && result["1.emlx"]?.item?.isFavorite == true, "\(shift)")
      }
    }
    let result = try SourceDrain.read(Array(file.utf8), named: "1.emlx")
    #expect(result.text("1.emlx") == "Text")
    #expect(result["1.emlx"]?.item?.isFavorite == true)
  }

  @Test func answersLeadToTheFirstOfTwins() throws {
    let original = Array("From: a@x\nSubject: A\nMessage-ID: <1@x>\n\nx".utf8)
    let answer = Array("From: b@x\nSubject: Re\nReferences: <0@x> <1@x>\n\nx".utf8)
    let tree = SourceDrain.folder(
      [("a.eml", original), ("b.eml", answer), ("c.eml", original)], named: "Mail")
    let result = try SourceDrain.read(tree, .eml)
    #expect(result["b.eml"]?.item?.relations.map(\.description) == ["00000000-0000-0001-0000-000000000001"])
  }

  @Test func mailboxes() throws {
    let box = """
      From MAILER-DAEMON Fri Jul  8 12:08:34 2011
      Subject: DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA
      X-IMAP: 1

      x

      From a@x Fri Nov 21 15:55:06 1997
      Subject: One
      Message-ID: <1@x>

      From here on it is text.

      From here on, too.
      >From quoted
      >>From twice

      From - Sat Feb 07 03:04:05 2004
      X-Mozilla-Status: 0009
      Subject: Two

      deleted

      From a@x Fri Nov 21 15:55:06 1997
      Subject: One
      Message-ID: <1@x>

      other

      """
    let tree = SourceDrain.folder(
      [("Bees", Array(box.utf8)), ("Bees.msf", []), ("Bees.sbd/Deep.mbox/mbox", Array(box.utf8))],
      named: "Mail")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "mbox")
    let result = try SourceDrain.read(tree, .mbox)
    #expect(result.notes.map(\.id) == ["1@x", "Bees#3", "1@x#2", "Bees.sbd/Deep.mbox/mbox#3"])
    #expect(result.text("1@x") == "From here on it is text.\nFrom here on, too.\nFrom quoted\nFrom twice")
    #expect(result["Bees#3"]?.item?.status == .archived)
    #expect(
      result.notes.map { $0.note.item?.folder.map(\.name).joined(separator: "/") ?? "" } == [
        "Bees", "Bees", "Bees", "Bees/Deep",
      ])
    #expect(result.skipped.map(\.reason) == [.copy, .copy])
  }

  /// Thunderbird writes nothing behind `From`; what looks like it in a text begins no message.
  @Test func boxesWithoutDates() throws {
    let one =
      "From \r\nMessage-ID: <1@x>\r\nTo: a@b\r\nSubject: one\r\n\r\nHi\r\n\r\nFrom \r\nhere on\r\n\r\n"
    let two = "From - Mon Jan 01 10:00:00 2024\r\nMessage-ID: <2@x>\r\nSubject: two\r\n\r\nB\r\n\r\n"
    let three = "From -\r\nMessage-ID: <3@x>\r\nSubject: three\r\n\r\nC\r\n"
    for text in [one + two + three, two + one + three] {
      let notes = try SourceDrain.read(Array(text.utf8), named: "Inbox").notes
      #expect(Set(notes.map(\.note.title)) == ["one", "two", "three"])
    }
  }

  /// A message is one by its header, whatever its file is called; so are the files of MH.
  @Test func messagesByOtherNames() throws {
    let bytes = Array(message("Hi", "Date: Mon, 06 May 2024 07:08:09 +0000\n").utf8)
    for name in ["a.mbox", "a.msg", "1"] {
      #expect(ProgramTable.sources.kind(of: try SourceTree.of(bytes, named: name))?.name == "eml")
    }
    let folder = SourceDrain.folder([("1", bytes), ("2", bytes)], named: "inbox")
    #expect(try SourceDrain.read(folder, .eml).notes.count == 2)
    let mixed = SourceDrain.folder(
      [("README", bytes), ("a.rtf", bytes), ("b.rtf", bytes), ("c.rtf", bytes)], named: "x")
    #expect(MailSource.recognizes(mixed) == nil)
  }

  @Test func textsAreNoMail() throws {
    for (name, text) in [
      ("a.md", "Title: x\nDate: y\n\nz"), ("README", "Note: x\n\ny"), ("a.txt", "From: a\nTo: b\n\nc"),
    ] {
      let kind = ProgramTable.sources.kind(of: try SourceTree.of(Array(text.utf8), named: name))
      #expect(kind?.name != "eml" && kind?.name != "mbox")
    }
  }

  @Test func damagedMessages() throws {
    let bytes = try Fixtures.bytes("sources/eml/Mail/Harvest.eml")
    SourceDrain.law(bytes, .eml, seed: 7, step: 2) { try SourceTree.of($0, named: "a.eml") }
    SourceDrain.law(Array("From a@x Fri Nov 21 15:55:06 1997\n".utf8) + bytes, .mbox, seed: 8, step: 3) {
      try SourceTree.of($0, named: "a.mbox")
    }
  }

  /// A property list in a message isn't that of the program.
  @Test func propertyListsInMessages() throws {
    let text =
      "From: a@e.org\nSubject: S\n\none\n<?xml version='1.0'?>\n<plist><dict/></plist>\nlast words\n"
    let result = try SourceDrain.read(Array("\(text.utf8.count)\n\(text)".utf8), named: "1.emlx")
    #expect(result.text("1.emlx")?.contains("last words") == true)
  }

  /// Folders of a Maildir lie in each other by the dots in their names, with letters in modified UTF-7.
  @Test func foldersOfMaildirs() throws {
    let message = Array("From: a@e.org\nDate: Mon, 6 May 2024 07:08:09 +0200\nSubject: S\n\nText\n".utf8)
    let tree = SourceDrain.folder(
      [
        ("cur/1_0:2,S", message), (".Archive.2024.&ANw-bung/cur/2_0:2,S", message),
        (".A&-B/new/3_0", message),
      ], named: "Mail")
    let result = try SourceDrain.read(tree, .eml)
    let folders = result.notes.map { $0.note.item?.folder.map(\.name) ?? [] }
    #expect(Set(folders) == [[], ["Archive", "2024", "Übung"], ["A&B"]])
  }
}

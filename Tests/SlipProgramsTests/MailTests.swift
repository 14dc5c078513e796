import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
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
}

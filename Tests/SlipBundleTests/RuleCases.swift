import SlipRTF
import Foundation
import SlipBase
import SlipBundle
import SlipFormats
import SlipNotes
import SlipTestSupport
import Testing

/// How to break a valid bundle so that one rule finds something, and no other.
struct RuleCase: Sendable, CustomTestStringConvertible {
  var rule: ValidationRule
  var edit: @Sendable (inout SampleBundle) throws -> Void = { _ in }
  /// What is done to the tree once it is written.
  var tamper: @Sendable (TemporaryDirectory) throws -> Void = { _ in }
  /// Makes a pack of the files, `mimetype` first; the pack is validated then.
  var pack: (@Sendable ([ZipMaker.Entry]) throws -> [UInt8])?
  /// A file that can't be read.
  var unreadable: String?
  /// Where the finding stands: a file, with a line where it is the manifest.
  var place: String

  var testDescription: String { "\(rule.name)-\(rule.severity)" }

  init(
    _ rule: ValidationRule, at place: String, unreadable: String? = nil,
    edit: @escaping @Sendable (inout SampleBundle) throws -> Void = { _ in },
    tamper: @escaping @Sendable (TemporaryDirectory) throws -> Void = { _ in },
    pack: (@Sendable ([ZipMaker.Entry]) throws -> [UInt8])? = nil
  ) {
    self.rule = rule
    self.place = place
    self.edit = edit
    self.tamper = tamper
    self.unreadable = unreadable
    self.pack = pack
  }

  private static let plainBody = PayloadPath.body(SampleBundle.plain)
  private static let secondDigest = Digest(of: Array("Second\r\n".utf8)).hex
  private static let plainMirror = PayloadPath.mirror(SampleBundle.plain)
  private static let plainMirror6 = PayloadPath.mirror(SampleBundle.plain)
  private static let firstTransaction = "history/00000001-893c4ef0.xml"
  private static let otherTransaction = "history/00000001-0893c4ef.xml"

  static let all: [RuleCase] =
    container + packs + syntax + references + fixity + parts + payload + paths

  static let container: [RuleCase] = [
    RuleCase(.manifestMissing, at: "manifest.xml", tamper: { try $0.remove("manifest.xml") }),
    RuleCase(.mimetypeMissing, at: "mimetype", tamper: { try $0.remove("mimetype") }),
    RuleCase(.mimetypeDiffers, at: "mimetype") {
      $0.files["mimetype"] = Array("application/epub+zip".utf8)
    },
    RuleCase(.gitAttributesDiffer, at: ".gitattributes") {
      $0.files[".gitattributes"] = Array("*.txt text\n".utf8)
    },
    RuleCase(.manifestEdited, at: "manifest.xml") {
      $0.isSealed = false
      $0.edit("Plain", "Plane")
    },
    RuleCase(.manifestDigestMissing, at: "manifest.sha256", tamper: { try $0.remove("manifest.sha256") }),
  ]

  static let packs: [RuleCase] = [
    RuleCase(.packOrder, at: "", pack: { ZipMaker($0.reversed()).bytes() }),
    RuleCase(
      .packOrder, at: "",
      pack: { entries in
        var entries = entries
        entries.swapAt(0, 1)
        return ZipMaker(entries).bytes()
      }),
    RuleCase(
      .packSlack, at: "",
      pack: { entries in
        // A comment.
        var bytes = ZipMaker(entries).bytes()
        bytes[bytes.count - 2] = 4
        return bytes + Array("more".utf8)
      }),
    RuleCase(
      .packSlack, at: "",
      pack: { entries in
        var entries = entries
        entries[1].comment = Array("more".utf8)
        return ZipMaker(entries).bytes()
      }),
    RuleCase(.packSlack, at: "", pack: { ZipMaker($0).bytes() + Array("not of the archive\n".utf8) }),
    RuleCase(
      .packDescriptors, at: "",
      pack: { entries in
        var entries = entries
        let bytes = entries[2].bytes
        entries[2].flags = 8
        entries[2].claimedSize = bytes.count
        entries[2].claimedPackedSize = bytes.count
        let checksum = ZipMaker.checksum(bytes)
        entries[2].claimedChecksum = checksum
        entries[2].bytes += [0x50, 0x4B, 7, 8]
        for number in [checksum, UInt32(bytes.count), UInt32(bytes.count)] {
          entries[2].bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return ZipMaker(entries).bytes()
      }),
  ]

  static let syntax: [RuleCase] = [
    RuleCase(.notWellFormed, at: "manifest.xml:36") { $0.edit("</notes>", "") },
    RuleCase(.notWellFormed, at: "manifest.xml:34") { $0.edit("title=\"Plain\"", "title=\"A & B\"") },
    RuleCase(.doctypePresent, at: "manifest.xml:2") {
      $0.edit("<slipbox", "<!DOCTYPE slipbox [<!ENTITY a \"b\">]><slipbox")
    },
    RuleCase(.notWellFormed, at: "manifest.xml:1") { $0.edit("version=\"1.0\"", "version='1.1'") },
    RuleCase(.encodingNotUTF8, at: "manifest.xml:1") { $0.edit("UTF-8", "ISO-8859-1") },
    RuleCase(.encodingNotUTF8, at: "manifest.xml:1") { $0.edit("UTF-8", "US-ASCII") },
    RuleCase(.limitExceeded, at: "manifest.xml:21") { $0.options.limits.xmlDepth = 3 },
    RuleCase(.limitExceeded, at: "manifest.xml:34") {
      $0.options.limits.foreignBytes = 100
      $0.addToPlain("<x:y xmlns:x=\"urn:x\">\(String(repeating: "z", count: 100))<x:z/></x:y>")
    },
    RuleCase(.schemaViolation, at: "manifest.xml:34") { $0.edit(" title=\"Plain\"", "") },
    RuleCase(.schemaViolation, at: "manifest.xml:10") {
      $0.edit("name=\"Work\"", "name=\"Work\" order=\"first\"")
    },
    // The schema allows it, and no reader of dates.
    RuleCase(.schemaViolation, at: "manifest.xml:34") {
      $0.edit("title=\"Plain\"", "title=\"Plain\" created=\"2024-05-06T24:00:00Z\"")
    },
    RuleCase(.filesOutOfOrder, at: "manifest.xml:36") { sample in
      sample.isVersion6 = true
      let lines = try sample.text().components(separatedBy: "\n")
      let files = lines.filter { $0.contains("<file ") }
      sample.edit(files[0] + "\n" + files[1], files[1] + "\n" + files[0])
    },
    RuleCase(.versionUndeclared, at: "manifest.xml:1") { $0.edit(" version=\"8\"", "") },
    RuleCase(.versionUnknown, at: "manifest.xml:1") { $0.edit(" version=\"8\"", " version=\"99\"") },
    RuleCase(.versionContradicted, at: "manifest.xml:1") { $0.edit(" version=\"8\"", " version=\"3\"") },
  ]

  static let references: [RuleCase] = [
    RuleCase(.duplicateID, at: "manifest.xml:12") {
      $0.edit("</folders>", "<folder id=\"\(SampleBundle.parent)\" name=\"Other\"/></folders>")
    },
    RuleCase(.duplicateID, at: "manifest.xml:24") { try $0.double("<source key=\"in/two.txt\"") },
    RuleCase(.duplicateID, at: "manifest.xml:35") { try $0.double("title=\"Plain\"") },
    RuleCase(.duplicateID, at: "manifest.xml:15") { try $0.double("<keyword id=") },
    RuleCase(.danglingFolder, at: "manifest.xml:11") {
      $0.edit("parent=\"\(SampleBundle.parent)\"", "parent=\"\(UniqueID(high: 9, low: 9))\"")
    },
    RuleCase(.danglingFolder, at: "manifest.xml:34") {
      $0.edit("title=\"Plain\"", "title=\"Plain\" folder=\"\(UniqueID(high: 9, low: 9))\"")
    },
    RuleCase(.danglingKeyword, at: "manifest.xml:27") {
      $0.edit("ref=\"\(SampleBundle.keyword)\"", "ref=\"\(UniqueID(high: 9, low: 9))\"")
    },
    RuleCase(.savedSearchUnusable, at: "manifest.xml:10") {
      $0.edit(
        "name=\"Work\"/>", "name=\"Work\"><property name=\"predicate\" value=\"title CONTAINS\"/></folder>")
    },
    RuleCase(.folderTooDeep, at: "manifest.xml:140") { $0.nestFolders(129) },
    RuleCase(.repeatedReference, at: "manifest.xml:28") { try $0.double("<keyword ref=") },
    RuleCase(.repeatedReference, at: "manifest.xml:29") { try $0.double("<link to=") },
    RuleCase(.danglingAttachment, at: "manifest.xml:30") {
      $0.edit(
        "name=\"look.png\"/>", "name=\"look.png\"/>\n<attachment ref=\"\(SampleBundle.zeros)\" name=\"x\"/>")
    },
    RuleCase(.danglingSource, at: "manifest.xml:34") {
      $0.edit("title=\"Plain\"", "title=\"Plain\" source=\"x\"")
    },
    RuleCase(.folderCycle, at: "manifest.xml:10") {
      $0.edit("name=\"Work\"", "name=\"Work\" parent=\"\(SampleBundle.folder)\"")
    },
    RuleCase(.keywordCycle, at: "manifest.xml:14") {
      let id = UniqueID(high: 9, low: 9)
      $0.edit("blue=\"0\"/>", "blue=\"0\" parent=\"\(id)\"/>")
      $0.edit(
        "</keywords>",
        "<keyword id=\"\(id)\" name=\"a\" red=\"0\" green=\"0\" blue=\"1\" parent=\"\(SampleBundle.keyword)\"/></keywords>"
      )
    },
    RuleCase(.historyDiffers, at: "manifest.xml:3") {
      $0.edit("<history count=\"1\"", "<history count=\"2\"")
    },
    RuleCase(.transactionBroken, at: "history/00000001-a70319e8.xml") { sample in
      let file = TransactionFile(number: 3, previous: nil, BoxTransaction(.import, tool: "test 1"))
      let bytes = try file.bytes()
      let entry = BoxHistory.Entry(1, FileFact(of: bytes))
      sample.files = sample.files.filter { !$0.key.hasPrefix("history/") }
      sample.files[entry.path] = bytes
      sample.box.history = BoxHistory()
      sample.box.history.add(entry)
    },
    RuleCase(
      .fileNameNotDigest, at: "manifest.xml:36",
      edit: {
        $0.isVersion6 = true
        $0.edit(firstTransaction, otherTransaction)
      }, tamper: { try $0.move(firstTransaction, to: otherTransaction) }),
    RuleCase(.unusedAttachment, at: "manifest.xml:17") {
      try $0.addAttachment(
        Array("GIF89a\u{1}\0\u{1}\0\0\0\0;".utf8.map { $0 }), type: "image/gif", fileExtension: "gif")
    },
    RuleCase(.unusedSource, at: "manifest.xml:24") {
      let bytes = Array("Unused".utf8)
      let fact = FileFact(of: bytes)
      try $0.box.insert(Source(id: "z", path: "z.txt", format: "text", original: fact, kept: fact))
      $0.files[PayloadPath.kept(fact.digest, "text")] = bytes
    },
    RuleCase(.danglingLink, at: "manifest.xml:28") {
      $0.edit("to=\"\(SampleBundle.imported)\"", "to=\"\(UniqueID(high: 9, low: 9))\"")
    },
    RuleCase(.linkToItself, at: "manifest.xml:35") {
      try $0.box.update(note: SampleBundle.plain) { $0.links = [$0.id] }
    },
    RuleCase(.duplicateKeywordName, at: "manifest.xml:15") {
      $0.edit(
        "</keywords>",
        "<keyword id=\"\(UniqueID(high: 9, low: 9))\" name=\"GRO\u{308}SSE\" red=\"0\" green=\"0\" blue=\"0\"/></keywords>"
      )
    },
    RuleCase(.dateInFuture, at: "manifest.xml:34") {
      $0.options.now = Timestamp(rfc3339: "2998-12-30T00:00:00Z")
      $0.edit("title=\"Plain\"", "title=\"Plain\" created=\"2999-01-01T00:00:00Z\"")
    },
    RuleCase(.dateInFuture, at: "manifest.xml:10") {
      $0.options.now = Timestamp(rfc3339: "2998-12-30T00:00:00Z")
      $0.edit("name=\"Work\"", "name=\"Work\" created=\"2998-12-31T00:00:01.5Z\"")
    },
    RuleCase(.dateBefore1970, at: "manifest.xml:34") {
      $0.edit("title=\"Plain\"", "title=\"Plain\" modified=\"1904-01-01T00:00:00Z\"")
    },
    RuleCase(.duplicateKeywordName, at: "manifest.xml:15") {
      $0.edit(
        "</keywords>",
        "<keyword id=\"\(UniqueID(high: 9, low: 9))\" name=\"GRÖSSE\" red=\"0\" green=\"0\" blue=\"0\"/></keywords>"
      )
    },
    RuleCase(.modifiedBeforeCreated, at: "manifest.xml:26") {
      $0.edit("modified=\"2024-05-06T07:08:09.52Z\"", "modified=\"2024-05-06T07:08:09Z\"")
    },
  ]

  static let fixity: [RuleCase] = [
    RuleCase(.missingFile, at: plainBody, tamper: { try $0.remove(plainBody) }),
    RuleCase(.unlistedFile, at: "notes/00/copy.rtf") { $0.files["notes/00/copy.rtf"] = [0x7B] },
    RuleCase(.unlistedFile, at: "zzz") { $0.files["zzz"] = [] },
    RuleCase(.conflictCopy, at: "manifest.sync-conflict-20240506-101112-ABCDEFG.xml") {
      $0.files["manifest.sync-conflict-20240506-101112-ABCDEFG.xml"] = []
    },
    RuleCase(.fileArriving, at: ".syncthing.manifest.xml.tmp") {
      $0.files[".syncthing.manifest.xml.tmp"] = []
    },
    RuleCase(.wrongLength, at: plainMirror) { $0.files[plainMirror] = Array("Plain and more".utf8) },
    RuleCase(.wrongDigest, at: plainMirror) { $0.files[plainMirror] = Array("Plane".utf8) },
    RuleCase(.bodyEdited, at: plainBody) { $0.files[plainBody] = Array("{\\rtf1 Plane}".utf8) },
    RuleCase(.bodyEdited, at: plainBody) { $0.files[plainBody] = Array("{\\rtf1 Plain and more}".utf8) },
    RuleCase(.payloadNotListed, at: "manifest.xml:17") { sample in
      let facts = try given(
        sample.text().firstMatch(of: /\ thumbnail-length="[^"]*" thumbnail-sha256="[^"]*"/))
      sample.edit(String(facts.0), "")
      sample.files = sample.files.filter { !$0.key.hasPrefix("thumbnails/") }
    },
    RuleCase(.payloadNotListed, at: "manifest.xml:32") { sample in
      sample.isVersion6 = true
      let lines = try sample.text().components(separatedBy: "\n")
      sample.edit(try given(lines.first { $0.contains(plainMirror6) }) + "\n", "")
      sample.files[plainMirror] = nil
    },
    RuleCase(.fileWithoutOwner, at: "manifest.xml:23") { sample in
      sample.edit(
        "format=\"text\" sha256=\"\(secondDigest)\" length=\"8\"",
        "format=\"text\" sha256=\"\(secondDigest)\" length=\"8\" kept-length=\"8\"")
    },
    RuleCase(
      .fileWithoutOwner, at: "manifest.xml:45",
      edit: { sample in
        sample.isVersion6 = true
        let path = PayloadPath.mirror(UniqueID(high: .max, low: .max))
        let line =
          "<file path=\"\(path)\" length=\"0\" sha256=\"\(Digest(of: []).hex)\" type=\"text/plain\"/>\n<file path=\"sources/"
        sample.edit("<file path=\"sources/", line)
      },
      tamper: {
        try SampleBundle.write([], to: $0.path(PayloadPath.mirror(UniqueID(high: .max, low: .max))))
      }),
    RuleCase(.sourceNotRestorable, at: "manifest.xml:20") { sample in
      let data = try given(sample.box.source("in/look.rtf")?.lifted.first)
      sample.edit("insertion=\"\(data.insertion)\"", "insertion=\"\(data.insertion - 1)\"")
    },
    RuleCase(.sourceNotRestorable, at: "manifest.xml:20") {
      $0.edit("encoding=\"hex\"", "encoding=\"HEX\"")
    },
    // The imported file is kept as it is.
    RuleCase(.sourceNotRestorable, at: "manifest.xml:21") {
      $0.isVersion6 = true
      $0.edit(
        "format=\"text\" sha256=\"\(secondDigest)\" length=\"8\"",
        "format=\"text\" sha256=\"\(secondDigest)\" length=\"9\"")
    },
    RuleCase(.sourceNotRestorable, at: "manifest.xml:24") {
      try $0.addPackage(Array("slipbox package 2\n".utf8))
    },
    RuleCase(.sourceNotRestorable, at: "manifest.xml:24") {
      try $0.addPackage(Array("slipbox package 1\nfile 9 ../../x.y\\bin1 x\n".utf8))
    },
    RuleCase(.sourceNotRestorable, at: "manifest.xml:24") {
      try $0.addPackage(Array("slipbox package 1\nfile 1 a\\bin1 x\nfile 3 a/b\\bin1 x\n".utf8))
    },
    RuleCase(.fileNameNotDigest, at: "manifest.xml:45") { sample in
      sample.isVersion6 = true
      let bytes = Array("SECOND\r\n".utf8)
      let path = PayloadPath.kept(Digest(hex: secondDigest) ?? sample.blob, "text")
      sample.files[path] = bytes
      sample.edit(
        "\(path)\" length=\"8\" sha256=\"\(secondDigest)\"",
        "\(path)\" length=\"8\" sha256=\"\(Digest(of: bytes).hex)\"")
    },
    RuleCase(.sourceInSource, at: "manifest.xml:23") { sample in
      sample.edit("path=\"two.txt\"", "path=\"look.rtf\"")
      sample.edit("path=\"look.rtf\"", "path=\"look.rtf/1\"")
    },
    RuleCase(.unsafeSourceName, at: "manifest.xml:23") {
      $0.edit("path=\"two.txt\"", "path=\".git/config\"")
    },
    RuleCase(.unsafeSourceName, at: "manifest.xml:23") { $0.edit("path=\"two.txt\"", "path=\"a/../b\"") },
    RuleCase(.unsafeSourceName, at: "manifest.xml:24") {
      try $0.addPackage(Array("slipbox package 1\nfile 8 a/.envrc\\bin1 x\n".utf8))
    },
    RuleCase(.keptMissing, at: "manifest.xml:20") { sample in
      let path = try given(sample.box.source("in/look.rtf").map { sample.box.keptPath(of: $0) })
      sample.edit(String(try given(sample.text().firstMatch(of: /\ kept-length="[^"]*"/)).0), "")
      sample.files[path] = nil
    },
    RuleCase(.keptMissing, at: "manifest.xml:18") { sample in
      sample.isVersion6 = true
      let path = try given(sample.box.source("in/look.rtf").map { sample.box.keptPath(of: $0) })
      let lines = try sample.text().components(separatedBy: "\n")
      sample.edit(try given(lines.first { $0.contains("<file path=\"\(path)") }) + "\n", "")
      sample.files[path] = nil
    },
    RuleCase(.fileTooLarge, at: "attachments/") { sample in
      let bytes = [UInt8](repeating: 0xAA, count: 5_000)
      try sample.addAttachment(bytes, type: "application/octet-stream", fileExtension: "bin")
      try sample.box.update(note: SampleBundle.plain) {
        $0.attachments = [AttachmentReference(attachment: Digest(of: bytes), name: "x.bin")]
      }
      sample.options.limits.fileBytes = 4_999
    },
    RuleCase(.keptMissing, at: "manifest.xml:21") {
      $0.isVersion6 = true
      $0.edit("format=\"text\"", "format=\"qtf\"")
    },
    RuleCase(.unreadableFile, at: plainBody, unreadable: plainBody),
  ]

  static let payload: [RuleCase] = [
    RuleCase(.bodyNotRTF, at: plainBody) { try $0.replace(SampleBundle.plain, body: "Dear diary") },
    RuleCase(.bodyLossy, at: plainBody + ":1:") {
      try $0.rewrite(SampleBundle.plain, "{\\rtf1\\ansi caf\\u55296 ?}")
    },
    RuleCase(.embeddedProgram, at: plainBody) {
      try $0.rewrite(
        SampleBundle.plain,
        "{\\rtf1 A{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata 0105}{\\result B}}}")
    },
    RuleCase(.embeddedProgram, at: plainBody) {
      let digits = "4d5a90\n546869732070726f6772616d2063616e\n6e6f742062652072756e"
      try $0.rewrite(
        SampleBundle.plain,
        "{\\rtf1 A{\\object\\objemb{\\*\\objclass X}{\\*\\objdata \(digits)}{\\result B}}}")
    },
    RuleCase(.outsideReference, at: plainBody) {
      try $0.rewriteField("INCLUDEPICTURE \"https://example.org/a.png\" \\\\d")
    },
    RuleCase(.outsideReference, at: plainBody) {
      try $0.rewriteField("INCLUDEPICTURE \"C:\\\\\\\\a.png\" \\\\d")
    },
    RuleCase(.outsideReference, at: plainBody) { try $0.rewriteField("INCLUDETEXT other.doc") },
    RuleCase(.outsideReference, at: plainBody) { try $0.rewriteField("DDEAUTO excel a b") },
    RuleCase(.outsideReference, at: plainBody) {
      try $0.rewriteField("HYPERLINK \"file:///etc/passwd\"")
    },
    RuleCase(.mirrorDiffers, at: plainMirror + ":2") {
      try $0.replace(SampleBundle.plain, body: "{\\rtf1 One\\par Two\\par Three}", mirror: "One\nToo\nThree")
    },
    RuleCase(.mirrorDiffers, at: plainMirror + ":2") {
      try $0.replace(SampleBundle.plain, body: "{\\rtf1 One\\par Two}", mirror: "One\nTwo\n")
    },
    RuleCase(.pictureBroken, at: "attachments/") { sample in
      let png = Array(try Fixtures.bytes("images/png-2-8.png").prefix(20))
      try sample.addAttachment(png, type: "image/png", fileExtension: "png")
      try sample.box.update(note: SampleBundle.plain) {
        $0.attachments = [AttachmentReference(attachment: Digest(of: png), name: "x.png")]
      }
    },
    RuleCase(.pictureSizeDiffers, at: "attachments/") { sample in
      let blob = sample.blob
      try sample.box.update(attachment: blob) { $0.width = 12_345 }
    },
    RuleCase(.thumbnailMissing, at: "attachments/") { sample in
      let blob = sample.blob
      try sample.box.update(attachment: blob) { $0.thumbnail = nil }
      sample.files = sample.files.filter { !$0.key.hasPrefix("thumbnails/") }
    },
    RuleCase(.thumbnailStale, at: "thumbnails/") { sample in
      sample.options.remakesThumbnails = true
      try sample.useThumbnail(try Fixtures.bytes("images/png-0-8.png"), "png")
    },
    RuleCase(.thumbnailTooLarge, at: "thumbnails/") { sample in
      try sample.useThumbnail(try Fixtures.bytes("images/jpeg-grey.jpg"), "png")
    },
    RuleCase(.mediaTypeDiffers, at: "attachments/") { sample in
      let blob = sample.blob
      try sample.box.update(attachment: blob) { $0.mediaType = "image/gif" }
    },
    RuleCase(.mediaTypeDiffers, at: plainMirror6) { sample in
      sample.isVersion6 = true
      let lines = try sample.text().components(separatedBy: "\n")
      let line = try given(lines.first { $0.contains(plainMirror6) })
      sample.edit(line, line.replacingOccurrences(of: "text/plain", with: "text/plane"))
    },
    RuleCase(.bodyPictureUnlisted, at: PayloadPath.body(SampleBundle.picture)) {
      try $0.box.update(note: SampleBundle.picture) { $0.attachments = [] }
    },
  ]

  static let paths: [RuleCase] = [
    RuleCase(.unsafePath, at: "notes/aux.txt") { $0.files["notes/aux.txt"] = [] },
    RuleCase(.collidingPaths, at: "MIMETYPE") { $0.files["MIMETYPE"] = [] },
    RuleCase(.symbolicLink, at: "notes/link", tamper: { try $0.link("notes/link", to: "../mimetype") }),
    RuleCase(.specialFile, at: "notes/pipe", tamper: { _ = mkfifo($0.path("notes/pipe"), 0o600) }),
    RuleCase(
      .nameNotUnicode, at: "notes/",
      tamper: { directory in
        var name = Array(directory.path("notes/caf").utf8CString.dropLast())
        name += [CChar(bitPattern: 0xE9), 0]
        close(open(name, O_CREAT | O_WRONLY, 0o600))
      }),
  ]
}

/// A value that the sample surely has.
func given<T>(_ value: T?) throws -> T {
  guard let value else { throw SlipError(.cannotDo, "the sample lacks it") }
  return value
}

extension SampleBundle {
  /// Lets the manifest have the first line with that text twice.
  mutating func double(_ text: String) throws {
    let lines = String(decoding: try ManifestWriter.bytes(box), as: UTF8.self).components(separatedBy: "\n")
    let line = try given(lines.first { $0.contains(text) })
    edit(line, line + "\n" + line)
  }

  /// Gives a note that body, and the mirror that belongs to it.
  mutating func rewrite(_ id: Note.ID, _ body: String) throws {
    let bytes = Array(body.utf8)
    var sink = DiagnosticSink()
    let mirror = bytes.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &sink) }
    try replace(id, body: body, mirror: String(decoding: mirror, as: UTF8.self))
  }

  /// Folders within each other, named by their depth.
  mutating func nestFolders(_ count: Int) {
    let folders = (1...count).map { depth in
      let parent = depth > 1 ? " parent=\"\(UniqueID(high: 0xFA, low: UInt64(depth - 1)))\"" : ""
      return "<folder id=\"\(UniqueID(high: 0xFA, low: UInt64(depth)))\" name=\"\(depth)\"\(parent)/>\n"
    }
    edit("</folders>", folders.joined() + "</folders>")
  }

  /// Gives the plain note a source that was a package, whose stream is kept as it is.
  mutating func addPackage(_ stream: [UInt8]) throws {
    let fact = FileFact(of: stream)
    files[PayloadPath.kept(fact.digest, "rtfd")] = stream
    try box.insert(Source(id: "in/z.rtfd", path: "z.rtfd", format: "rtfd", original: fact, kept: fact))
    try box.update(note: Self.plain) { $0.source = "in/z.rtfd" }
  }

  mutating func rewriteField(_ instruction: String) throws {
    try rewrite(Self.plain, "{\\rtf1 A {\\field{\\*\\fldinst \(instruction)}{\\fldrslt B}}}")
  }

  mutating func useThumbnail(_ bytes: [UInt8], _ fileExtension: String) throws {
    files = files.filter { !$0.key.hasPrefix("thumbnails/") }
    files[PayloadPath.thumbnail(blob, fileExtension)] = bytes
    try box.update(attachment: blob) {
      $0.thumbnail = Attachment.Thumbnail(file: FileFact(of: bytes), fileExtension: fileExtension)
    }
  }
}

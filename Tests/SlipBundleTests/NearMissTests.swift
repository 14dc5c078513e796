import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

/// What comes close to a fault and is none: the other side of `RuleCase`. Nothing at all is reported.
struct NearMiss: Sendable, CustomTestStringConvertible {
  var rule: ValidationRule
  var edit: @Sendable (inout SampleBundle) throws -> Void

  var testDescription: String { "\(rule.name)-valid" }

  init(_ rule: ValidationRule, _ edit: @escaping @Sendable (inout SampleBundle) throws -> Void) {
    self.rule = rule
    self.edit = edit
  }

  static let all: [NearMiss] = manifest + payload

  static let manifest: [NearMiss] = [
    NearMiss(.dateInFuture) {
      $0.options.now = Timestamp(rfc3339: "2998-12-31T12:00:00Z")
      $0.edit("title=\"Plain\"", "title=\"Plain\" created=\"2999-01-01T11:59:59Z\"")
    },
    NearMiss(.dateInFuture) {
      // Without a clock no date is late.
      $0.edit("title=\"Plain\"", "title=\"Plain\" created=\"9999-01-01T00:00:00Z\"")
    },
    NearMiss(.dateBefore1970) {
      $0.edit("title=\"Plain\"", "title=\"Plain\" created=\"1970-01-01T00:00:00Z\"")
    },
    NearMiss(.modifiedBeforeCreated) {
      let date = "2024-05-06T07:08:09.5Z"
      $0.edit("title=\"Plain\"", "title=\"Plain\" created=\"\(date)\" modified=\"2024-05-06T07:08:09.500Z\"")
    },
    NearMiss(.duplicateKeywordName) {
      $0.edit(
        "</keywords>",
        "<keyword id=\"\(UniqueID(high: 0xE0, low: 2))\" name=\"Grosse\" red=\"0\" green=\"0\" blue=\"0\"/></keywords>"
      )
    },
    NearMiss(.savedSearchUnusable) {
      $0.edit(
        "name=\"Work\"/>",
        "name=\"Work\"><property name=\"predicate\" value=\"title CONTAINS 'e'\"/></folder>")
    },
    NearMiss(.folderTooDeep) { $0.nestFolders(128) },
    NearMiss(.repeatedReference) { sample in
      // In another note.
      sample.addToPlain("<keyword ref=\"\(SampleBundle.keyword)\"/>")
    },
    NearMiss(.folderCycle) {
      // Parents may stand behind their children.
      let id = UniqueID(high: 0xEF, low: 1)
      $0.edit("<folders>", "<folders><folder id=\"\(id)\" name=\"A\" parent=\"\(SampleBundle.folder)\"/>")
    },
    NearMiss(.keywordCycle) {
      // Parents may stand behind their children, which may have their names.
      let id = UniqueID(high: 0xEF, low: 2)
      $0.edit(
        "<keywords>",
        "<keywords><keyword id=\"\(id)\" name=\"GRÖSSE\" red=\"0\" green=\"0\" blue=\"1\" parent=\"\(SampleBundle.keyword)\"/>"
      )
    },
    NearMiss(.schemaViolation) {
      $0.addToPlain("<x:y xmlns:x=\"urn:x\" z=\"1\">text<x:y/></x:y>")
    },
    NearMiss(.partDiffers) { $0.isParted = true },
    NearMiss(.notWellFormed) { $0.edit("title=\"Plain\"", "title=\"&#x41;&amp;&quot;&gt;\"") },
    NearMiss(.doctypePresent) { $0.edit("<slipbox", "<!-- <!DOCTYPE slipbox> --><slipbox") },
    NearMiss(.encodingNotUTF8) { $0.edit("encoding=\"UTF-8\"", "encoding='utf-8'") },
    NearMiss(.unlistedFile) {
      $0.files[".DS_Store"] = [0]
      $0.files["notes/._x"] = [0]
      $0.files[".git/config"] = [0]
    },
    NearMiss(.gitAttributesDiffer) {
      $0.files[".gitattributes"] = Array("*.png diff=exif\n* -text\n".utf8)
    },
  ]

  static let payload: [NearMiss] = [
    NearMiss(.outsideReference) { try $0.rewriteField("HYPERLINK \"https://example.org/a\"") },
    NearMiss(.outsideReference) { try $0.rewriteField("HYPERLINK \"../Hives/a.rtf\"") },
    NearMiss(.outsideReference) { try $0.rewriteField("PAGE") },
    NearMiss(.outsideReference) {
      try $0.rewrite(SampleBundle.plain, "{\\rtf1 INCLUDEPICTURE \"https://example.org/a.png\"}")
    },
    NearMiss(.embeddedProgram) {
      try $0.rewrite(
        SampleBundle.plain,
        "{\\rtf1 A{\\object\\objemb{\\*\\objclass Equation.3}{\\*\\objdata 4d5a0105}{\\result B}}}")
    },
    NearMiss(.bodyLossy) {
      try $0.rewrite(SampleBundle.plain, "{\\rtf1\\ansi caf\\'e9 \\u-10180?\\u-8704?{\\*\\unheardof x}}")
    },
    NearMiss(.bodyNotRTF) { try $0.rewrite(SampleBundle.plain, "\u{FEFF}{\\rtf1 A}") },
    NearMiss(.mirrorDiffers) { try $0.rewrite(SampleBundle.plain, "{\\rtf1}") },
    NearMiss(.sourceNotRestorable) {
      try $0.addPackage(Array("slipbox package 1\nfile 1 a\\bin0 \nfile 3 a.b\\bin1 x\nfolder 1 b\n".utf8))
    },
    NearMiss(.unsafeSourceName) {
      try $0.addPackage(Array("slipbox package 1\nfile 9 .DS_Store\\bin0 \nfile 5 a.git\\bin1 x\n".utf8))
    },
    NearMiss(.sourceInSource) { $0.edit("path=\"two.txt\"", "path=\"look.rtf2/look.rtf\"") },
    NearMiss(.mediaTypeDiffers) { sample in
      let bytes = Array("no picture, just bytes \u{1}".utf8)
      try sample.addAttachment(bytes, type: "application/octet-stream", fileExtension: "bin")
      try sample.box.update(note: SampleBundle.plain) {
        $0.attachments = [AttachmentReference(attachment: Digest(of: bytes), name: "x.bin")]
      }
    },
  ]
}

@Suite struct NearMissTests {
  @Test(arguments: NearMiss.all) func isValid(_ test: NearMiss) throws {
    var sample = try SampleBundle()
    try test.edit(&sample)
    let directory = try TemporaryDirectory()
    #expect(try sample.write(to: directory) == [])
    let storage = try DirectoryStorage(directory.path(""))
    let report = try Validator(storage: storage, options: sample.options).run()
    #expect(report.diagnostics.map(\.message) == [])
  }
}

import Foundation
import SlipPrograms
import SlipBase
import SlipBundle
import SlipExchange
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
import Testing

/// Boxes that are hard to export come back as the same notes, and nothing leaves the place of the export.
@Suite struct HostileTargetTests {
  /// Names of files that no one sees, that lead elsewhere, or that mean something in Markdown.
  static let files = [
    " ", "\u{2003}\u{A0}", "\u{200F}\u{202E}", "\u{200F}right.txt", "a/b\\c.txt", "..", "../../up.txt",
    String(repeating: "ä", count: 148) + ".txt", "Plan.txt", "plan.txt", "PLAN.TXT", "x]y[(z) .pdf",
    "#a^b|c.txt", "tab\tand\nline.txt", "`code` *star*_.txt", "%41%2F.txt", "a.txt?b=c#d", "<b>.html", "-rf",
    ".hidden", "CON.txt", "\u{85}\u{2028}\u{2029}",
    "notes.md", "readme.markdown",
  ]
  /// Titles of the same kinds.
  static let titles = [
    "[[", "]]", "a ]b[ c", "|", "#", "# x", "line\nbreak", "line\r\nbreak", "\u{202E}txt", "..", "/",
    "[[Plan|other]]", "![[x]]", "CON", "a#b^c", "Plan", "plan", "PLAN", "../../etc/passwd", "-rf", ".git",
    String(repeating: "long ", count: 60), "a\\", "![x](y)", "<script>", "---", "100%", "`x`", "a: b # c",
  ]

  /// A box with a note for each title, and each file of a name of its own.
  static func make(_ bench: TargetBench) throws {
    _ = try BundleTransaction.begin(at: bench.bundle, limits: Limits()).output.commit(
      SlipBox(), replacing: SlipBox())
    var session = try EditSession(opening: bench.bundle, date: Timestamp(seconds: 1_700_000_000))
    var ids: [Note.ID] = []
    for (number, title) in titles.enumerated() {
      let body = number % 4 == 0 ? "" : "Text \(number)"
      let id = try session.create(
        NoteDraft(
          title: "Note \(number)", body: .text(body), folder: number % 3 == 0 ? nil : "Work",
          keywords: number % 2 == 0 ? ["bees/queens"] : []))
      try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.title = title } }
      ids.append(id)
    }
    let holder = try session.create(NoteDraft(title: "Holder", body: .text("Files")))
    for (number, name) in files.enumerated() {
      let id = ids[number % ids.count]
      let bytes = Array("File \(number)".utf8)
      guard number % 2 == 0 else {
        try session.attach(bytes, named: name, to: id)
        continue
      }
      // No text shows it under this name.
      try session.attach(bytes, named: "held.txt", to: holder)
      try session.edit { (box) throws(SlipError) in
        try box.update(note: id) {
          $0.attachments.append(AttachmentReference(attachment: Digest(of: bytes), name: name))
        }
      }
    }
    // Links to each title, and to notes that are gone.
    for (number, other) in ids.enumerated() where number % 5 == 1 {
      _ = try session.create(
        NoteDraft(
          title: "Link \(number)", body: .markdown("A [link](slipbox:note/\(other)) and [[\(number)]].")))
    }
    // Titles that are the first line, so that only the names of files have them.
    for _ in 1...3 { _ = try session.create(NoteDraft(title: "A memo.", body: .text("A memo.\n\nText"))) }
    for keeping in [true, false] {
      let gone = try session.create(NoteDraft(title: "Gone", body: .text("x")))
      let id = try session.create(NoteDraft(title: "Left \(keeping)", body: .text("x")))
      try session.setBody(of: id, .markdown("To [nothing](slipbox:note/\(gone)) and [[Gone]]."))
      try session.delete(note: gone, keepingLinks: keeping)
    }
    _ = try session.create(
      NoteDraft(
        title: "Deep", body: .text("Down there"), folder: (1...deep).map { "f\($0)" }.joined(separator: "/")))
    try session.save()
  }

  /// How many folders lie in each other.
  static let deep = 100

  @Test(arguments: ProgramTable.containers.map(\.name))
  func hostileBoxesComeBack(name: String) throws {
    let target = try #require(ProgramTable.container(named: name))
    let bench = try TargetBench()
    try HostileTargetTests.make(bench)
    let back = try bench.roundTrip(target)
    // File systems can't have a path of so many folders.
    let mask: TargetBench.Mask = target.form == .folder && target.kind == .markdown ? .folders : []
    let (before, after) = (
      try TargetBench.notes(bench.bundle, leavingOut: mask, names: HostileTargetTests.files),
      try TargetBench.notes(
        back, leavingOut: mask, names: HostileTargetTests.files, top: name == "scrivener" ? 1 : 0)
    )
    #expect(TargetBench.differences(before, after) == [])
    #expect(try SyncBench.errors(back) == [])
  }

  /// In a vault, double brackets in code are no link. In a box they are text that looks like one.
  @Test(arguments: ProgramTable.containers.filter { $0.kind != .rtf }.map(\.name))
  func whatLooksLikeALinkInCodeStaysText(name: String) throws {
    let target = try #require(ProgramTable.container(named: name))
    let bench = try TargetBench()
    try bench.directory.write("Vault/.obsidian/app.json", "{}")
    try bench.directory.write("Vault/A.md", "Write `[[B]]` for a link, such as [[C]].\n\n```\n[[B]]\n```\n")
    try bench.directory.write("Vault/B.md", "b")
    try bench.directory.write("Vault/C.md", "c")
    var request = ImportRequest(inputs: [bench.directory.path("Vault")])
    request.target = .at(bench.bundle)
    _ = try request.run()
    let back = try OpenBundle(try bench.roundTrip(target))
    #expect(try back.note(named: "A").links == [back.note(named: "C").id])
    let text = String(decoding: try back.mirror(of: back.note(named: "A")), as: UTF8.self)
    #expect(text.hasPrefix("Write [[B]] for a link, such as C."))
  }

  @Test(arguments: ProgramTable.containers.map(\.name))
  func nothingLeavesTheExport(name: String) throws {
    let target = try #require(ProgramTable.container(named: name))
    let bench = try TargetBench()
    try HostileTargetTests.make(bench)
    try FileManager.default.createDirectory(
      atPath: bench.directory.path("a"), withIntermediateDirectories: true)
    let path = bench.directory.path("a/Out" + (target.suffix.isEmpty ? "" : "." + target.suffix))
    _ = try ContainerExport(bundle: bench.bundle, output: path, target: target).run()
    #expect(bench.directory.names().filter { $0 != "a" } == ["box.slipbox"])
    #expect(bench.directory.names("a").count == 1)
    let files = try SourceTree.open(path).files.map(\.path)
    #expect(files.count > HostileTargetTests.titles.count || name == "enex" || name == "textpack")
    for file in files {
      let parts = file.split(separator: "/", omittingEmptySubsequences: false)
      #expect(
        !parts.contains { ["", ".", "..", ".git"].contains($0.lowercased()) || $0.hasPrefix("-") }, "\(file)")
      #expect(!file.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(file)")
      #expect(parts.allSatisfy { $0.utf8.count <= 255 }, "\(file)")
    }
    #expect(Set(files.map { $0.lowercased() }).count == files.count)
  }
}

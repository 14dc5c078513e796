import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import SlipboxKit
@testable import SlipMCP
import Testing

/// A box that a client works with, and what it says to the server.
final class MCPExample {
  let directory: TemporaryDirectory
  let path: String
  var server: MCPServer

  static let spring = """
    # Spring check

    Two frames of honey left. See [[Feeding]].

    ## Queen

    She is marked blue.

    ## Weights

    41 kg
    """

  init(isWritable: Bool = false, starts: Bool = true) throws {
    directory = try TemporaryDirectory()
    path = directory.path("my.slipbox")
    var request = EditRequest(bundle: path, date: Timestamp(seconds: 1_700_000_000), author: "Ada")
    request.createsBundle = true
    _ = try request.run { session throws(SlipError) in
      try session.create(NoteDraft(title: "Feeding", body: .markdown("Syrup and honey.")))
      try session.create(
        NoteDraft(
          title: "Spring check", body: .markdown(MCPExample.spring), folder: "Hives", keywords: ["bees"]))
    }
    server = try MCPServer(path, isWritable: isWritable, now: { Timestamp(seconds: 1_700_000_100) })
    if starts {
      _ = try send("initialize", #"{"protocolVersion":"2025-11-25","clientInfo":{"name":"Clerk"}}"#)
    }
  }

  /// The answer to a line.
  func answer(_ line: String) throws -> JSONValue? {
    guard let bytes = server.answer(Array(line.utf8)) else { return nil }
    #expect(!bytes.contains(0x0A))
    let value: JSONValue? = JSONValue(bytes)
    #expect(value != nil)
    return value
  }

  /// The answer to a request.
  func send(_ method: String, _ parameters: String? = nil) throws -> JSONValue {
    let members = parameters.map { ",\"params\":\($0)" } ?? ""
    return try #require(try answer(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)"\#(members)}"#))
  }

  /// What a tool answers: facts, text, and whether it could do its work.
  func call(
    _ tool: String, _ arguments: JSONValue = .object([:])
  ) throws -> (facts: JSONValue?, text: String, isError: Bool) {
    let parameters = JSONValue.object(["name": .string(tool), "arguments": arguments])
    let answer = try send("tools/call", String(decoding: parameters.bytes, as: UTF8.self))
    let result = try #require(answer["result"], "\(answer)")
    let parts = result["content"]?.array.compactMap { $0["text"]?.string } ?? []
    if result["isError"] == .bool(false) {
      let facts = try JSONSerialization.jsonObject(with: Data((parts.first ?? "").utf8))
      #expect(try SchemaChecker(named: "mcp").faults(facts) == [], "\(tool)")
    }
    return (JSONValue(Array((parts.first ?? "").utf8)), parts.last ?? "", result["isError"] == .bool(true))
  }
}

@Suite struct MCPServerTests {
  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("2026-07-28", "2025-11-25"),
    ("x", "2025-11-25"),
  ])
  func aVersionIsAgreedOn(asked: String, agreed: String) throws {
    let example = try MCPExample(starts: false)
    let result = try example.send("initialize", #"{"protocolVersion":"\#(asked)"}"#)["result"]
    #expect(result?["protocolVersion"] == .string(agreed))
    #expect(result?["serverInfo"]?["name"] == .string("slipconv"))
    #expect(result?["capabilities"]?["tools"] == .object([:]))
  }

  @Test func faultsHaveTheNumbersOfTheProtocol() throws {
    let example = try MCPExample(starts: false)
    func code(_ line: String) throws -> JSONValue? { try example.answer(line)?["error"]?["code"] }
    #expect(try code("{") == .int(-32_700))
    #expect(try code("\u{1}") == .int(-32_700))
    #expect(try code("3") == .int(-32_600))
    #expect(try code("[]") == .int(-32_600))
    #expect(try code(#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#) == .int(-32_600))
    #expect(try code(#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#) == .int(-32_600))
    #expect(try code(#"{"jsonrpc":"2.0","id":1}"#) == .int(-32_600))
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#) == .int(-32_600))
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#) == .int(-32_601))
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}"#) == .int(-32_602))
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#) == .int(-32_602))
    let cut = example.server.answer(Array("{}".utf8), isCut: true).flatMap { JSONValue($0) }
    #expect(cut?["error"]?["code"] == .int(-32_600) && cut?["id"] == nil)
    // Neither a notification nor an answer gets one.
    #expect(try example.answer(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
    #expect(try example.answer(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == nil)
    // The id comes back as it was.
    #expect(try example.answer(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)?["id"] == .string("a"))
  }

  @Test func severalMessagesOnALineAreForOldVersions() throws {
    let example = try MCPExample(starts: false)
    let two =
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
    #expect(try example.answer(two)?["error"]?["code"] == .int(-32_600))
    _ = try example.send("initialize", #"{"protocolVersion":"2025-03-26"}"#)
    #expect(try example.answer(two)?.array.compactMap { $0["id"] } == [.int(1), .int(2)])
    let many = "[" + Array(repeating: "1", count: 101).joined(separator: ",") + "]"
    #expect(try example.answer(many)?["error"]?["code"] == .int(-32_600))
  }

  @Test func toolsThatWriteAreThereOnlyWhenTheyMayWrite() throws {
    let reading = Set(MCPTool.reading.map(\.name))
    let writing = Set(MCPTool.writing.map(\.name))
    #expect(reading.isDisjoint(with: writing) && writing.contains("replace") && reading.contains("search"))
    for isWritable in [false, true] {
      let example = try MCPExample(isWritable: isWritable)
      let tools = try example.send("tools/list")["result"]?["tools"]?.array ?? []
      #expect(Set(tools.compactMap { $0["name"]?.string }) == (isWritable ? reading.union(writing) : reading))
      for tool in tools {
        let schema = try #require(tool["inputSchema"])
        let names = Set(schema["properties"]?.members.map(\.key) ?? [])
        #expect(schema["type"] == .string("object") && schema["additionalProperties"] == .bool(false))
        #expect(schema["required"]?.array.allSatisfy { names.contains($0.string ?? "") } == true)
        #expect(tool["annotations"]?["readOnlyHint"] == .bool(reading.contains(tool["name"]?.string ?? "")))
        // No tool takes a path of the file system.
        #expect(names.isDisjoint(with: ["path", "file", "bundle", "output", "attachment"]))
      }
    }
    let example = try MCPExample()
    let answer = try example.send("tools/call", #"{"name":"new","arguments":{"markdown":"x"}}"#)
    #expect(answer["error"]?["code"] == .int(-32_602))
    #expect(try OpenBundle(example.path).box.noteCount == 2)
  }

  @Test func whatIsWrongWithArgumentsIsSaid() throws {
    let example = try MCPExample()
    func fault(_ tool: String, _ arguments: JSONValue) throws -> String {
      let answer = try example.call(tool, arguments)
      return answer.isError ? answer.text : "done"
    }
    #expect(try fault("search", .object([:])).contains("`query` is missing"))
    #expect(try fault("search", .object(["query": .int(1)])).contains("must be a string"))
    #expect(
      try fault("search", .object(["query": .string("a"), "limit": .int(0)])).contains("is from 1 to 50"))
    #expect(
      try fault("search", .object(["query": .string("a"), "limit": .double(1.5)])).contains("whole number"))
    #expect(
      try fault("search", .object(["query": .string("a"), "cursor": .string("-1")])).contains("nextCursor"))
    #expect(try fault("search", .object(["query": .string("status:done")])).contains("SBXG119"))
    #expect(try fault("search", .object(["querry": .string("a")])).contains("is it `query`?"))
    #expect(try fault("list", .object(["status": .string("done")])).contains("is one of draft"))
    #expect(try fault("read", .object(["note": .string("/etc/passwd")])).contains("SBXG101"))
    #expect(try fault("read", .object(["note": .string("../my.slipbox/manifest.xml")])).contains("SBXG101"))
    let answer = try example.send("tools/call", #"{"name":"shell","arguments":{}}"#)
    #expect(answer["error"]?["code"] == .int(-32_602))
  }

  @Test func aSearchHasExcerptsAndGoesOn() throws {
    let example = try MCPExample()
    let query = JSONValue.object(["query": .string("honey"), "limit": .int(1)])
    let first = try #require(try example.call("search", query).facts)
    #expect(first["count"] == .int(2) && first["notes"]?.array.count == 1)
    #expect(first["notes"]?.array.first?["excerpt"]?.string?.contains("honey") == true)
    let next = try #require(first["nextCursor"])
    let more = try example.call(
      "search", .object(["query": .string("honey"), "limit": .int(1), "cursor": next]))
    #expect(more.facts?["notes"]?.array.count == 1 && more.facts?["nextCursor"] == nil)
    #expect(more.facts?["notes"] != first["notes"])
    #expect(
      try example.call("search", .object(["query": .string("honney")])).facts?["suggestion"]
        == .string("honey"))
  }

  @Test func aNoteIsReadBySectionAndInPieces() throws {
    let example = try MCPExample()
    let whole = try example.call("read", .object(["note": .string("Spring check")]))
    let titles = whole.facts?["sections"]?.array.compactMap { $0["title"]?.string }
    #expect(titles == ["Spring check", "Queen", "Weights"])
    #expect(whole.facts?["digest"]?.string?.count == 64 && whole.facts?["nextCursor"] == nil)
    let queen = try example.call(
      "read", .object(["note": .string("Spring check"), "section": .string("queen")]))
    #expect(queen.text == "## Queen\n\nShe is marked blue.\n\n")
    let third = try example.call("read", .object(["note": .string("Spring check"), "section": .string("3")]))
    #expect(third.text.hasPrefix("## Weights"))
    #expect(
      try example.call("read", .object(["note": .string("Spring check"), "section": .string("x")])).isError)
  }

  @Test func piecesOfATextAreTheText() throws {
    let example = try MCPExample(isWritable: true)
    let long = (0..<200).map { "Zeile \($0) über den Bienenstock 蜂蜜" }.joined(separator: "\n\n")
    let made = try example.call("new", .object(["title": .string("Long"), "markdown": .string(long)]))
    #expect(!made.isError)
    var (text, cursor) = ("", JSONValue.null)
    var pieces = 0
    repeat {
      let piece = try example.call(
        "read", .object(["note": .string("Long"), "bytes": .int(500), "cursor": cursor]))
      #expect(piece.text.utf8.count <= 500)
      text += piece.text
      cursor = piece.facts?["nextCursor"] ?? .null
      pieces += 1
    } while cursor != .null && pieces < 1_000
    #expect(pieces > 10)
    let whole = try example.call("read", .object(["note": .string("Long"), "bytes": .int(40_000)]))
    #expect(text == whole.text)
  }

  @Test func linksAndOrphansAreFound() throws {
    let example = try MCPExample()
    func titles(_ tool: String, _ note: String?) throws -> [String] {
      let answer = try example.call(tool, .object(note.map { ["note": .string($0)] } ?? [:]))
      return answer.facts?["notes"]?.array.compactMap { $0["title"]?.string } ?? []
    }
    #expect(try titles("links", "Spring check") == ["Feeding"])
    #expect(try titles("backlinks", "Feeding") == ["Spring check"])
    #expect(try titles("orphans", nil) == ["Spring check"])
    #expect(try example.call("folders").facts?["folders"]?.array.first?["path"] == .string("Hives"))
    #expect(try example.call("keywords").facts?["keywords"]?.array.first?["notes"] == .int(1))
    let listed = try example.call(
      "list", .object(["folder": .string("Hives"), "where": .string("wordCount > 3")]))
    #expect(listed.facts?["notes"]?.array.compactMap { $0["title"]?.string } == ["Spring check"])
    #expect(try example.call("validate").facts?["isValid"] == .bool(true))
  }
}

@Suite struct MCPEditTests {
  @Test func editsStandInTheLogUnderTheClientsName() throws {
    let example = try MCPExample(isWritable: true)
    let made = try example.call(
      "new",
      .object([
        "title": .string("Swarm"), "markdown": .string("A *prime* swarm"), "folder": .string("Hives"),
        "keywords": .array([.string("bees/swarms")]), "properties": .object(["pages": .int(9)]),
      ]))
    #expect(!made.isError && made.facts?["transaction"] == .int(2))
    let set = try example.call(
      "set", .object(["note": .string("Swarm"), "status": .string("review"), "favorite": .bool(true)]))
    #expect(!set.isError)
    let added = try example.call(
      "append", .object(["note": .string("Swarm"), "markdown": .string("It hung in a tree.")]))
    #expect(!added.isError)
    let bundle = try OpenBundle(example.path)
    let note = try bundle.note(named: "Hives/Swarm")
    #expect(note.status == .review && note.isFavorite && note.properties == [Property("pages", .number, "9")])
    #expect(String(decoding: try bundle.mirror(of: note), as: UTF8.self).contains("It hung in a tree."))
    let transactions = try bundle.transactions().map(\.transaction)
    #expect(transactions.map(\.author) == ["Ada", "Clerk", "Clerk", "Clerk"])
    let log = try example.call("log").facts?["transactions"]?.array ?? []
    #expect(log.compactMap { $0["author"]?.string } == ["Clerk", "Clerk", "Clerk", "Ada"])
    // Taken back, the text is as it was.
    #expect(try !example.call("undo").isError)
    let after = try OpenBundle(example.path)
    let mirror = try after.mirror(of: try after.note(named: "Swarm"))
    #expect(!String(decoding: mirror, as: UTF8.self).contains("tree"))
    #expect(try Validation.run(example.path).report.diagnostics.filter { $0.severity == .error } == [])
  }

  @Test func aTextIsReplacedOnlyAsItWasRead() throws {
    let example = try MCPExample(isWritable: true)
    let name = JSONValue.string("Spring check")
    let read = try example.call("read", .object(["note": name]))
    let digest = try #require(read.facts?["digest"])
    let section: JSONValue = .object([
      "note": name, "digest": digest, "section": .string("Queen"),
      "markdown": .string("## Queen\n\nShe is marked red."),
    ])
    let replaced = try example.call("replace", section)
    #expect(!replaced.isError, "\(replaced.text)")
    let after = try example.call("read", .object(["note": name]))
    #expect(after.text == read.text.replacingOccurrences(of: "blue", with: "red"))
    #expect(after.facts?["digest"] == replaced.facts?["digest"] && after.facts?["digest"] != digest)
    // The digest is that of another text now.
    let stale = try example.call("replace", section)
    #expect(stale.isError && stale.text.contains("Read it again"))
    #expect(try example.call("read", .object(["note": name])).text == after.text)
  }

  @Test func picturesOfTheFileSystemAreNotRead() throws {
    let example = try MCPExample(isWritable: true)
    try example.directory.write("secret.png", try Fixtures.bytes("images/png-2-8.png"))
    let path = example.directory.path("secret.png")
    _ = try example.call("new", .object(["title": .string("Spy"), "markdown": .string("![x](\(path))")]))
    _ = try example.call(
      "append", .object(["note": .string("Spy"), "markdown": .string("![x](file://\(path))")]))
    let bundle = try OpenBundle(example.path)
    #expect(try bundle.note(named: "Spy").attachments.isEmpty)
  }

  @Test func aPackIsOnlyRead() throws {
    let example = try MCPExample()
    let pack = example.directory.path("my.slippack")
    _ = try Packing.pack(example.path, to: pack)
    #expect(throws: SlipError.self) { _ = try MCPServer(pack, isWritable: true) }
    var server = try MCPServer(pack, isWritable: false)
    _ = server.answer(
      Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#.utf8)
    )
    let answer = server.answer(
      Array(
        #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","arguments":{"note":"Feeding"}}}"#
          .utf8))
    #expect(answer.map { String(decoding: $0, as: UTF8.self) }?.contains("Syrup and honey") == true)
  }
}

@Suite struct MCPLawTests {
  /// Any bytes on a line get no answer, or one line of JSON that is an answer or an error.
  @Test func anyLineGetsAnAnswerOrAnError() throws {
    let example = try MCPExample(isWritable: true)
    var generator = SeededGenerator(seed: 7)
    let names = MCPTool.all.map(\.name) + ["", "shell"]
    let values = [
      "null", "true", "-1", "1e999", "3.5", "9223372036854775808", #""""#, #""Feeding""#,
      #""../../etc/passwd""#,
      "[]", #"["bees"]"#, "{}", #"{"pages":9}"#, #""honey (""#, #""\ud800""#, #""8@ab""#, #""2""#,
    ]
    var lines: [[UInt8]] = []
    for _ in LawSize.seeds("SLIPBOX_MCP_LINES", 400) {
      let name = names.randomElement(using: &generator) ?? ""
      let keys = MCPTool.all.first { $0.name == name }?.parameters.map(\.name) ?? ["path"]
      let members = (keys + ["x"]).filter { _ in Bool.random(using: &generator) }.map { key in
        "\"\(key)\":\(values.randomElement(using: &generator) ?? "1")"
      }
      let line =
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(name)","arguments":{\#(members.joined(separator: ","))}}}"#
      var bytes = Array(line.utf8)
      // Half of the lines are damaged.
      if Bool.random(using: &generator) {
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.remove(at: place)
          default: bytes.insert(bytes[place], at: place)
          }
        }
      }
      lines.append(bytes)
    }
    lines.append(Array(repeating: UInt8(ascii: "["), count: 100_000))
    lines.append(
      Array((#"{"a":"# + String(repeating: "[", count: 400) + String(repeating: "]", count: 400) + "}").utf8))
    for line in lines {
      guard let answer = example.server.answer(line) else { continue }
      let text = String(decoding: line, as: UTF8.self)
      let value = try #require(JSONValue(answer), "\(text)")
      #expect(value["jsonrpc"] == .string("2.0") && !answer.contains(0x0A), "\(text)")
      #expect((value["result"] != nil) != (value["error"] != nil), "\(text)")
      #expect(answer.count < 200_000, "\(text)")
    }
    #expect(try Validation.run(example.path).report.diagnostics.filter { $0.severity == .error } == [])
  }

  /// Sections lie in each other or side by side, and begin at lines.
  @Test func sectionsArePartsOfTheText() throws {
    let lines = ["# A", "## B", "### C", "text", "```", "~~~", "    # no", "####### no", "#no", "", "# D #"]
    var generator = SeededGenerator(seed: 3)
    for _ in LawSize.seeds("SLIPBOX_MCP_SECTIONS", 60) {
      let text = (0..<12).map { _ in lines.randomElement(using: &generator) ?? "" }.joined(separator: "\n\n")
      let document = NoteDraft.Body.markdown(text)
      let directory = try TemporaryDirectory()
      var request = EditRequest(bundle: directory.path("a.slipbox"))
      request.createsBundle = true
      let (id, _) = try request.run { session throws(SlipError) in
        try session.create(NoteDraft(title: "A", body: document))
      }
      let bundle = try OpenBundle(directory.path("a.slipbox"))
      let note = try SectionedText(try bundle.body(of: try #require(bundle.box.note(id))))
      for (index, section) in note.sections.enumerated() {
        #expect(section.number == index + 1 && section.range.upperBound <= note.bytes.count)
        #expect(section.range.lowerBound == 0 || note.bytes[section.range.lowerBound - 1] == 0x0A)
        for other in note.sections[(index + 1)...] {
          let isInside = section.range.contains(other.range.lowerBound)
          #expect(isInside == (other.range.upperBound <= section.range.upperBound && !other.range.isEmpty))
          if isInside { #expect(other.level > section.level) }
        }
      }
    }
  }
}

import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct TriliumTests {
  private static let list = """
    {"formatVersion": 2, "appVersion": "0.92", "files": [
      {"noteId": "root", "title": "root", "type": "book", "dirFileName": "root", "children": [
        {"noteId": "garden", "title": "Garden", "type": "text", "format": "html", "dataFileName": "Garden.html", "dirFileName": "Garden",
         "attributes": [{"type": "label", "name": "quince", "value": ""}, {"type": "label", "name": "mood", "value": "calm"},
           {"type": "label", "name": "iconClass", "value": "x"}, {"type": "label", "name": "bookmarked", "value": ""},
           {"type": "relation", "name": "internalLink", "value": "bees"}, {"type": "relation", "name": "author", "value": "code"}],
         "attachments": [{"attachmentId": "p", "title": "pic.txt", "role": "file", "dataFileName": "Garden_pic.txt"}],
         "children": [
           {"noteId": "bees", "title": "Bees", "type": "text", "format": "markdown", "dataFileName": "Bees.md",
            "attributes": [{"type": "label", "name": "archived", "value": ""}]}]},
        {"noteId": "shelf", "title": "Shelf", "type": "book", "dirFileName": "Shelf", "children": [
           {"noteId": "code", "title": "x.py", "type": "code", "mime": "text/x-python", "dataFileName": "x.py"},
           {"noteId": "bees", "isClone": true, "title": "Bees", "dataFileName": "Bees.clone.html"}]}]},
      {"noImport": true, "dataFileName": "index.html"}]}
    """

  private static let page =
    "<h1 data-trilium-h1>Garden</h1><div class='ck-content'><p>To <a href='Garden/Bees.md'>bees</a>, <a href='Garden/gone.html'>gone</a> <a href='Garden_pic.txt'>file</a></p><ul class='todo-list'><li><label><input type='checkbox' checked><span>done</span></label></li></ul><p><span class='math-tex'>\\(x^2\\)</span></p><section class='include-note' data-note-id='code'></section></div>"

  private static var files: [(path: String, bytes: [UInt8])] {
    [
      ("!!!meta.json", list), ("index.html", "x"), ("root/Garden.html", page),
      ("root/Garden_pic.txt", "file"),
      ("root/Garden/Bees.md", "# Bees\r\n\r\n**words**"), ("root/Shelf/Bees.clone.html", "x"),
      ("root/Shelf/x.py", "print(1)\n"),
    ].map { ($0.0, Array($0.1.utf8)) }
  }

  @Test func notes() throws {
    let tree = SourceDrain.folder(Self.files, named: "Export")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "trilium")
    let result = try SourceDrain.read(tree, .trilium)
    #expect(result.notes.map(\.id) == ["garden", "bees", "code"])
    #expect(result.folders == ["Garden", "Shelf"])
    let garden = try #require(result["garden"])
    #expect(garden.item?.keywords.map(\.path) == [["quince"]])
    #expect(garden.item?.properties.map(\.name) == ["trilium:mood"])
    #expect(garden.item?.isFavorite == true)
    #expect(garden.item?.relations.count == 1)
    #expect(garden.item?.unresolved.map(\.target) == ["Garden/gone.html"])
    #expect(garden.linkTargets.count == 2)
    #expect(garden.attachments.map(\.name) == ["pic.txt"])
    let text = try #require(result.text("garden"))
    #expect(text.contains("☑ done") && text.contains("\\(x^2\\)") && !text.contains("Garden"))
    #expect(result.text("bees") == "words")
    #expect(result["bees"]?.item?.status == .archived)
    #expect(result["bees"]?.item?.properties.map(\.value) == ["Shelf"])
    #expect(result.text("code") == "print(1)")
  }

  @Test func timesOfEntriesAreChanges() throws {
    var zip = ZipMaker()
    zip.entries = Self.files.map { ZipMaker.Entry($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    let result = try SourceDrain.read(zip.bytes(), named: "e.zip")
    #expect(result.notes.count == 3)
    #expect(result["garden"]?.created == nil)
  }

  @Test func damagedLists() {
    SourceDrain.law(Array(Self.list.utf8), .trilium, seed: 5) { bytes in
      SourceDrain.folder([("!!!meta.json", bytes)] + Self.files.dropFirst(), named: "E")
    }
  }

  @Test func pagesOfTheWebAndMaps() throws {
    let list = """
      {"formatVersion": 2, "appVersion": "0.99", "files": [
        {"noteId": "w", "title": "Site", "type": "webView", "attributes": [{"type": "label", "name": "webViewSrc", "value": "https://e.org/"}]},
        {"noteId": "m", "title": "Trip", "type": "geoMap", "mime": "application/json", "dataFileName": "Trip.json"}]}
      """
    let tree = SourceDrain.folder(
      [("!!!meta.json", Array(list.utf8)), ("Trip.json", Array(#"{"view": {"zoom": 6}}"#.utf8))],
      named: "Export")
    let result = try SourceDrain.read(tree, .trilium)
    #expect(result["w"]?.item?.properties.map(\.value) == ["https://e.org/"])
    #expect(result.text("m") == "")
  }

  private func read(_ notes: String, _ files: [(String, String)]) throws -> SourceDrain.Result {
    let list = "{\"formatVersion\": 2, \"appVersion\": \"0.63\", \"files\": [\(notes)]}"
    let all = [("!!!meta.json", list)] + files
    return try SourceDrain.read(
      SourceDrain.folder(all.map { ($0.0, Array($0.1.utf8)) }, named: "Export"), .trilium)
  }

  /// A first heading is left out only where it repeats the title.
  @Test func headingsAndTitles() throws {
    let result = try read(
      """
      {"noteId": "a", "title": "Bees", "type": "text", "format": "markdown", "dataFileName": "a.md", "prefix": "2021-05"},
      {"noteId": "b", "title": "Bees & _wax_", "type": "text", "format": "markdown", "dataFileName": "b.md"},
      {"noteId": "c", "title": "Cooking", "type": "text", "format": "html", "dataFileName": "c.html"},
      {"noteId": "d", "title": "Other", "type": "text", "format": "html", "dataFileName": "d.html"}
      """,
      [
        ("a.md", "# Summer\nText\n"), ("b.md", "# Bees & \\_wax\\_\nText\n"),
        ("c.html", "<div class='content'><h1>Cooking</h1><div class='ck-content'><p>Text</p></div></div>"),
        ("d.html", "<div class='content'><h1>Cooking</h1><p>Text</p></div>"),
      ])
    #expect(result.text("a") == "Summer\nText" && result.text("b") == "Text")
    #expect(result.text("c") == "Text" && result.text("d") == "Cooking\nText")
    #expect(result["a"]?.item?.properties.map(\.value) == ["2021-05"])
  }

  @Test func marksInMarkdown() throws {
    let result = try read(
      """
      {"noteId": "a", "title": "A", "type": "text", "format": "markdown", "dataFileName": "a.md"},
      {"noteId": "bees", "title": "Bees", "type": "text", "format": "html", "dataFileName": "b.html"}
      """,
      [
        (
          "a.md",
          "x\n\n<section class=\"include-note\" data-note-id=\"bees\">&nbsp;\n\n> [!NOTE]\n> callout\n\n==yellow==\n\n```text-x-python\nprint(1)\n```\n"
        ),
        (
          "b.html",
          "<pre><code class='language-application-javascript-env-frontend'>a</code></pre><pre><code class='language-text-x-c++src'>b</code></pre>"
        ),
      ])
    let text = try #require(result.text("a"))
    #expect(text.contains("yellow") && !text.contains("=") && !text.contains("[!"))
    #expect(result["a"]?.diagnostics.contains { $0.message.contains("“Bees”") } == true)
    let bodies = try ["a", "bees"].map {
      String(decoding: try #require(result[$0]).body.bytes, as: UTF8.self)
    }
    #expect(bodies[0].contains("python") && !bodies[0].contains("x-python"))
    #expect(bodies[1].contains("javascript") && !bodies[1].contains("env") && bodies[1].contains("c++"))
  }
}

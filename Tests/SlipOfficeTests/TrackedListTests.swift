import SlipDocument
import SlipOffice
import SlipRTF
import SlipTestSupport
import Testing

/// Tracked changes of list items.
@Suite struct TrackedListTests {
  private static let numbering = """
    <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>\
    <w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>\
    <w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>
    """

  /// An item; `change` is the element of its change, such as `del`.
  private static func item(_ text: String, _ change: String = "", list: Int = 1) -> String {
    let content = change == "del" ? "<w:delText>\(text)</w:delText>" : "<w:t>\(text)</w:t>"
    let mark = change.isEmpty ? "" : "<w:rPr><w:\(change) w:id=\"1\" w:author=\"B\"/></w:rPr>"
    let run = "<w:r>\(content)</w:r>"
    return "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"\(list)\"/></w:numPr>\(mark)</w:pPr>"
      + (change.isEmpty ? run : "<w:\(change) w:id=\"2\" w:author=\"B\">\(run)</w:\(change)>") + "</w:p>"
  }

  private static func read(_ body: String) -> Document {
    var maker = DOCXMaker(body: body)
    maker.add("numbering", numbering)
    return maker.bytes().withUnsafeBytes { DOCXReader.read($0).document }
  }

  private static func text(_ document: Document, _ changes: TrackedChanges = .keep) -> String {
    var document = document
    document.resolve(changes)
    return String(decoding: PlainTextWriter.write(document), as: UTF8.self)
  }

  /// The document as it comes back from DOCX, ODT and RTF, and itself.
  private static func all(_ document: Document) throws -> [Document] {
    [
      document, try DOCXWriter.write(document).withUnsafeBytes { DOCXReader.read($0).document },
      try ODTWriter.write(document).withUnsafeBytes { ODTReader.read($0).document },
      RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document },
    ]
  }

  @Test("A deleted item is an item again where that is rejected") func deleted() throws {
    let document = TrackedListTests.read(
      TrackedListTests.item("a") + TrackedListTests.item("b", "del") + TrackedListTests.item("c"))
    for one in try TrackedListTests.all(document) {
      #expect(TrackedListTests.text(one) == "1.\ta\n2.\tc")
      #expect(TrackedListTests.text(one, .accept) == "1.\ta\n2.\tc")
      #expect(TrackedListTests.text(one, .reject) == "1.\ta\n2.\tb\n3.\tc")
    }
  }

  @Test("The first item may be deleted, and the last") func ends() throws {
    let document = TrackedListTests.read(
      TrackedListTests.item("a", "del") + TrackedListTests.item("b")
        + TrackedListTests.item("c", "del") + "<w:p><w:r><w:t>end</w:t></w:r></w:p>")
    for one in try TrackedListTests.all(document) {
      #expect(TrackedListTests.text(one, .accept) == "1.\tb\nend")
      #expect(TrackedListTests.text(one, .reject).hasPrefix("1.\ta\n2.\tb\n3.\tc"))
    }
  }

  @Test("An inserted item takes its number with it") func inserted() throws {
    let document = TrackedListTests.read(
      TrackedListTests.item("a") + TrackedListTests.item("b", "ins") + TrackedListTests.item("c"))
    for one in try TrackedListTests.all(document) {
      #expect(TrackedListTests.text(one, .accept) == "1.\ta\n2.\tb\n3.\tc")
      #expect(TrackedListTests.text(one, .reject) == "1.\ta\n2.\tc")
    }
  }

  @Test("A moved item is where it was, or where it is") func moved() throws {
    let document = TrackedListTests.read(
      TrackedListTests.item("a") + TrackedListTests.item("b", "moveFrom") + TrackedListTests.item("c")
        + TrackedListTests.item("b", "moveTo") + TrackedListTests.item("d"))
    for one in try TrackedListTests.all(document) {
      #expect(TrackedListTests.text(one, .accept) == "1.\ta\n2.\tc\n3.\tb\n4.\td")
      #expect(TrackedListTests.text(one, .reject) == "1.\ta\n2.\tb\n3.\tc\n4.\td")
    }
  }

  @Test("Lists of one abstract definition are one list") func shared() {
    let document = TrackedListTests.read(
      TrackedListTests.item("a") + TrackedListTests.item("b", list: 2) + TrackedListTests.item("c"))
    #expect(TrackedListTests.text(document) == "1.\ta\n2.\tb\n3.\tc")
    #expect(document.lists.count == 1)
  }

  @Test("Numbers that the document restarts stay restarted") func restarts() {
    var document = Document()
    document.lists = [ListDefinition(levels: [.init(numbering: .decimal, pattern: "\u{1}.")])]
    func item(_ marker: String, _ text: String, _ isDeleted: Bool = false) -> Block {
      let change = isDeleted ? Revision(kind: .deletion, author: "B") : nil
      let style = CharacterStyle().with { $0.revision = change }
      return .paragraph(
        Paragraph(
          listItem: ListItem(list: 0, level: 0, marker: marker), inlines: [.run(Run(text, style: style))],
          endRevision: change))
    }
    document.blocks = [
      item("1.", "a"), item("", "b", true), item("2.", "c"), item("7.", "d"), item("", "e", true),
      item("8.", "f"),
      item("x", "g"),
    ]
    #expect(TrackedListTests.text(document, .reject) == "1.\ta\n2.\tb\n3.\tc\n7.\td\n8.\te\n9.\tf\nx\tg")
    #expect(TrackedListTests.text(document, .accept) == "1.\ta\n2.\tc\n7.\td\n8.\tf\nx\tg")
  }
}

import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipFormats
@testable import SlipMarkup
@testable import SlipRTF
@testable import SlipRTFD

/// Documents whose tracked changes turn one text into another.
@Suite struct RedlineTests {
  /// The words of a document after all tracked changes are accepted or rejected, without list markers and line breaks
  /// within paragraphs.
  private static func text(_ document: Document, _ changes: TrackedChanges = .accept) -> [String] {
    var settled = document
    settled.resolve(changes)
    settled.editInlines { inline in
      switch inline {
      case .lineBreak, .break: []
      case .run(let run) where run.style.isHidden: []
      default: [inline]
      }
    }
    let lines = String(decoding: PlainTextWriter.write(withoutMarkers(settled)), as: UTF8.self)
    let words = String(String.UnicodeScalarView(lines.unicodeScalars.filter { $0 != "\u{2028}" }))
    return words.split { $0.isNewline || $0 == "\t" || $0 == " " }.map(String.init)
  }

  private static func withoutMarkers(_ document: Document) -> Document {
    func strip(_ blocks: [Block]) -> [Block] {
      blocks.map {
        switch $0 {
        case .paragraph(var paragraph):
          paragraph.listItem = nil
          for index in paragraph.textBoxes.indices {
            paragraph.textBoxes[index].blocks = strip(paragraph.textBoxes[index].blocks)
          }
          return .paragraph(paragraph)
        case .table(var table):
          for row in table.rows.indices {
            for cell in table.rows[row].cells.indices {
              table.rows[row].cells[cell].blocks = strip(table.rows[row].cells[cell].blocks)
            }
          }
          return .table(table)
        case .break: return $0
        }
      }
    }
    var result = document
    result.blocks = strip(document.blocks)
    for index in result.notes.indices { result.notes[index].blocks = strip(result.notes[index].blocks) }
    for index in result.headersAndFooters.indices {
      result.headersAndFooters[index].blocks = strip(result.headersAndFooters[index].blocks)
    }
    return result
  }

  @Test(arguments: [#"\page"#, #"\column"#, #"\line"#])
  func wordsAroundABreakThatGoesStayApart(word: String) {
    func document(_ text: String) -> Document {
      Array(text.utf8).withUnsafeBytes { RTFReader.read($0).document }
    }
    let redline = Redline.document(
      from: document("{\\rtf1 one\(word) two\\par}"), to: document("{\\rtf1 three\\par}"))
    let bytes = RTFWriter.write(redline)
    var rejected = bytes.withUnsafeBytes { RTFReader.read($0).document }
    rejected.resolve(.reject)
    let text = String(decoding: PlainTextWriter.write(rejected), as: UTF8.self)
    #expect(text.split { $0.isWhitespace } == ["one", "two"])
  }

  @Test(arguments: 0..<400)
  func rejectsToTheFirstAndAcceptsToTheSecond(seed: UInt64) {
    var old = DocumentGenerator.document(seed: seed)
    old.resolve(.accept)
    old = old.normalized()
    var new = DocumentMutator.mutated(old, seed: seed)
    new.resolve(.accept)
    new = new.normalized()
    let redline = Redline.document(from: old, to: new, credit: .init(author: "Ann")).normalized()
    #expect(Self.difference(Self.text(redline, .reject), Self.text(old)) == nil)
    #expect(Self.difference(Self.text(redline, .accept), Self.text(new)) == nil)
    let bytes = RTFWriter.write(redline)
    let read = bytes.withUnsafeBytes { RTFReader.read($0).document }
    #expect(TreeDump.text(of: read) == TreeDump.text(of: redline))
  }

  /// The first words that differ; nil where none do.
  private static func difference(_ a: [String], _ b: [String]) -> String? {
    if a == b { return nil }
    let place = zip(a, b).prefix { $0 == $1 }.count
    return
      "\(a.dropFirst(max(0, place - 3)).prefix(8)) instead of \(b.dropFirst(max(0, place - 3)).prefix(8))"
  }

  @Test func equalDocumentsHaveNoChanges() {
    let document = DocumentGenerator.document(seed: 3).normalized()
    var settled = document
    settled.resolve(.accept)
    #expect(!Redline.document(from: document, to: document).hasTrackedChanges)
    #expect(Redline.document(from: document, to: document).normalized() == settled.normalized())
  }

  private static func body(_ rtf: String) -> Document {
    Array("{\\rtf1\\ansi \(rtf)}".utf8).withUnsafeBytes { RTFReader.read($0).document }
  }

  private static func redline(_ old: String, _ new: String) -> String {
    let document = Redline.document(from: body(old), to: body(new), credit: .init(author: "Ann"))
    let text = String(decoding: RTFWriter.write(document), as: UTF8.self)
    return text.split(separator: "\n").filter { $0.contains("\\pard") }.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      "one two\\par", "one three\\par",
      #"\pard\plain one {\deleted\revauthdel1 two}{\revised\revauth1 three}\par"#
    ),
    // A paragraph that comes in the middle brings its end.
    (
      "a\\par c\\par", "a\\par b\\par c\\par",
      #"""
      \pard\plain a\par
      \pard\plain{\revised\revauth1 b}{\revised\revauth1\par}
      \pard\plain c\par
      """#
    ),
    // One that comes at the end can't: the end before it is the new one.
    (
      "a\\par", "a\\par b\\par",
      #"""
      \pard\plain a{\revised\revauth1\par}
      \pard\plain{\revised\revauth1 b}\par
      """#
    ),
    (
      "a\\par b\\par", "a\\par",
      #"""
      \pard\plain a{\deleted\revauthdel1\par}
      \pard\plain{\deleted\revauthdel1 b}\par
      """#
    ),
    // Text that is replaced as a whole.
    ("a\\par", "b\\par", #"\pard\plain{\deleted\revauthdel1 a}{\revised\revauth1 b}\par"#),
  ])
  func paragraphEnds(old: String, new: String, expected: String) {
    #expect(Self.redline(old, new) == expected)
  }
}

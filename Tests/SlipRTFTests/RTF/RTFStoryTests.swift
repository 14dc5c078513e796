import SlipDocument
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// What interrupts the text.
@Suite struct RTFStoryTests {
  @Test(arguments: ["{\\footnote in}", "{\\*\\annotation in}", "{\\shp{\\*\\shpinst{\\shptxt in\\par}}}"])
  func nothingOfALinkIsInANoteOrBox(_ inner: String) {
    let rtf = "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"http://a.b\"}{\\fldrslt one\(inner)two}}\\par}"
    let document = Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0).document }
    var links = Links()
    document.walk(&links)
    #expect(links.linked == "onetwo" && links.plain == "in")
  }

  private struct Links: DocumentVisitor {
    var (linked, plain) = ("", "")

    mutating func visit(_ inline: Inline) {
      guard case .run(let run) = inline else { return }
      if run.style.link == nil { plain += run.text } else { linked += run.text }
    }
  }
}

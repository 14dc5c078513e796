import SlipBase
import SlipDocument
import SlipRTF
import Testing

/// Placeholders in the texts of list levels.
@Suite struct RTFLevelTextTests {
  /// A level doesn't show the numbers of those below it: its placeholder stands for its own number.
  @Test(arguments: [("00", "a."), ("05", "a."), ("08", "a.")])
  func aPlaceholderBelowTheLevelIsItsOwn(_ placeholder: String, _ marker: String) {
    let rtf =
      "{\\rtf1\\ansi{\\*\\listtable{\\list{\\listlevel\\levelnfc4\\levelstartat1{\\leveltext\\'02\\'\(placeholder).;}{\\levelnumbers\\'01;}}\\listid1}}"
      + "{\\*\\listoverridetable{\\listoverride\\listid1\\ls1}}\\pard\\ls1\\ilvl0 pears\\par}"
    let document = Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0).document }
    guard case .paragraph(let paragraph)? = document.blocks.first else {
      Issue.record("no paragraph")
      return
    }
    #expect(paragraph.listItem?.marker == marker)
  }
}

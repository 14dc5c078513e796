import SlipCore
import SlipDocument
import SlipRTF
import Testing

/// Form fields, which Word writes without results.
@Suite struct RTFFormFieldTests {
  private static func field(_ name: String, _ form: String, _ result: String = "") -> String {
    "{\\field{\\*\\fldinst { \(name) }{{\\*\\formfield{\(form)}}}}{\\fldrslt \(result)}}"
  }

  private static func text(_ body: String) -> String {
    var diagnostics = DiagnosticSink()
    let rtf = Array("{\\rtf1\\ansi\\ansicpg1252 \(body)\\par}".utf8)
    let short = rtf.withUnsafeBytes { RTFPlainText.extract($0, limits: Limits(), diagnostics: &diagnostics) }
    let long = rtf.withUnsafeBytes { PlainTextWriter.write(RTFReader.read($0).document) }
    #expect(short == long)
    return String(decoding: short, as: UTF8.self)
  }

  @Test(
    "Check boxes show their state",
    arguments: [
      ("\\ffres1", "☒"), ("\\ffres0", "☐"), ("\\ffres25\\ffdefres1", "☒"), ("\\ffdefres0", "☐"), ("", "☐"),
    ])
  func checkBox(form: String, sign: String) {
    #expect(
      RTFFormFieldTests.text("a " + RTFFormFieldTests.field("FORMCHECKBOX", form) + " b") == "a \(sign) b")
  }

  @Test("Lists show the entry that is chosen") func dropDown() {
    let entries = "{\\*\\ffname D}{\\*\\ffl red}{\\*\\ffl gr\\'fcn}{\\*\\ffl \\u1072?}"
    func shown(_ form: String) -> String {
      RTFFormFieldTests.text(RTFFormFieldTests.field("FORMDROPDOWN", form + entries))
    }
    #expect(shown("\\fftype2\\ffres0") == "red")
    #expect(shown("\\fftype2\\ffres1") == "grün")
    #expect(shown("\\fftype2\\ffres25\\ffdefres2") == "а")
    #expect(shown("\\fftype2\\ffres9") == "")
  }

  @Test("A result counts") func result() {
    #expect(
      RTFFormFieldTests.text(RTFFormFieldTests.field("FORMDROPDOWN", "\\ffres0{\\*\\ffl red}", "blue"))
        == "blue")
    #expect(RTFFormFieldTests.text(RTFFormFieldTests.field("FORMTEXT", "\\ffres0", "typed")) == "typed")
  }
}

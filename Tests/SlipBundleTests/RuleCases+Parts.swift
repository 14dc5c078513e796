import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport

extension RuleCase {
  /// Bundles whose manifest has parts.
  static let parts: [RuleCase] = [
    RuleCase(
      .partDiffers, at: "manifest/03.xml", edit: { $0.isParted = true },
      tamper: { try $0.replace("Plain", with: "Plane", in: "manifest/03.xml") }),
    RuleCase(
      .partDiffers, at: "manifest/03.xml",
      edit: {
        $0.isParted = true
        $0.edit("<part id=\"03\"", "<part id=\"03\" sources=\"1\"")
      }),
    RuleCase(
      .missingFile, at: "manifest/03.xml", edit: { $0.isParted = true },
      tamper: { try $0.remove("manifest/03.xml") }),
    RuleCase(
      .danglingSource, at: "manifest/03.xml:6",
      edit: {
        $0.isParted = true
        $0.editPart(3, "title=\"Plain\"", "title=\"Plain\" source=\"x\"")
      }),
    RuleCase(
      .schemaViolation, at: "manifest/03.xml:6",
      edit: {
        $0.isParted = true
        $0.editPart(3, " title=\"Plain\"", "")
      }),
    RuleCase(
      .schemaViolation, at: "manifest/03.xml:2",
      edit: {
        $0.isParted = true
        $0.editPart(3, "id=\"03\"", "id=\"04\"")
      }),
  ]
}

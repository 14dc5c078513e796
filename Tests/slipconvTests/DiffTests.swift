import Foundation
import SlipTestSupport
import Testing

/// The JSON form of `slipconv diff`, against its schema.
@Suite struct DiffTests {
  @Test func jsonFollowsTheSchema() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "old/a.rtf",
      #"{\rtf1{\info{\title Old}}One\par two words\par {\trowd\cellx900\intbl x\cell\row}\pard n{\footnote Old}\par}"#
    )
    try directory.write(
      "new/a.rtf",
      #"{\rtf1{\info{\title New}}{\b One}\par two other words\par new\par {\trowd\cellx900\intbl y\cell\row}\pard n{\footnote New}\par}"#
    )
    try directory.write("old/gone.rtf", #"{\rtf1 Gone\par}"#)
    try directory.write("new/new.md", "# New\n")
    let shell = Shell(directory: directory.url)
    let output = try shell.run(
      "slipconv diff old new --json; slipconv diff old/a.rtf old/a.rtf --json > same.json")
    let checker = try SchemaChecker(named: "comparison")
    for text in [output.replacing("[exit 1]\n", with: ""), directory.text("same.json") ?? ""] {
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      #expect(checker.faults(object) == [])
    }
    #expect(output.contains(#""status" : "removed""#))
    #expect(output.contains(#""story" : "footnote 1""#))
  }
}

import Testing

@testable import slipconv

@Suite struct TextTableTests {
  private func table(_ title: String) -> TextTable {
    var table = TextTable(header: ["STATUS", "TITLE", "KEYWORDS"])
    table.append(["draft", title, "bees"])
    return table
  }

  @Test func cellsAreCutToTheTerminal() {
    let long = table(String(repeating: "x", count: 50))
    #expect(long.text(width: 40).split(separator: "\n").map(\.count).max() == 40)
    #expect(long.text(width: 40).contains("xxx…  bees\n"))
    #expect(long.text().contains(String(repeating: "x", count: 50)))
    // No column gets too narrow to tell anything.
    #expect(long.text(width: 1).contains("xxxxxxx…"))
  }

  @Test func titlesKeepTheirRoom() {
    var table = TextTable(header: ["STATUS", "MODIFIED", "FOLDER", "TITLE", "KEYWORDS"])
    table.append([
      "archived", "2024-05-06", "Work/Ideas/Old", "Two frames of honey left", "bees/queens, to do, money",
    ])
    let lines = table.text(width: 50, keeping: 3).split(separator: "\n")
    #expect(lines[1].contains("Two frames of honey left") && lines.allSatisfy { $0.count <= 50 })
    #expect(table.text(width: 30, keeping: 3).contains("Two fra…"))
    #expect(!table.text(width: 50).contains("Two frames of honey left"))
  }

  @Test func rowsStandBelowEachOther() {
    #expect(
      TextTable.aligned([["1", "edit", "a"], ["12", "import", ""]]) == ["1   edit    a", "12  import"])
  }

  @Test func someCharactersAreWide() {
    #expect(table("蜂蜜").text() == "STATUS  TITLE  KEYWORDS\ndraft   蜂蜜   bees\n")
    #expect(table("蜂蜜蜂蜜蜂蜜").text(width: 27).contains("draft   蜂蜜蜂蜜…  bees"))
  }
}

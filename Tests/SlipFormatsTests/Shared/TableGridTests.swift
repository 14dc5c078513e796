import SlipDocument
import Testing

@testable import SlipFormats

@Suite struct TableGridTests {
  private func cell(
    _ width: Int? = nil, across: DocumentTableCell.Merge? = nil, down: DocumentTableCell.Merge? = nil
  ) -> DocumentTableCell {
    var cell = DocumentTableCell(blocks: [.paragraph(Paragraph())])
    (cell.width, cell.horizontalMerge, cell.verticalMerge) = (width, across, down)
    return cell
  }

  private func grid(_ rows: [[DocumentTableCell]]) -> TableGrid {
    TableGrid(DocumentTable(rows: rows.map { DocumentTableRow(cells: $0) }))
  }

  /// Columns and rows of each cell; `-` for one that is covered.
  private func spans(_ rows: [[DocumentTableCell]]) -> [String] {
    grid(rows).spans.map { row in
      row.map { $0 == .covered ? "-" : "\($0.columns)x\($0.rows)" }.joined(separator: " ")
    }
  }

  @Test func plainCellsCoverThemselves() {
    #expect(spans([[cell(), cell()], [cell(), cell()]]) == ["1x1 1x1", "1x1 1x1"])
    #expect(grid([[cell(), cell()], [cell()]]).missing == [0, 1])
  }

  @Test func mergesAcrossAndDown() {
    #expect(
      spans([
        [cell(across: .first, down: .first), cell(across: .continued), cell()],
        [cell(across: .first, down: .continued), cell(across: .continued), cell()],
      ]) == ["2x2 - 1x1", "- - 1x1"])
  }

  /// A mark that continues nothing leaves its cell alone.
  @Test func looseContinuations() {
    #expect(
      spans([[cell(), cell(down: .continued)], [cell(across: .continued), cell()]]) == ["1x1 1x1", "1x1 1x1"])
    #expect(spans([[cell(down: .first)], [cell()], [cell(down: .continued)]]) == ["1x1", "1x1", "1x1"])
  }

  /// Rows whose cells begin at other places share the columns between all edges.
  @Test func columnsComeFromEdges() {
    #expect(spans([[cell(3_000), cell(3_000)], [cell(1_500), cell(4_500)]]) == ["2x1 1x1", "1x1 2x1"])
    #expect(spans([[cell(6_000)], [cell(2_000), cell(2_000), cell(2_000)]]) == ["3x1", "1x1 1x1 1x1"])
  }

  /// Programs round: edges within three millimetres (170 twips) are one.
  @Test(arguments: [(170, "1x1 1x1"), (171, "1x1 2x1")])
  func edgesHaveATolerance(_ shift: Int, _ expected: String) {
    #expect(spans([[cell(3_000), cell(3_000)], [cell(3_000 - shift), cell(3_000 + shift)]])[1] == expected)
  }

  @Test func cellsWithoutWidthsAreCounted() {
    #expect(spans([[cell(3_000), cell()], [cell(500), cell(5_000)]]) == ["1x1 1x1", "1x1 1x1"])
  }
}

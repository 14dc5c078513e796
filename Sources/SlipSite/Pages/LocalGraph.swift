internal import SlipNotes

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The notes around a note as a picture: the note in the middle, those that it links to or that link to it on a circle.
///
/// The picture is drawn here, so it needs no script. The same links stand in lists below it, so reading programs pass it over.
struct LocalGraph {
  /// The most notes on the circle.
  private static let most = 24
  /// The fewest notes for which a picture says more than the list.
  private static let fewest = 3
  /// The most characters of a title.
  private static let titleLength = 22

  /// The slots on the circle, in order.
  private let around: [Int]
  /// How many further ones there are.
  private let left: Int

  /// Chooses the notes; nil where there are too few for a picture.
  init?(around slot: Int, in site: SiteBox) {
    var seen: Set<Int32> = [Int32(slot)]
    let all = (site.links[slot] + site.backlinks[slot]).filter { seen.insert($0).inserted }.map { Int($0) }
    guard all.count >= LocalGraph.fewest else { return nil }
    around = all.count <= LocalGraph.most ? all : Array(site.newestFirst(all).prefix(LocalGraph.most))
    left = all.count - around.count
  }

  /// Writes the picture.
  func write(to page: inout SitePage) throws {
    // The height grows with the number of notes.
    let radius = min(105, (around.count + 1) / 2 * 12)
    page.sink.markup("<svg class=\"graph\"")
    page.sink.attribute("viewBox", "-300 -\(radius + 12) 600 \(radius * 2 + 24)")
    page.sink.markup(" aria-hidden=\"true\" focusable=\"false\"><path d=\"")
    let places = around.indices.map { LocalGraph.place($0, of: around.count, radius: radius) }
    for (x, y) in places { page.sink.text("M0 0L\(x) \(y)") }
    page.sink.markup("\"/><circle r=\"7\"/>")
    for (slot, (x, y)) in zip(around, places) {
      let note = try page.site.note(slot)
      page.sink.markup("<a tabindex=\"-1\"")
      page.sink.attribute("href", page.up + page.site.addresses.note(note.id))
      page.sink.markup("><circle")
      page.sink.attribute("cx", x)
      page.sink.attribute("cy", y)
      page.sink.markup(" r=\"5\"/><text")
      page.sink.attribute("x", x + (x < 0 ? -9 : 9))
      page.sink.attribute("y", y + 4)
      if x < 0 { page.sink.markup(" text-anchor=\"end\"") }
      page.sink.markup(">")
      page.sink.text(LocalGraph.short(note.title))
      page.sink.markup("</text></a>")
    }
    page.sink.markup("</svg>\n")
    if left > 0 {
      page.sink.markup("<p class=\"meta\">and ")
      page.sink.number(left)
      page.sink.markup(" more</p>\n")
    }
  }

  /// Where a note is drawn. Notes lie on an ellipse, half of them on each side, so that titles have room.
  ///
  /// - Parameter radius: Half of the height.
  private static func place(_ index: Int, of count: Int, radius: Int) -> (Int, Int) {
    let half = (count + 1) / 2
    let (isRight, rank, size) = index < half ? (true, index, half) : (false, index - half, count - half)
    let angle = (Double(rank) + 0.5) / Double(size) * Double.pi - Double.pi / 2
    let x = cos(angle) * 90 + 25
    return (Int((isRight ? x : -x).rounded()), Int((sin(angle) * Double(radius)).rounded()))
  }

  /// A title that fits into the picture.
  private static func short(_ title: String) -> String {
    let title = SiteText.shown(title)
    return title.count <= titleLength ? title : title.prefix(titleLength - 1) + "…"
  }
}

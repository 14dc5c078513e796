/// The colours of texts in Notion, which only the style sheet of a page has.
///
/// ```html
/// <mark class="highlight-red">      the text is red
/// <mark class="highlight-red_background">      what is behind the text is red
/// ```
enum NotionColor {
  /// A colour by its name, as that of a text and as a background.
  private static let rows: [(name: String, text: String, background: String)] = [
    ("gray", "#787774", "#F1F1EF"), ("brown", "#9F6B53", "#F4EEEE"), ("orange", "#D9730D", "#FBECDD"),
    ("yellow", "#CB912F", "#FBF3DB"), ("teal", "#448361", "#EDF3EC"), ("blue", "#337EA9", "#E7F3F8"),
    ("purple", "#9065B0", "#F4F0F7"), ("pink", "#C14C8A", "#F9EEF3"), ("red", "#D44C47", "#FDEBEC"),
  ]

  /// The start tag of an element in the colour that one of these classes names; without a style for an unknown one.
  static func span(_ classes: [Substring]) -> String {
    for name in classes where name.hasPrefix("highlight-") {
      let color = name.dropFirst("highlight-".count)
      for row in rows {
        if color == row.name { return "<span style=\"color:\(row.text)\">" }
        if color == row.name + "_background" { return "<span style=\"background-color:\(row.background)\">" }
      }
    }
    return "<span>"
  }
}

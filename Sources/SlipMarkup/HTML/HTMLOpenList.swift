internal import SlipDocument

/// A list that is being read.
struct HTMLOpenList {
  /// The index in `Document.lists`. Until the first item has come, it is the outer
  /// list's, or nil.
  var list: Int?
  /// The level of the last item, counted from 0.
  var level: Int
  /// How it marks its items.
  let style: HTMLListStyle
  /// The number of the next item, unless that states another one.
  private var next: Int
  /// What is added for each item: 1, or -1 in a list that counts down.
  private let step: Int

  /// Begins a list.
  ///
  /// - Parameters:
  ///   - tag: the start tag, with `start` and `reversed`. Absurd numbers count as none.
  ///   - style: how it marks its items.
  ///   - items: how many items a list that counts down has; it begins with that number.
  init(_ tag: HTMLTag, list: Int?, level: Int, style: HTMLListStyle, items: Int) {
    self.list = list
    self.level = level
    self.style = style
    step = tag.name == "ol" && tag["reversed"] != nil ? -1 : 1
    next = HTMLOpenList.number(tag["start"]) ?? (step < 0 ? min(items, Numerals.highest) : 1)
  }

  /// What an item is marked with.
  struct Marker {
    /// The marker as it is shown.
    var text: String
    /// How a definition says it.
    var sign: ListSign
    /// The item's number; nil if its marker has none.
    var number: Int?
  }

  /// The marker of the next item: what `data-marker` states, or else its number or a
  /// sign. A `value` sets the number for this item and those behind it.
  ///
  /// - Parameter ruled: what style sheets say of the item.
  mutating func marker(_ tag: HTMLTag, _ ruled: HTMLListStyle? = nil) -> Marker {
    if let value = HTMLOpenList.number(tag["value"]) { next = value }
    let number = next
    next = min(max(next + step, -Numerals.highest), Numerals.highest)
    guard let stated = tag["data-marker"] else {
      let (text, sign) = (HTMLListStyle(tag) ?? ruled ?? style).marker(number)
      return Marker(text: text, sign: sign, number: sign.counts ? number : nil)
    }
    let shown = String(stated.unicodeScalars.filter { $0.value >= 0x20 }.map(Character.init))
    switch style {
    case .counting(let counting):
      if let (number, sign) = HTMLOpenList.number(shown, counting) {
        next = number + step
        return Marker(text: shown, sign: sign, number: number)
      }
      return Marker(text: shown, sign: style.marker(1).sign)
    default: return Marker(text: shown, sign: ListSign(bullet: shown))
    }
  }

  /// The number in a marker that has other text around it, such as `(3)`, and how a definition says it; nil for a
  /// marker that is no number.
  private static func number(_ marker: String, _ counting: ListMarker.Counting) -> (Int, ListSign)? {
    func isAround(_ character: Character) -> Bool { "()[].:-–§ ".contains(character) }
    let before = marker.prefix(while: isAround)
    var body = marker.dropFirst(before.count)
    while let last = body.last, isAround(last) { body = body.dropLast() }
    guard let number = ListMarker.number(body + ".", counting) else { return nil }
    return (
      number,
      ListSign(
        HTMLListStyle.numbering(counting), before: String(before), after: String(marker[body.endIndex...]))
    )
  }

  /// The whole number at the beginning of an attribute, as HTML reads it; nil where there is none, or an absurd one.
  private static func number(_ text: String?) -> Int? {
    guard let text = text?.trimmingSpaces() else { return nil }
    let sign = text.prefix { $0 == "-" || $0 == "+" }
    let digits = text.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
    guard sign.count < 2, let value = Int(sign + digits), abs(value) <= Numerals.highest else { return nil }
    return value
  }
}

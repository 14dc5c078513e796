internal import SlipDocument

/// How the items of a list are marked: by a sign, or by a number with text around it.
struct ListSign: Equatable {
  /// The form of the numbers.
  let numbering: ListDefinition.Level.Numbering
  /// What stands before the number, or the sign itself.
  private let before: String
  /// What stands behind the number.
  private let after: String

  /// A sign that is the same for each item; an empty one shows nothing.
  init(bullet: String) {
    (numbering, before, after) = (bullet.isEmpty ? .none : .bullet, bullet, "")
  }

  /// A number.
  init(_ numbering: ListDefinition.Level.Numbering, before: String = "", after: String = ".") {
    (self.numbering, self.before, self.after) = (numbering, before, after)
  }

  /// Whether each item has another number.
  var counts: Bool { numbering != .bullet && numbering != .none }

  /// The pattern of a level that marks its items in this way (see `ListDefinition.Level.pattern`).
  ///
  /// - Parameter level: counted from 0.
  func pattern(_ level: Int) -> String {
    guard counts else { return before }
    return before + String(Character(UnicodeScalar(UInt8(min(max(level, 0), 8) + 1)))) + after
  }
}

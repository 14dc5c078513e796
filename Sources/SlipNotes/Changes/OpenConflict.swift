/// A conflict of a note that nobody has decided yet, other than tracked changes of its text: a property named `conflict`.
///
///     status: archived (diary/a.md)        another value of a fact, which an import or a merge didn't take
///     version: 2c5e… (diary/a.md)          the note that has another version of the whole
///
/// The value in parentheses tells whose it is.
public struct OpenConflict: Sendable, Hashable {
  /// What is in conflict.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// The title.
    case title
    /// The status.
    case status
    /// Whether it is a favorite.
    case favorite
    /// The folder.
    case folder
    /// When it was created.
    case created
    /// All of the note: there is another one with another version.
    case version
  }

  /// The side of the box into which an import came.
  public static let ownSide = "here"

  /// What is in conflict.
  public var field: Field
  /// The value that the note doesn't have; of a version the UUID of the other note.
  public var other: String
  /// Whose value that is.
  public var side: String

  /// A conflict.
  public init(_ field: Field, other: String, side: String) {
    (self.field, self.other, self.side) = (field, other, side)
  }

  /// Reads a property; nil for another one.
  public init?(_ property: Property) {
    let value = property.value
    guard property.name == Property.WellKnown.conflict, value.hasSuffix(")"),
      let colon = value.firstRange(of: ": "), let field = Field(rawValue: String(value[..<colon.lowerBound])),
      let side = value.ranges(of: " (").last, side.lowerBound >= colon.upperBound
    else { return nil }
    self.init(
      field, other: String(value[colon.upperBound..<side.lowerBound]),
      side: String(value[side.upperBound...].dropLast()))
  }

  /// The property that stands for it.
  public var property: Property {
    // Parentheses tell where the side begins.
    let side = side.replacing(" (", with: " [")
    return Property(Property.WellKnown.conflict, .text, "\(field.rawValue): \(other) (\(side))")
  }
}

extension Note {
  /// The conflicts that nobody has decided yet, but for tracked changes.
  public var openConflicts: [OpenConflict] { properties.compactMap(OpenConflict.init) }

  /// Adds a conflict; one of the same field goes.
  public mutating func add(_ conflict: OpenConflict) {
    remove(conflictOf: conflict.field)
    properties.append(conflict.property)
  }

  /// Removes a conflict that is decided.
  public mutating func remove(conflictOf field: OpenConflict.Field) {
    properties.removeAll { OpenConflict($0)?.field == field }
  }
}

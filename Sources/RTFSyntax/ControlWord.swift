/// A row of the control-word table: what a word is called and what it does, as data.
public struct ControlWord: Sendable {
  /// How a word takes its parameter (RTF 1.9.1, "Control Words").
  public enum Kind: UInt8, Sendable {
    /// Stands for itself; a parameter has no meaning.
    case flag
    /// On without a parameter or with one other than 0, off with 0.
    case toggle
    /// Its parameter is a quantity; without one it is `value`.
    case value
    /// Stands for a character or a break.
    case symbol
    /// Begins a destination: the rest of its group is something of its own.
    case destination
  }

  public let name: StaticString
  public let kind: Kind
  public let action: ControlAction
  /// A flag's, symbol's or destination's meaning within its action, such as the code point of a character; the
  /// parameter that a value has by default.
  public let value: Int32

  @inlinable
  public init(_ name: StaticString, _ kind: Kind, _ action: ControlAction, _ value: Int32 = 0) {
    self.name = name
    self.kind = kind
    self.action = action
    self.value = value
  }
}

/// A row without its name, in eight bytes.
@frozen
public struct ControlEffect: Sendable {
  public var action: ControlAction
  public var kind: ControlWord.Kind
  public var value: Int32

  init(_ row: ControlWord) {
    action = row.action
    kind = row.kind
    value = row.value
  }

  /// Has a meaning within a picture's group: tells of the picture, or opens a group of something else.
  @inlinable public var isOfPicture: Bool {
    kind == .destination || action == .unheld
      || action.rawValue >= ControlAction.pictureFormat.rawValue
        && action.rawValue <= ControlAction.pictureScaleY.rawValue
  }
}

/// A row of `ControlWordTable`: the name of a control word and what it does, as data.
public struct ControlWord: Sendable {
  /// How a word treats its parameter (RTF 1.9.1, "Control Words").
  public enum Kind: UInt8, Sendable {
    /// A flag: the parameter has no meaning (`\ql`).
    case flag
    /// A toggle: on without a parameter or with one other than 0, off with 0 (`\b`, `\b0`).
    case toggle
    /// A value: the parameter is a quantity (`\fs24`); when it is missing, it is `ControlWord.value`.
    case value
    /// A symbol: the word stands for a character or a break (`\emdash`, `\par`).
    case symbol
    /// A destination: the rest of the word's group is not text of the document (`\fonttbl`).
    case destination
  }

  /// The name without its backslash, in the case in which it is written.
  public let name: StaticString
  /// How the word treats its parameter.
  public let kind: Kind
  /// What the word acts upon.
  public let action: ControlAction
  /// The default parameter for a value. For other kinds it is what the word means within its action,
  /// such as a code point of a character or one of `ControlValue`; 0 where the action has a single
  /// meaning.
  public let value: Int32

  /// Creates a row.
  @inlinable
  public init(_ name: StaticString, _ kind: Kind, _ action: ControlAction, _ value: Int32 = 0) {
    self.name = name
    self.kind = kind
    self.action = action
    self.value = value
  }
}

/// A row of `ControlWordTable` without its name, in eight bytes, so that the whole table stays in the
/// cache of a processor. `ControlWordTable.Index.effects` holds one for each row.
@frozen
public struct ControlEffect: Sendable {
  /// What the word acts upon.
  public var action: ControlAction
  /// How the word treats its parameter.
  public var kind: ControlWord.Kind
  /// The default parameter, or the meaning within the action; see `ControlWord.value`.
  public var value: Int32

  /// Copies all of a row but its name.
  init(_ row: ControlWord) {
    action = row.action
    kind = row.kind
    value = row.value
  }

  /// Whether the word has a meaning within the group of a picture: it describes the picture, opens a
  /// group of something else, or loses something. A reader passes over all other words there.
  @inlinable public var isOfPicture: Bool {
    kind == .destination || action == .unsupported
      || action.rawValue >= ControlAction.pictureFormat.rawValue
        && action.rawValue <= ControlAction.pictureScaleY.rawValue
  }
}

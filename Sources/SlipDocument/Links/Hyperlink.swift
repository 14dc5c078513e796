public struct Hyperlink: Sendable, Hashable {
  /// URL, `#bookmark`, or relative path, as the file says it.
  public var target: String
  /// `\o`: shown when the pointer rests on it.
  public var tip: String?
  public init(target: String, tip: String? = nil) {
    self.target = target
    self.tip = tip
  }
}

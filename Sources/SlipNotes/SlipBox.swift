public import SlipBase

/// A whole slip-box in memory: facts only, no payload. Relationships and their inverses are kept here.
public struct SlipBox: Sendable, Equatable {
  public var history: [HistoryEvent] = []
  public var origins: [Origin] = []
  public var foreign: [String] = []
  public init() {}
}

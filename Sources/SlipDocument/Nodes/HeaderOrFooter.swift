/// What stands above or below the pages of a section.
public struct HeaderOrFooter: Sendable, Equatable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case header, headerFirst, headerLeft, headerRight, footer, footerFirst, footerLeft, footerRight
  }
  public var kind: Kind
  public var blocks: [Block]
  public init(kind: Kind, blocks: [Block]) {
    self.kind = kind
    self.blocks = blocks
  }
}

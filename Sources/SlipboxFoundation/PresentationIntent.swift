#if !canImport(Darwin)
  public import Foundation

  /// What formatting means, as on Apple's systems, whose Foundation has these attributes of its own. Elsewhere this module
  /// defines them with the same names, so that code that reads and writes them is the same.
  public struct InlinePresentationIntent: OptionSet, Hashable, Codable, Sendable {
    /// The bits, which are those of Apple's Foundation.
    public let rawValue: UInt
    /// Creates an intent of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Text in italics.
    public static let emphasized = InlinePresentationIntent(rawValue: 1 << 0)
    /// Text in bold.
    public static let stronglyEmphasized = InlinePresentationIntent(rawValue: 1 << 1)
    /// Code.
    public static let code = InlinePresentationIntent(rawValue: 1 << 2)
    /// Text that is struck out.
    public static let strikethrough = InlinePresentationIntent(rawValue: 1 << 5)
  }

  /// What a paragraph is, and what is around it.
  public struct PresentationIntent: Hashable, Codable, Sendable {
    /// What one part is.
    public enum Kind: Hashable, Codable, Sendable {
      /// Text.
      case paragraph
      /// A heading, from 1 on.
      case header(level: Int)
      /// A list with numbers.
      case orderedList
      /// A list with bullets.
      case unorderedList
      /// An item, by its number in the list.
      case listItem(ordinal: Int)
      /// Code in a language.
      case codeBlock(languageHint: String?)
      /// A quotation.
      case blockQuote
      /// A rule between two parts.
      case thematicBreak
      /// A table.
      case table(columns: [TableColumn])
      /// The head of a table.
      case tableHeaderRow
      /// A row, counted with the head from 0 on.
      case tableRow(rowIndex: Int)
      /// A cell, counted in its row from 0 on.
      case tableCell(columnIndex: Int)
    }

    /// A column of a table.
    public struct TableColumn: Hashable, Codable, Sendable {
      /// On which side its text stands.
      public enum Alignment: Hashable, Codable, Sendable {
        /// On the left.
        case left
        /// In the middle.
        case center
        /// On the right.
        case right
      }
      /// On which side its text stands.
      public var alignment: Alignment
      /// Creates a column.
      public init(alignment: Alignment) { self.alignment = alignment }
    }

    /// One part: a paragraph, or something around it.
    public struct IntentType: Hashable, Codable, Sendable {
      /// What it is.
      public var kind: Kind
      /// What tells it from its neighbours: two items of one list have the same list.
      public var identity: Int
      /// Creates a part.
      public init(kind: Kind, identity: Int) { (self.kind, self.identity) = (kind, identity) }
    }

    /// The parts, the innermost first.
    public var components: [IntentType]

    /// Creates an intent within another one.
    public init(_ kind: Kind, identity: Int, parent: PresentationIntent? = nil) {
      components = [IntentType(kind: kind, identity: identity)] + (parent?.components ?? [])
    }
  }

  extension AttributeScopes {
    /// The attributes that Foundation lacks outside of Apple's systems.
    public struct SlipboxAttributes: AttributeScope {
      /// What formatting means.
      public let inlinePresentationIntent: InlineIntentAttribute
      /// What a paragraph is.
      public let presentationIntent: IntentAttribute
      /// Those of Foundation.
      public let foundation: FoundationAttributes
    }

    /// The attributes that Foundation lacks outside of Apple's systems.
    public var slipbox: SlipboxAttributes.Type { SlipboxAttributes.self }
  }

  extension AttributeScopes.SlipboxAttributes {
    /// The key of `inlinePresentationIntent`.
    public enum InlineIntentAttribute: CodableAttributedStringKey {
      /// What formatting means.
      public typealias Value = InlinePresentationIntent
      /// The name in files.
      public static let name = "NSInlinePresentationIntent"
    }

    /// The key of `presentationIntent`.
    public enum IntentAttribute: CodableAttributedStringKey {
      /// What a paragraph is.
      public typealias Value = PresentationIntent
      /// The name in files.
      public static let name = "NSPresentationIntent"
    }
  }

  extension AttributeDynamicLookup {
    /// Finds the attributes of this module by their names.
    public subscript<T: AttributedStringKey>(
      dynamicMember keyPath: KeyPath<AttributeScopes.SlipboxAttributes, T>
    ) -> T { self[T.self] }
  }
#endif

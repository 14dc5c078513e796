public import RTFSyntax
public import SlipBase

/// An item of Outlook or Exchange: a mail, a sticky note, an appointment.
public struct OutlookItem: Sendable {
  /// What it says of itself.
  public var properties = MAPIProperties()
  /// To whom it goes.
  public var recipients: [MAPIProperties] = []
  /// What is attached to it, in order.
  public var attachments: [OutlookAttachment] = []
  /// The date of a stream that has no properties, without a zone; nil where there is none.
  public var localSent: Timestamp?
  /// Whether a part of it is damaged and was left out.
  public var isDamaged = false

  /// Creates an item without properties.
  init() {}
}

/// Something that is attached to an item.
public struct OutlookAttachment: Sendable {
  /// What its content is.
  public enum Content: Sendable {
    /// A file.
    case file([UInt8])
    /// An item: its place among those of the container.
    case item(Int)
    /// An object of another program (OLE), which only that program can show.
    case object
    /// It isn't there.
    case nothing
  }

  /// What the item says of it.
  public var properties = MAPIProperties()
  /// The name that stands outside of the properties; nil where there is none.
  public var title: String?
  /// The content.
  public var content = Content.nothing

  /// The file name: the long one, else the short one, else what is shown.
  public var name: String? {
    for text in [properties.text(0x3707), properties.text(0x3704), title, properties.text(0x3001)] {
      if let text, !text.isEmpty { return text }
    }
    return nil
  }

  /// The name by which the HTML shows it, without angle brackets; nil where it has none.
  public var contentID: String? {
    guard let id = properties.text(0x3712), !id.isEmpty else { return nil }
    return id.hasPrefix("<") && id.hasSuffix(">") ? String(id.dropFirst().dropLast()) : id
  }

  /// Creates an attachment without content.
  init() {}
}

/// An item within a container of Outlook.
public struct OutlookPlace: Sendable {
  /// The item that it is attached to; nil for the outermost one.
  public var parent: Int?
  /// How it is named within the container: empty for the outermost one, else the numbers of the
  /// attachments that lead to it, such as `2/0`.
  public var path: String
  /// The storage or the bytes that it is in.
  var source: Range<Int>

  /// How deep items are attached to items. What is deeper is not read.
  private static let deepest = 16

  /// Whether items that are attached to this one are not read, because it lies too deep.
  var isDeepest: Bool { !path.isEmpty && path.utf8.count { $0 == 0x2F } >= OutlookPlace.deepest - 2 }

  /// Creates a place.
  init(parent: Int?, path: String, source: Range<Int>) {
    (self.parent, self.path, self.source) = (parent, path, source)
  }
}

/// A file that has items of Outlook.
public protocol OutlookContainer: Sendable {
  /// Lists the items of a file; nil for a file of another kind.
  init?(_ bytes: UnsafeRawBufferPointer, encoding: TextEncoding?)
  /// The items: the outermost one first, and each one before those attached to it.
  var places: [OutlookPlace] { get }
  /// Whether it takes long to list the file again, so that the listing is worth its memory.
  var isLarge: Bool { get }
  /// Whether a table of the file is damaged, so that something may be missing.
  var isDamaged: Bool { get }
  /// Reads an item.
  ///
  /// - Parameters:
  ///   - index: Its place in `places`.
  ///   - bytes: The file that was listed.
  func item(_ index: Int, from bytes: UnsafeRawBufferPointer) -> OutlookItem
}

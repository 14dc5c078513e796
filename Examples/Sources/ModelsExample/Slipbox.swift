// The entities of Slipbox, schema version 8, as `slipconv schema 8 --to swift` writes them.
import Foundation

public struct Note: Codable, Hashable, Sendable, Identifiable {
  public var id: UUID
  public var title: String
  /// draft, review, archived.
  public var status: String
  public var favorite: Bool
  public var order: Int
  public var created: Date?
  public var modified: Date?
  public var zone: String?
  public var imported: String?
  public var body: Data
  public var mirror: String
  public var sourceItem: String?
  public var folder: UUID?
  public var keywords: [UUID]
  public var links: [UUID]
  public var attachments: [Reference]
  public var source: String?
  public var properties: [Property]
  public var manualLinks: [UUID]

  public init(
    id: UUID,
    title: String,
    status: String = "draft",
    favorite: Bool = false,
    order: Int = 0,
    created: Date? = nil,
    modified: Date? = nil,
    zone: String? = nil,
    imported: String? = nil,
    body: Data,
    mirror: String,
    sourceItem: String? = nil,
    folder: UUID? = nil,
    keywords: [UUID] = [],
    links: [UUID] = [],
    attachments: [Reference] = [],
    source: String? = nil,
    properties: [Property] = [],
    manualLinks: [UUID] = []
  ) {
    self.id = id
    self.title = title
    self.status = status
    self.favorite = favorite
    self.order = order
    self.created = created
    self.modified = modified
    self.zone = zone
    self.imported = imported
    self.body = body
    self.mirror = mirror
    self.sourceItem = sourceItem
    self.folder = folder
    self.keywords = keywords
    self.links = links
    self.attachments = attachments
    self.source = source
    self.properties = properties
    self.manualLinks = manualLinks
  }
}

public struct Folder: Codable, Hashable, Sendable, Identifiable {
  public var id: UUID
  public var name: String
  public var order: Int
  public var created: Date?
  public var parent: UUID?
  public var properties: [Property]

  public init(
    id: UUID,
    name: String,
    order: Int = 0,
    created: Date? = nil,
    parent: UUID? = nil,
    properties: [Property] = []
  ) {
    self.id = id
    self.name = name
    self.order = order
    self.created = created
    self.parent = parent
    self.properties = properties
  }
}

public struct Keyword: Codable, Hashable, Sendable, Identifiable {
  public var id: UUID
  public var name: String
  public var red: Double
  public var green: Double
  public var blue: Double
  public var opacity: Double
  public var parent: UUID?

  public init(
    id: UUID,
    name: String,
    red: Double,
    green: Double,
    blue: Double,
    opacity: Double = 1,
    parent: UUID? = nil
  ) {
    self.id = id
    self.name = name
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
    self.parent = parent
  }
}

public struct Attachment: Codable, Hashable, Sendable, Identifiable {
  public var id: String { sha256 }
  public var sha256: String
  public var type: String
  public var fileExtension: String
  public var blob: Data
  public var width: Int?
  public var height: Int?
  /// png, jpg.
  public var thumbnail: String?

  public init(
    sha256: String,
    type: String,
    fileExtension: String,
    blob: Data,
    width: Int? = nil,
    height: Int? = nil,
    thumbnail: String? = nil
  ) {
    self.sha256 = sha256
    self.type = type
    self.fileExtension = fileExtension
    self.blob = blob
    self.width = width
    self.height = height
    self.thumbnail = thumbnail
  }
}

public struct Reference: Codable, Hashable, Sendable {
  public var name: String
  public var caption: String?
  public var attachment: String?
  public var properties: [Property]

  public init(
    name: String,
    caption: String? = nil,
    attachment: String? = nil,
    properties: [Property] = []
  ) {
    self.name = name
    self.caption = caption
    self.attachment = attachment
    self.properties = properties
  }
}

public struct Source: Codable, Hashable, Sendable, Identifiable {
  public var id: String { key }
  public var key: String
  public var path: String
  public var format: String
  public var sha256: String
  public var length: Int
  public var kept: String?
  public var modified: Date?
  public var reading: String?
  public var incomplete: Bool
  public var lifted: [String]

  public init(
    key: String,
    path: String,
    format: String,
    sha256: String,
    length: Int,
    kept: String? = nil,
    modified: Date? = nil,
    reading: String? = nil,
    incomplete: Bool = false,
    lifted: [String] = []
  ) {
    self.key = key
    self.path = path
    self.format = format
    self.sha256 = sha256
    self.length = length
    self.kept = kept
    self.modified = modified
    self.reading = reading
    self.incomplete = incomplete
    self.lifted = lifted
  }
}

public struct Origin: Codable, Hashable, Sendable {
  public var name: String
  public var token: String
  public var url: String?
  public var kind: String?
  public var tombstones: [Tombstone]

  public init(
    name: String,
    token: String,
    url: String? = nil,
    kind: String? = nil,
    tombstones: [Tombstone] = []
  ) {
    self.name = name
    self.token = token
    self.url = url
    self.kind = kind
    self.tombstones = tombstones
  }
}

public struct Property: Codable, Hashable, Sendable {
  public var name: String
  /// text, number, date, boolean, uri.
  public var type: String
  public var value: String

  public init(
    name: String,
    type: String = "text",
    value: String
  ) {
    self.name = name
    self.type = type
    self.value = value
  }
}

public struct Tombstone: Codable, Hashable, Sendable {
  public var key: String
  public var item: String?
  public var date: Date?

  public init(
    key: String,
    item: String? = nil,
    date: Date? = nil
  ) {
    self.key = key
    self.item = item
    self.date = date
  }
}

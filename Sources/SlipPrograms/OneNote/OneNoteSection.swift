internal import SlipBase
internal import SlipExchange

/// Numbers of kinds and properties of OneNote ([MS-ONE] 2.1.12, 2.1.13).
enum OneNoteName {
  static let section: UInt32 = 0x60007
  static let page: UInt32 = 0x6000B
  static let outline: UInt32 = 0x6000C
  static let element: UInt32 = 0x6000D
  static let text: UInt32 = 0x6000E
  static let picture: UInt32 = 0x60011
  static let group: UInt32 = 0x60019
  static let table: UInt32 = 0x60022
  static let file: UInt32 = 0x60035
  static let conflict: UInt32 = 0x20038

  /// Children of most objects, and the content of elements and manifests.
  static let children: UInt32 = 0x2400_1C20
  static let content: UInt32 = 0x2400_1C1F
  /// The spaces of a page series.
  static let spaces: UInt32 = 0x2C00_1D63
  static let title: UInt32 = 0x1C00_1CF3
  static let created: UInt32 = 0x1800_1C65
  static let modified: UInt32 = 0x1800_1D77
  static let level: UInt32 = 0x1400_1DFF
}

/// A section: its pages in order.
struct OneNoteSection: Sendable {
  /// A page.
  struct Page: Sendable {
    /// The place of its space in the store.
    var space: Int
    /// The GUID of its space.
    var id: String
    var title = ""
    var created, modified: Timestamp?
    /// 1 for a page, more for those below one.
    var level = 1
    /// Whether it is an older version that the program kept because two people changed the page.
    var isConflict = false
  }

  /// The objects.
  let store: OneNoteStore
  /// The pages.
  private(set) var pages: [Page] = []

  /// Reads a section; nil where it has another packaging.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let store = OneNoteStore(bytes) else { return nil }
    self.store = store
    let places = Dictionary(
      store.spaces.indices.map { (store.spaces[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    guard let root = store.root.flatMap({ places[$0] }) else { return }
    let space = store.spaces[root]
    var seen: Set<Int> = []
    var open = [space.roots[1]].compactMap { $0 }
    var visited: Set<OneNoteID> = []
    while !open.isEmpty {
      let id = open.removeFirst()
      guard visited.insert(id).inserted, let object = space.objects[id] else { continue }
      let properties = OneNoteProperties(object, bytes)
      open.insert(contentsOf: properties.objects(OneNoteName.children), at: 0)
      for id in properties.objects(OneNoteName.spaces) {
        guard let place = places[id], seen.insert(place).inserted else { continue }
        pages.append(OneNoteSection.page(store, place, bytes))
      }
    }
  }

  /// The facts of a page.
  private static func page(_ store: OneNoteStore, _ place: Int, _ bytes: UnsafeRawBufferPointer) -> Page {
    let space = store.spaces[place]
    var page = Page(space: place, id: space.id.text)
    if let facts = space.roots[2].flatMap({ space.objects[$0] }) {
      let properties = OneNoteProperties(facts, bytes)
      page.title = properties.text(OneNoteName.title).trimmingBlanks()
      page.created = date(properties.number(OneNoteName.created))
      page.level = Int(properties.number(OneNoteName.level) ?? 1)
      page.isConflict = facts.kind & 0xFFFFF == OneNoteName.conflict
    }
    if let revision = space.roots[4].flatMap({ space.objects[$0] }) {
      page.modified = date(OneNoteProperties(revision, bytes).number(OneNoteName.modified))
    }
    return page
  }

  /// The moment that a count of 100 nanoseconds since 1601 stands for.
  private static func date(_ ticks: UInt64?) -> Timestamp? {
    guard let ticks, ticks > 0, let micro = Int64(exactly: ticks / 10) else { return nil }
    let time = Timestamp(microseconds: micro - 11_644_473_600_000_000)
    return time.isWithinRFC3339 ? time : nil
  }
}

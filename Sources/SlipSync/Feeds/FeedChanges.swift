internal import SlipboxKit
internal import SlipBase
internal import SlipExchange
internal import SlipFiles
internal import SlipHTTP

/// All documents of one answer of a feed, before anything is made of their objects.
///
/// Only the places of objects are collected, by section and id. An object that comes several times is the sum of
/// its versions, so pages may come twice.
struct FeedChanges {
  /// A document.
  struct Page: Sendable {
    /// The file with its bytes, which may have those of other pages as well.
    var bytes: FileBytes
    /// Where its bytes are in the file.
    var range: Range<Int>
    /// Where it came from.
    var place: FeedPlace

    /// Calls `body` with the bytes of the page.
    func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
      try bytes.withBytes { (all) throws(E) in try body(UnsafeRawBufferPointer(rebasing: all[range])) }
    }
  }

  /// Where an object is.
  struct Element: Sendable {
    /// The number of its page.
    var page: Int
    /// Where it is on that page.
    var element: BoxJSONReader.Element
  }

  /// The documents.
  private(set) var pages: [Page] = []
  /// The objects of folders, keywords, attachments and notes, by id.
  private(set) var objects: [BoxJSON.Section: [String: [Element]]] = [:]
  /// The sections that the documents have, also empty ones.
  private var listed: Set<BoxJSON.Section> = []
  /// The ids of what is deleted.
  private(set) var deleted: [BoxJSON.Section: Set<String>] = [:]
  /// The token of the state that the changes lead to; nil where the feed has none.
  private(set) var token: String?
  /// The token of the state with which the changes begin; nil where the feed doesn't say.
  private(set) var base: String?
  /// Whether the feed says that all objects are there.
  private(set) var isComplete = false
  /// Whether the feed says that it can't tell what changed since the token.
  private(set) var isExpired = false
  /// Whether objects are whole: an attribute that is absent is then empty, and not unchanged.
  private(set) var isWhole = false
  /// Where changes since a token are, relative to the first document, with `{token}` in its place.
  private(set) var since: String?
  /// The states that are part of what the document describes, by their tokens: see `SeenStates`.
  private(set) var seen: Set<String> = []
  /// The version of the only page; nil where there are several.
  private(set) var etag: String?

  /// Whether there is no object and no deletion, and the feed doesn't say that these are all.
  var saysNothing: Bool {
    !isComplete && !isExpired && objects.values.allSatisfy(\.isEmpty) && deleted.values.allSatisfy(\.isEmpty)
  }

  /// Whether objects of a section that aren't in the answer are gone, where the answer isn't about changes only.
  ///
  /// A section that no document has says nothing, unless the feed says that all objects are there: a server that
  /// answers with something else hasn't deleted all notes.
  func tellsAll(_ section: BoxJSON.Section) -> Bool { isComplete || listed.contains(section) }

  /// Bounds on what is read.
  private let limits: Limits
  /// The bytes of all pages so far.
  private var length = 0
  /// The first of the pages that are in memory, and not in a file; all later ones are in memory, too.
  private var firstInMemory = 0
  /// The bytes of these pages.
  private var bytesInMemory = 0
  /// The most bytes of pages in memory.
  private static let mostInMemory = 16 << 20
  /// How the arrays of the feed are called here.
  private let mapping: SyncMapping

  /// Nothing.
  init(_ mapping: SyncMapping, limits: Limits) { (self.mapping, self.limits) = (mapping, limits) }

  /// Reads a document and those that follow it.
  ///
  /// - Throws: `SlipError` where one can't be read or is malformed.
  mutating func read(
    _ bytes: FileBytes, etag: String?, _ place: FeedPlace, _ connection: FeedConnection
  ) throws(SlipError) {
    var seen: Set<FeedPlace> = [place]
    var (bytes, place) = (bytes, place)
    self.etag = etag
    while let next = try readPage(bytes, place) {
      self.etag = nil
      guard pages.count < limits.feedPages else {
        throw SlipError(
          .badInput, code: HTTPCode.tooManyPages, "The feed has more than \(limits.feedPages) pages.",
          at: SourceLocation(file: place.display))
      }
      guard let target = place.resolve(next, within: connection.root), seen.insert(target).inserted else {
        throw FeedChanges.fault("The feed's next page was read before, or is on another host.", place)
      }
      guard case .document(let more, _, let end) = try connection.read(target) else {
        throw FeedChanges.fault("A page of the feed isn't there.", place)
      }
      (bytes, place) = (more, end)
    }
  }

  /// The error that a feed contradicts itself.
  static func fault(_ message: String, _ place: FeedPlace) -> SlipError {
    SlipError(.badInput, code: KitCode.badFeed, message, at: SourceLocation(file: place.display))
  }

  /// Reads one page, and returns where the next one is.
  private mutating func readPage(_ bytes: FileBytes, _ place: FeedPlace) throws(SlipError) -> String? {
    let number = pages.count
    length += bytes.count
    guard length <= limits.feedBytes else {
      throw SlipError(
        .badInput, code: HTTPCode.tooLarge,
        "The pages of the feed have more than \(limits.feedBytes) bytes together.",
        at: SourceLocation(file: place.display))
    }
    pages.append(Page(bytes: bytes, range: 0..<bytes.count, place: place))
    bytesInMemory += bytes.isInMemory ? bytes.count : 0
    var next: String?
    var isFeed = false
    try bytes.withBytes { (buffer) throws(SlipError) in
      let reader = BoxJSONReader(bytes: buffer, file: place.display)
      try reader.read { (key, value) throws(SlipError) in
        if try take(header: key, value, &next) { isFeed = true }
      } _: { (section, elements) throws(SlipError) in
        guard let section = mapping.section(of: section) else { return }
        isFeed = true
        listed.insert(section)
        for element in elements {
          if section == .notes {
            try reader.placing(element) { () throws(SlipError) in
              try FeedBody.expectFitting(object: element.range.count, limits)
            }
          }
          let id = try reader.object(element) { (value) throws(SlipError) in
            try mapping.id(of: value, in: section)
          }
          objects[section, default: [:]][id, default: []].append(Element(page: number, element: element))
        }
        // Each object is read again later, so the page needn't stay in memory.
        if let last = elements.last { bytes.release(upTo: last.range.upperBound) }
      }
    }
    bytes.release(upTo: bytes.count)
    if bytesInMemory > FeedChanges.mostInMemory { try spoolPages() }
    if !isFeed { throw FeedChanges.fault("This is no feed: it has none of the members of one.", place) }
    return next
  }

  /// Moves the pages that are in memory into a temporary file without a name.
  private mutating func spoolPages() throws(SlipError) {
    let spool = Spool()
    var places: [(page: Int, range: Range<Int>)] = []
    for number in firstInMemory..<pages.count where pages[number].bytes.isInMemory {
      let start = spool.count
      guard pages[number].bytes.withBytes({ spool.append($0) }) else {
        throw SlipError(.cannotDo, code: FileCode.systemCall, "There is no space for temporary files.")
      }
      places.append((number, start..<spool.count))
    }
    let file = FileBytes(try spool.mapped())
    for (number, range) in places { (pages[number].bytes, pages[number].range) = (file, range) }
    (firstInMemory, bytesInMemory) = (pages.count, 0)
  }

  /// Drops what was read of the pages from memory; it is read again where it is needed.
  func releasePages() { for page in pages { page.bytes.release(upTo: page.bytes.count) } }

  /// Takes a member of a document that is no array of objects.
  ///
  /// - Returns: Whether feeds have such a member.
  /// - Throws: `SlipError` where its value has another type.
  private mutating func take(
    header name: String, _ value: JSONValue, _ next: inout String?
  ) throws(SlipError) -> Bool {
    if mapping.section(of: name) != nil {
      if value == .null { return true }
      throw JSONFields.fault(name, "must be an array")
    }
    let key = mapping.header(name)
    let fields = try JSONFields(.object([key: value]))
    switch key {
    case "format": isWhole = value == .string(BoxJSON.format)
    case "version_token": token = try fields.id(key) ?? token
    case "base_token": base = try fields.id(key) ?? base
    case "full": isComplete = try fields.bool(key) ?? false
    case "expired": isExpired = try fields.bool(key) ?? false
    case "since": since = try fields.string(key)
    case "next": next = try fields.string(key)
    case SeenStates.key: seen.formUnion((try fields.string(key) ?? "").split(separator: " ").map(String.init))
    case "deleted":
      guard let lists = try fields.object(key) else { break }
      for name in lists.members.keys.sorted() {
        guard let section = mapping.section(of: name) else { continue }
        deleted[section, default: []].formUnion(try lists.ids(name))
      }
    default: return false
    }
    return true
  }

  /// Whether this is only what changed since a token.
  var isPart: Bool { base != nil && !isComplete }

  /// Whether all came in one document.
  var isSinglePage: Bool { pages.count == 1 }

  /// Whether the texts of notes are RTF, judged by the first one.
  func isRTF() throws(SlipError) -> Bool {
    guard let first = ids(.notes).first else { return true }
    let format = try object(first, .notes)["format"]?.string
    return format == nil || format == "rtf"
  }

  /// The ids of a section, sorted: so the order of pages makes no difference.
  func ids(_ section: BoxJSON.Section) -> [String] { (objects[section] ?? [:]).keys.sorted() }

  /// The object of an id: what its versions say together, on top of what was known.
  ///
  /// - Parameter base: The object as it was; members that are absent now stay, unless objects are whole.
  /// - Throws: `SlipError` with line and column.
  func object(
    _ id: String, _ section: BoxJSON.Section, over base: JSONValue? = nil
  ) throws(SlipError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    if !isWhole, case .object(let known) = base { members = known }
    for element in objects[section]?[id] ?? [] {
      if section == .notes {
        try FeedBody.expectFitting(object: element.element.range.count, limits)
      }
      let page = pages[element.page]
      let more = try page.withBytes { (buffer) throws(SlipError) in
        try BoxJSONReader(bytes: buffer, file: page.place.display).object(element.element) {
          (value) throws(SlipError) in try mapping.members(of: value, in: section)
        }
      }
      if isWhole { members = [:] }
      for (key, value) in more { members[key] = value == .null ? nil : value }
    }
    return .object(members)
  }

  /// The page that an object came from.
  func page(_ id: String, _ section: BoxJSON.Section) -> Page? {
    (objects[section]?[id]?.last).map { pages[$0.page] }
  }

  /// An error about an object with its place in the feed: that of the value where the error names one, else that of
  /// the object.
  func placed(_ error: SlipError, _ id: String, _ section: BoxJSON.Section) -> SlipError {
    guard let element = objects[section]?[id]?.last else { return error }
    let page = pages[element.page]
    if error.location?.file == page.place.display { return error }
    var error = error
    let start = element.element.range.lowerBound
    if case .object = error.location?.place, error.code == JSONCode.wrongValue {
    } else {
      error.location = SourceLocation(.byte(start))
    }
    return page.withBytes { JSONScanner.placed(error, in: $0, file: page.place.display, start: start) }
  }
}

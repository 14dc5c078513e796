package import SlipBase
package import SlipNotes

/// What a box remembers of a feed beyond the token: an element of its own in the origin.
///
/// Notes are remembered by their sources. Folders and keywords have none, so what the feed said of them last is here:
/// the base of the next three-way merge.
package struct FeedState: Equatable {
  /// An object of the feed and the entity that it became.
  package struct Known: Equatable {
    /// The entity's id in the box.
    package var id: UniqueID
    /// What the feed said last.
    package var object: JSONValue

    /// An object and its entity.
    package init(id: UniqueID, object: JSONValue) { (self.id, self.object) = (id, object) }
  }

  /// Folders by their ids in the feed.
  package var folders: [String: Known] = [:]
  /// Keywords by their ids in the feed.
  package var keywords: [String: Known] = [:]
  /// The version of the last document, where the feed has no tokens.
  package var etag: String?
  /// Where changes since a token are.
  package var since: String?
  /// What the feed said that the box didn't take, after the last synchronization: a transaction that turns the box into what the
  /// feed had, as `TransactionFile` has it; empty where both had the same. Nil for a feed whose notes have their objects as sources.
  package var home: String?
  /// The states that were part of what the feed had, by their tokens.
  package var seen: [String] = []

  /// The namespace of the element.
  package static let namespace = "urn:slipbox:feed"
  /// What the element begins with.
  private static let start = "<feed xmlns=\"\(namespace)\""

  /// Nothing is known.
  package init() {}

  /// Reads the state of an origin; what can't be read counts as unknown.
  package init(_ origin: Origin) {
    guard let element = origin.foreign.first(where: { $0.hasPrefix(FeedState.start) }),
      let open = element.firstIndex(of: ">"),
      let close = element.firstRange(of: "</")?.lowerBound, open < close,
      let json = JSONValue(Array(FeedState.unescaped(element[element.index(after: open)..<close]).utf8))
    else { return }
    folders = FeedState.known(json["folders"])
    keywords = FeedState.known(json["keywords"])
    etag = json["etag"]?.string
    since = json["since"]?.string
    home = json["home"]?.string
    seen = (json["seen"]?.string ?? "").split(separator: " ").map(String.init)
  }

  /// Reads known objects.
  private static func known(_ json: JSONValue?) -> [String: Known] {
    var found: [String: Known] = [:]
    for (key, value) in json?.members ?? [] {
      guard let id = value["id"]?.string.flatMap({ UniqueID($0) }), let object = value["object"] else {
        continue
      }
      found[key] = Known(id: id, object: object)
    }
    return found
  }

  /// The element for an origin.
  package var element: String {
    func json(_ known: [String: Known]) -> JSONValue? {
      known.isEmpty
        ? nil
        : .object(known.mapValues { .object(["id": .string($0.id.description), "object": $0.object]) })
    }
    let value = JSONValue.object([
      ("folders", json(folders)), ("keywords", json(keywords)), ("etag", .text(etag)),
      ("since", .text(since)), ("home", home.map { .string($0) }),
      ("seen", seen.isEmpty ? nil : .string(seen.joined(separator: " "))),
    ])
    let text = String(decoding: value.bytes, as: UTF8.self)
    return FeedState.start + ">" + FeedState.escaped(text) + "</feed>"
  }

  /// Puts the state into an origin, in the place of an earlier one.
  package func write(to origin: inout Origin) {
    origin.foreign.removeAll { $0.hasPrefix(FeedState.start) }
    origin.foreign.append(element)
  }

  /// Makes the next synchronization ask the feed for all its objects; nothing happens where there is no feed.
  package static func forgetToken(of origin: inout Origin) {
    origin.token = ""
    var state = FeedState(origin)
    guard state.etag != nil else { return }
    state.etag = nil
    state.write(to: &origin)
  }

  /// Text as an element has it.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The text of an element.
  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&")
  }
}

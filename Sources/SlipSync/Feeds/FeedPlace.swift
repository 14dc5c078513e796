internal import SlipboxKit
internal import SlipBase
internal import SlipFiles
internal import SlipHTTP

/// Where a document of a feed is.
enum FeedPlace: Hashable, Sendable {
  /// A file.
  case file(String)
  /// An address of the web.
  case web(HTTPAddress)

  /// The document that lies in a directory feed.
  static let documentName = "feed.json"

  /// The first document of a feed: a URL, a file, or the document in a directory.
  ///
  /// - Throws: `SlipError` with code `HTTPCode.badAddress` for a URL that can't be read.
  init(feed: String) throws(SlipError) {
    if feed.contains("://") {
      guard let address = HTTPAddress(feed) else {
        throw SlipError(.usage, code: HTTPCode.badAddress, "This is no URL of http or https.")
      }
      self = .web(address)
    } else if try FileSystem.status(feed)?.kind == .directory {
      self = .file(PathText.withoutSlashes(feed) + "/" + FeedPlace.documentName)
    } else {
      self = .file(feed)
    }
  }

  /// The name for messages and manifests, without secrets.
  var display: String {
    switch self {
    case .file(let path): path
    case .web(let address): address.display
    }
  }

  /// The place that a reference in a document means; nil where it leads to another host or out of the folder.
  func resolve(_ reference: String, within root: FeedPlace) -> FeedPlace? {
    switch (self, root) {
    case (.web(let address), .web(let root)):
      guard let place = address.resolve(reference), place.isBeside(root) else { return nil }
      return .web(place)
    case (.file(let path), .file(let root)):
      let text = PathText.split(path).folder + reference
      let folder = PathText.split(root).folder
      guard text.hasPrefix(folder), BesideFiles.isInside(String(text.dropFirst(folder.count))) else {
        return nil
      }
      return .file(text)
    default: return nil
    }
  }

  /// The place of the changes since a token: it is appended as a component of the path.
  func appending(_ token: String) -> FeedPlace? {
    if case .web(let address) = self { .web(address.appending(token)) } else { nil }
  }
}

/// What a feed answers.
enum FeedAnswer {
  /// A document.
  case document(FileBytes, etag: String?, FeedPlace)
  /// Nothing has changed since the version that was named.
  case unchanged
  /// There is nothing at this place, or no longer.
  case gone
}

/// Reads documents of one feed.
struct FeedConnection {
  /// The first document.
  let root: FeedPlace
  /// Makes requests; nil for files.
  let client: HTTPClient?

  /// Reads a document.
  ///
  /// - Parameter etag: The version that is known.
  /// - Throws: `SlipError` where it can't be read.
  func read(_ place: FeedPlace, etag: String? = nil) throws(SlipError) -> FeedAnswer {
    switch place {
    case .file(let path) where place == root:
      guard try FileSystem.status(path) != nil else { return .gone }
      return .document(FileBytes(try MappedFile(path)), etag: nil, place)
    case .file(let path):
      // The user named the first document. All others are named by the feed, and no link may lead out of its folder.
      guard case .file(let first) = root else { return .gone }
      let folder = PathText.split(first).folder
      let directory = try DirectoryHandle(folder.isEmpty ? "." : folder)
      let name = String(path.dropFirst(folder.count))
      guard try directory.status(of: name) != nil else { return .gone }
      return .document(FileBytes(try MappedFile(name, beneath: directory)), etag: nil, place)
    case .web(let address):
      guard let client else { return .gone }
      let (answer, end) = try client.get(address, etag: etag)
      switch answer.status {
      case 200: return .document(answer.body, etag: answer.etag, .web(end))
      case 304 where etag != nil: return .unchanged
      case 404, 410: return .gone
      default:
        throw HTTPClient.error(
          HTTPCode.badStatus, "The server answers with status \(answer.status).", address)
      }
    }
  }

  /// Reads a file that an object names.
  ///
  /// - Throws: `SlipError` where it isn't there.
  func content(_ reference: String, from place: FeedPlace) throws(SlipError) -> [UInt8] {
    guard let target = place.resolve(reference, within: root),
      case .document(let bytes, _, _) = try read(target)
    else {
      throw SlipError(
        .badInput, code: KitCode.badFeed, "A file that the feed names isn't there.",
        at: SourceLocation(file: place.display))
    }
    return bytes.array
  }
}

import Foundation
import SlipBase
import SlipFiles
import SlipHTTP
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// Boxes that are brought in step by whatever carries them.
final class CarrierBench {
  /// What carries the changes of a box to another one.
  enum Carrier: String, CaseIterable {
    /// Another bundle.
    case folder
    /// Another bundle as a pack.
    case pack
    /// A directory that `feed` wrote.
    case feed
    /// The same over HTTP.
    case web
    /// The JSON form.
    case json
  }

  let boxes: BoxSyncBench
  var directory: TemporaryDirectory { boxes.directory }

  init() throws { boxes = try BoxSyncBench() }

  /// What a step found.
  struct Step {
    /// Whether the box that took something was changed.
    var isChanged: Bool
    /// What both had changed.
    var conflicts: [String]
  }

  /// A server of a directory.
  private struct FileServer: HTTPTransport {
    let folder: String

    func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
      let path = url.replacing("http://feed.test/", with: "")
      guard let data = try? Data(contentsOf: URL(filePath: folder + "/" + path)) else {
        return .answer(HTTPAnswer(status: 404))
      }
      var answer = HTTPAnswer(status: 200)
      answer.body = FileBytes([UInt8](data))
      return .answer(answer)
    }
  }

  /// Brings what a box has to another one, and with bundles also the other way round.
  @discardableResult func carry(
    _ from: String, to other: String, by carrier: Carrier,
    _ change: (inout SyncRequest) -> Void = { _ in }
  ) throws -> Step {
    switch carrier {
    case .folder: return step(try boxes.sync(other, from) { $0.date = boxes.now })
    case .pack:
      let pack = try Packing.pack(boxes.path(from))
      var request = BoxSyncRequest(boxes.path(other), pack)
      request.date = boxes.now
      let outcome = try request.run()
      try directory.remove(from + ".slipbox")
      _ = try Packing.unpack(pack, to: boxes.path(from))
      try FileManager.default.removeItem(atPath: pack)
      return step(outcome)
    case .feed, .web:
      let folder = directory.path("feed-" + from)
      _ = try FeedRequest(bundle: boxes.path(from), output: folder).run()
      var request = SyncRequest(bundle: boxes.path(other), feed: folder, world: SyncBench.world)
      if carrier == .web {
        request.feed = "http://feed.test/feed.json"
        request.originName = "web-" + from
        request.transport = FileServer(folder: folder)
      }
      return try take(request, change)
    case .json:
      let file = directory.path(from + ".json")
      var export = BoxJSONExport(bundle: boxes.path(from), output: file)
      export.replaces = true
      _ = try export.run()
      if !directory.exists(other + ".slipbox") {
        _ = try BoxJSONImport(input: file, output: boxes.path(other)).run()
        return Step(isChanged: true, conflicts: [])
      }
      var request = SyncRequest(bundle: boxes.path(other), feed: file, world: SyncBench.world)
      (request.originName, request.kind) = (from, "set")
      return try take(request, change)
    }
  }

  private func take(
    _ request: SyncRequest, _ change: (inout SyncRequest) -> Void
  ) throws -> Step {
    var request = request
    (request.createsBundle, request.date) = (true, boxes.now)
    change(&request)
    let outcome = try request.run()
    return Step(isChanged: outcome.isChanged, conflicts: outcome.conflicts.map(\.field))
  }

  private func step(_ outcome: BoxSyncOutcome) -> Step {
    Step(
      isChanged: outcome.sides.contains(where: \.isChanged),
      conflicts: outcome.conflicts.map(\.kind))
  }

  /// Makes a second box of the first one, as people would with this carrier.
  func begin(_ first: String, _ second: String, by carrier: Carrier) throws {
    switch carrier {
    case .folder, .pack: try boxes.copy(first, to: second)
    case .feed, .web, .json: try carry(first, to: second, by: carrier)
    }
  }

  /// What two boxes differ in, apart from where their notes came from.
  func differences(_ a: String, _ b: String) throws -> [String] {
    var changes = try BoxChanges(from: boxes.box(a), to: boxes.box(b))
    (changes.sources, changes.origins) = ([], nil)
    return changes.notes.filter(Self.isMoreThanSource).map { "note \($0)" }
      + changes.folders.map { "folder \($0)" } + changes.keywords.map { "keyword \($0)" }
      + changes.attachments.filter { $0.kind != .updated }.map { "attachment \($0)" }
  }

  /// Whether a note changed in more than where it came from.
  static func isMoreThanSource(_ change: EntityChange<Note>) -> Bool {
    guard let before = change.before, var after = change.after else { return true }
    (after.source, after.sourceItem, after.imported) = (before.source, before.sourceItem, before.imported)
    return after != before
  }

  /// The findings of validation about a box.
  func findings(_ name: String) throws -> [Diagnostic] {
    try Validation.run(boxes.path(name)).report.diagnostics
  }
}

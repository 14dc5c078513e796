import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// What a document says of things that follow from others is not believed: the result is valid, or there is none.
@Suite struct JSONClaimsTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Imports a document and synchronizes with it. What comes of it must be valid.
  ///
  /// - Returns: Whether the import and the synchronization went well.
  @discardableResult private func tryBoth(_ json: Any, _ comment: Comment? = nil) throws -> [Bool] {
    let files = FileManager.default
    try directory.write("x.json", Array(try JSONSerialization.data(withJSONObject: json)))
    var went: [Bool] = []
    for name in ["n.slipbox", "s.slipbox"] {
      let bundle = directory.path(name)
      if files.fileExists(atPath: bundle) { try files.removeItem(atPath: bundle) }
      do throws(SlipError) {
        if name == "n.slipbox" {
          _ = try BoxJSONImport(input: directory.path("x.json"), output: bundle).run()
        } else {
          var request = SyncRequest(bundle: bundle, feed: directory.path("x.json"), world: SyncBench.world)
          request.createsBundle = true
          _ = try request.run()
        }
        went.append(true)
      } catch {
        #expect(error.kind != .cannotDo, "\(error.description) \(comment?.description ?? "")")
        went.append(false)
      }
      guard files.fileExists(atPath: bundle) else { continue }
      let errors = try slipErrors { try SyncBench.errors(bundle) }
      #expect(errors == [], comment)
    }
    return went
  }

  private func picture() throws -> [UInt8] {
    Array(try Data(contentsOf: Fixtures.directory.appending(path: "images/png-2-8.png")))
  }

  private func box(_ note: [String: Any], attachment: [String: Any] = [:]) throws -> [String: Any] {
    let bytes = try picture()
    let digest = Digest(of: bytes).hex
    let file: [String: Any] = [
      "sha256": digest, "data": Data(bytes).base64EncodedString(), "type": "image/png", "extension": "png",
    ]
    let basis: [String: Any] = [
      "id": "11111111-1111-4111-8111-000000000001", "title": "a", "body": "b", "format": "text",
      "attachments": [["sha256": digest, "name": "a.png"]],
    ]
    return [
      "format": "urn:slipbox:box:1", "version_token": "1",
      "attachments": [file.merging(attachment) { $1 }], "notes": [basis.merging(note) { $1 }],
    ]
  }

  @Test func theTypeOfAnAttachmentIsThatOfItsContent() throws {
    for claim: [String: Any] in [
      ["type": "application/octet-stream", "extension": "bin"], ["type": "text/html"], ["extension": "svg"],
      ["width": 7, "height": 9], ["width": -1], ["length": 3],
    ] {
      let went = try tryBoth(try box([:], attachment: claim), "\(claim)")
      #expect(went == (claim["length"] == nil ? [true, true] : [false, false]))
      if went == [true, true] {
        for name in ["n.slipbox", "s.slipbox"] {
          let found = try OpenBundle(directory.path(name)).box.attachments.map(\.mediaType)
          #expect(found == ["image/png"])
        }
      }
    }
  }

  @Test func theTypeOfAFileBesideIsThatOfItsContent() throws {
    try directory.write("p.bin", try picture())
    var json = try box([:])
    let digest = Digest(of: try picture()).hex
    json["attachments"] = [
      [
        "sha256": digest, "length": try picture().count, "type": "text/plain", "extension": "txt",
        "path": "p.bin",
      ]
    ]
    #expect(try tryBoth(json) == [true, true])
  }

  @Test func aMirrorFollowsFromItsBody() throws {
    let json = try box(["body": "{\\rtf1 True words}", "format": "rtf", "text": "Other words"])
    #expect(try tryBoth(json) == [true, true])
    for name in ["n.slipbox", "s.slipbox"] {
      let bundle = try OpenBundle(directory.path(name))
      let note = try bundle.note(named: "a")
      #expect(String(decoding: try bundle.mirror(of: note), as: UTF8.self).hasPrefix("True words"))
    }
  }

  @Test func aBodyThatIsNoRTFIsRefused() throws {
    for body in ["no RTF", "{\\html}", "\u{0}"] {
      let json = try box(["body": body, "format": "rtf", "text": body])
      #expect(try tryBoth(json) == [false, false])
    }
  }

  /// Each value of a document, changed in several ways.
  @Test func anyClaimGivesAValidBundleOrNone() throws {
    let bundle = Fixtures.directory.appending(path: "versions/tour-8.slipbox").path
    _ = try BoxJSONExport(bundle: bundle, output: directory.path("a.json")).run()
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: directory.path("a.json"))))
    var changed: [(String, Any)] = []
    Self.forEachChange(of: json, at: "") { changed.append(($0, $1)) }
    #expect(changed.count > 300)
    let step = max(1, changed.count / LawSize.seeds("SLIPBOX_JSON_CLAIMS", 250).count)
    for index in stride(from: 0, to: changed.count, by: step) {
      try tryBoth(changed[index].1, "\(changed[index].0)")
    }
  }

  /// Calls `body` with a document in which one value is another, and where that is.
  private static func forEachChange(of json: Any, at path: String, _ body: (String, Any) -> Void) {
    switch json {
    case let object as [String: Any]:
      for key in object.keys.sorted() where key != "data" {
        forEachChange(of: object[key] ?? 0, at: path + "." + key) { place, value in
          body(place, object.merging([key: value]) { $1 })
        }
        body(path + "." + key + " gone", object.filter { $0.key != key })
      }
    case let list as [Any]:
      for index in list.indices.prefix(3) {
        forEachChange(of: list[index], at: path + "[\(index)]") { place, value in
          var changed = list
          changed[index] = value
          body(place, changed)
        }
      }
      if let first = list.first { body(path + " twice", list + [first]) }
    case is String:
      for text in ["", " ", "x", "../x", "a\u{1}b", String(repeating: "0", count: 64)] {
        body(path + " = \(text.debugDescription)", text)
      }
    default: for number in [-1, 0, 3, Int.max] { body(path + " = \(number)", number) }
    }
  }
}

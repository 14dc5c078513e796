import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport

@testable import SlipBundle

extension SampleBundle {
  /// The same bundle in schema version 6.
  func version6(_ manifest: [UInt8]) throws -> (manifest: [UInt8], payload: [String: [UInt8]]) {
    let document = VersionDocument(version: VersionTable.current, xml: manifest, payload: .made(files))
    let options = StageOptions(limits: Limits(), workers: 1, tool: "test 1")
    let old = try StageTable.run(document, to: 6, options)
    guard case .made(var payload) = old.payload else { return (old.xml, [:]) }
    for path in ["mimetype", ".gitattributes"] { payload[path] = files[path] }
    return (old.xml, payload)
  }

  /// The same bundle with parts, which have the edits.
  func parted() throws -> (manifest: [UInt8], payload: [String: [UInt8]]) {
    var payload = files
    var parts: [ManifestPart] = []
    for content in box.partContents() where !content.isEmpty {
      var (part, bytes) = try ManifestWriter.write(content, of: box)
      var text = String(decoding: bytes, as: UTF8.self)
      for (old, new) in partEdits[part.key] ?? [] {
        text = text.replacing(old, with: new, maxReplacements: 1)
      }
      bytes = Array(text.utf8)
      part.fact = FileFact(of: bytes)
      payload[part.path] = bytes
      parts.append(part)
    }
    var root: [UInt8] = []
    _ = try ManifestWriter.write(box, parts: parts) { root.append(contentsOf: $0) }
    return (root, payload)
  }
}

extension TemporaryDirectory {
  /// Gives a file another name.
  func move(_ path: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: self.path(path), toPath: self.path(other))
  }

  /// Changes the text of a file.
  func replace(_ old: String, with new: String, in path: String) throws {
    try write(path, (text(path) ?? "").replacing(old, with: new))
  }
}

// The entities of a bundle as structures of an app: `Slipbox.swift` is what `slipconv schema 8 --to swift` writes. A bundle is
// read into them, they become JSON and come back, and a new bundle is written from them.
import Foundation
import SlipboxFoundation
import SlipboxKit

struct Contents: Codable, Hashable {
  var folders: [Folder]
  var keywords: [Keyword]
  var notes: [Note]

  /// Reads a bundle.
  init(_ bundle: OpenBundle) throws {
    folders = bundle.box.folders.map {
      Folder(
        id: $0.id.uuid, name: $0.name, order: $0.order, created: $0.created?.date, parent: $0.parent?.uuid)
    }
    keywords = bundle.box.keywords.map {
      Keyword(
        id: $0.id.uuid, name: $0.name, red: $0.color.red, green: $0.color.green, blue: $0.color.blue,
        opacity: $0.color.opacity, parent: $0.parent?.uuid)
    }
    notes = try bundle.box.notes.map { note in
      Note(
        id: note.id.uuid, title: note.title, status: note.status.rawValue, favorite: note.isFavorite,
        order: note.order, created: note.created?.date, modified: note.modified?.date,
        body: Data(try bundle.body(of: note)),
        mirror: String(decoding: try bundle.mirror(of: note), as: UTF8.self), folder: note.folder?.uuid,
        keywords: note.keywords.map(\.uuid), links: note.links.map(\.uuid))
    }
  }

  /// Writes a bundle.
  func bundle() throws -> OpenBundle {
    let memory = MemoryBundle()
    var session = try EditSession(inMemory: memory)
    for note in notes {
      let id = try session.create(
        NoteDraft(
          title: note.title, body: .rtf([UInt8](note.body)), folder: path(ofFolder: note.folder),
          keywords: note.keywords.compactMap(path(ofKeyword:))))
      try session.edit { box throws(SlipError) in
        try box.update(note: id) {
          $0.isFavorite = note.favorite
          $0.created = note.created.map { Timestamp($0) }
        }
      }
    }
    try session.save()
    return OpenBundle(memory)
  }

  private func path(ofFolder id: UUID?) -> String? {
    folders.first { $0.id == id }.map {
      [path(ofFolder: $0.parent), $0.name].compactMap { $0 }.joined(separator: "/")
    }
  }

  private func path(ofKeyword id: UUID?) -> String? {
    keywords.first { $0.id == id }.map {
      [path(ofKeyword: $0.parent), $0.name].compactMap { $0 }.joined(separator: "/")
    }
  }
}

let bundle = OpenBundle(try MemoryBundle.sample())
let contents = try Contents(bundle)
let again = try JSONDecoder().decode(Contents.self, from: try JSONEncoder().encode(contents))
print(contents == again)
let written = try Contents(try again.bundle())
print(written.notes.map(\.title).sorted() == contents.notes.map(\.title).sorted())
print(
  Set(written.notes.map(\.mirror)) == Set(contents.notes.map(\.mirror)), written.keywords.count,
  written.folders.count)

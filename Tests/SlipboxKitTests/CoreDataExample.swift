// Page begin
import Foundation
import SlipboxKit

/// A store of an app's objects. Each object has an entity, an id, and values by their names.
protocol ObjectStore {
  associatedtype Object
  /// The object of an entity with an id; a new one where there is none.
  func object(_ entity: String, id: String) throws -> Object
  /// Sets an attribute, or a relationship to one object.
  func set(_ key: String, _ value: Any?, of object: Object)
  /// Sets a relationship to many objects.
  func link(_ key: String, to objects: [Object], of object: Object)
  /// Writes all changes, or none.
  func save() throws
}

/// Takes the notes of a bundle into a store. What is there already is updated.
func take(bundle path: String, into store: some ObjectStore) throws {
  let bundle = try OpenBundle(path)
  let box = bundle.box
  for folder in box.folders {
    let object = try store.object("Folder", id: folder.id.description)
    store.set("name", folder.name, of: object)
    store.set("order", folder.order, of: object)
    let parent = try folder.parent.map { try store.object("Folder", id: $0.description) }
    store.set("parent", parent, of: object)
  }
  for keyword in box.keywords {
    let object = try store.object("Keyword", id: keyword.id.description)
    store.set("name", keyword.name, of: object)
  }
  for note in box.notes {
    let object = try store.object("Note", id: note.id.description)
    store.set("title", note.title, of: object)
    store.set("rtf", Data(try bundle.body(of: note)), of: object)
    store.set("text", String(decoding: try bundle.mirror(of: note), as: UTF8.self), of: object)
    store.set("created", note.created.map { date($0.microseconds) }, of: object)
    store.set("modified", note.modified.map { date($0.microseconds) }, of: object)
    store.set("status", note.status.rawValue, of: object)
    store.set("isFavorite", note.isFavorite, of: object)
    let folder = try note.folder.map { try store.object("Folder", id: $0.description) }
    store.set("folder", folder, of: object)
    let keywords = try note.keywords.map { try store.object("Keyword", id: $0.description) }
    store.link("keywords", to: keywords, of: object)
    let links = try note.links.map { try store.object("Note", id: $0.description) }
    store.link("links", to: links, of: object)
    let files = try note.attachments.map { use in
      let file = try store.object("File", id: "\(note.id)/\(use.attachment.hex)/\(use.name)")
      store.set("name", use.name, of: file)
      store.set("data", try bundle.withBytes(of: .attachment(use.attachment)) { Data($0) }, of: file)
      return file
    }
    store.link("files", to: files, of: object)
  }
  // Nobody changed the bundle while it was read.
  try bundle.expectCurrent()
  try store.save()
}

/// A date of a bundle, which counts microseconds since 1970.
private func date(_ microseconds: Int64) -> Date {
  Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
}

#if canImport(CoreData)
  import CoreData

  extension NSManagedObjectContext: ObjectStore {
    func object(_ entity: String, id: String) throws -> NSManagedObject {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.predicate = NSPredicate(format: "id == %@", id)
      request.fetchLimit = 1
      if let known = try fetch(request).first { return known }
      let new = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
      new.setValue(id, forKey: "id")
      return new
    }

    func set(_ key: String, _ value: Any?, of object: NSManagedObject) {
      object.setValue(value, forKey: key)
    }

    func link(_ key: String, to objects: [NSManagedObject], of object: NSManagedObject) {
      object.setValue(NSSet(array: objects), forKey: key)
    }
  }
#endif
// Page end

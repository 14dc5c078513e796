internal import SlipBase
internal import SlipExchange

/// An export of Trilium: a list of notes, and their files.
enum TriliumExport {
  /// The name of the list.
  static let list = "!!!meta.json"
  /// What stands in place of the title of a note that was protected when it was exported. It has no file.
  private static let protectedTitle = "[protected]"
  /// The largest list that is read, in bytes.
  private static let longest = 512 << 20

  /// Whether a tree is an export.
  static func isOne(_ tree: SourceTree) -> Bool {
    guard let place = tree.place(of: tree.topPath + list), tree.files[place].length <= longest,
      let bytes = tree.soundBytes(at: place)
    else { return false }
    return SourceJSON.begins(bytes, "{", ["\"formatVersion\""])
  }

  /// Where a note of the list is.
  private struct Place {
    var json: JSONValue
    /// The folder that its file is in, with a slash at its end.
    var folder: String
    /// The note above it; -1 for none.
    var parent: Int
  }

  /// Reads the list.
  ///
  /// - Throws: `SlipError` where it can't be read.
  static func library(_ tree: SourceTree) throws(SlipError) -> TriliumLibrary {
    let top = tree.topPath
    guard let list = tree.place(of: top + list) else {
      throw SlipError(.badInput, code: ExchangeCode.badContainer, "The export has no list of notes.")
    }
    let json = try SourceJSON.read(tree, list)
    var library = TriliumLibrary()
    var files: [String: Int] = [:]
    var open = (json["files"]?.array ?? []).reversed().map { Place(json: $0, folder: top, parent: -1) }
    while let next = open.popLast() {
      let json = next.json
      if json["noImport"]?.isTrue ?? false { continue }
      let id = json["noteId"]?.string ?? ""
      let data = json["dataFileName"]?.string.map { next.folder + $0 }
      if json["isClone"]?.isTrue ?? false {
        library.addPlace(of: id, below: next.parent)
        if let data { library.paths[data] = id }
        continue
      }
      let below = json["dirFileName"]?.string.map { next.folder + $0 }
      var place = next.parent
      if id != "root" {
        var note = TriliumLibrary.Note(id: id, title: json["title"]?.string ?? "")
        note.take(json)
        note.isProtected = note.title == protectedTitle && json["dataFileName"] == nil
        note.parent = next.parent
        note.files = (json["attachments"]?.array ?? []).compactMap { file in
          guard let name = file["dataFileName"]?.string else { return nil }
          let path = next.folder + name
          files[path] = tree.place(of: path)
          return TriliumLibrary.File(
            id: file["attachmentId"]?.string ?? path, title: file["title"]?.string ?? name,
            isPicture: file["role"]?.string == "image", path: path)
        }
        if let data, let file = tree.place(of: data) {
          files["note/" + id] = file
          note.path = data
          note.length = tree.files[file].length
          note.hasContent = note.length > 0
          note.isLost = note.length == 0 && note.type == "text" && !note.isMarkdown
          note.modified = tree.files[file].entryTime
        } else if let data {
          note.isLost = true
          library.findings.append(SourceFault.cut("The text of a note isn't in the export: \(data)."))
        }
        place = library.add(note)
        for path in [data, below].compactMap({ $0 }) { library.paths[path] = library.notes[place].id }
      }
      let inside = below.map { $0 + "/" } ?? next.folder
      open += (json["children"]?.array ?? []).reversed().map {
        Place(json: $0, folder: inside, parent: place)
      }
    }
    let all = files
    library.content = { key throws(SlipError) in
      guard let place = all[key] else { return nil }
      return try tree.bytes(at: place).array
    }
    library.finish()
    return library
  }
}

extension TriliumLibrary.Note {
  /// Takes the facts of a note in a list.
  fileprivate mutating func take(_ json: JSONValue) {
    type = json["type"]?.string ?? "text"
    mime = json["mime"]?.string ?? ""
    isMarkdown = json["format"]?.string == "markdown"
    prefix = json["prefix"]?.string ?? ""
    for attribute in json["attributes"]?.array ?? [] {
      guard let name = attribute["name"]?.string else { continue }
      let value = attribute["value"]?.text ?? ""
      if attribute["type"]?.string == "relation" {
        relations.append((name, value))
      } else {
        labels.append((name, value))
      }
    }
  }
}

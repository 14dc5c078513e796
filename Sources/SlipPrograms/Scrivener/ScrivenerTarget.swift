internal import SlipBase
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes

/// Writes a project: a binder, and a folder with the files of each item.
///
/// ```
/// Novel.scrivx                        the binder, keywords, labels, statuses
/// Files/version.txt
/// Files/Data/<UUID>/content.rtf       the text of an item; content.png of a media item
///                  /synopsis.txt      the property `summary`
/// ```
///
/// What came from a project of this format goes back to its place: files of notes that nobody changed are copied from the kept
/// original, and so is the binder if it says the same.
final class ScrivenerExport: Sendable {
  /// The box.
  private let box: ContainerBox
  /// The binder.
  private let binder: ScrivenerBinder
  /// The project that notes came from; nil for none.
  private let original: ScrivenerOriginal?
  /// Why that project can't be used, although the notes came from one.
  private let faults: [Diagnostic]

  /// Builds the binder.
  ///
  /// - Throws: `SlipError` where the body of a note with attachments can't be read.
  init(_ box: ContainerBox) throws {
    self.box = box
    do {
      (original, faults) = (try ScrivenerOriginal(box), [])
    } catch let error as SlipError {
      original = nil
      let message =
        "The project that these notes came from can't be read, so this one has only what the notes say. \(error.message)"
      faults = [
        Diagnostic(
          code: error.code ?? ExchangeCode.payloadChanged, severity: .warning, message: message,
          location: error.location ?? SourceLocation(file: nil))
      ]
    }
    binder = try ScrivenerBinder(box, original)
  }

  /// The files of the project.
  ///
  /// The project file comes from the original if nothing in it would change, with its trash and its
  /// caches. Otherwise it is new, and files that only the old binder needs are left out.
  ///
  /// - Returns: The plan. Texts are made only when they are written.
  /// - Throws: `SlipError` where the new project file can't be made, or the original can't be read.
  func files() throws -> ContainerPlan {
    var result = ContainerPlan()
    result.diagnostics = faults
    let writer = ScrivenerProjectFile(box, binder)
    var taken: Set<String> = []
    for item in binder.items { try addFiles(of: item, &result, &taken) }
    let name = ExportNames.safe(box.options.name) + ".scrivx"
    if let original, original.isWhole,
      let bytes = try original.projectFile(ifSame: try writer.bytes(), binder)
    {
      result.files.append(ContainerFile(original.projectName, .made { (bytes, []) }))
      taken.insert(original.projectName)
      addRest(of: original, withTrash: true, &result, &taken)
    } else {
      result.files.append(ContainerFile(name, .pieces { write in try writer.write(to: write) }))
      if let original, original.isWhole { addRest(of: original, withTrash: false, &result, &taken) }
    }
    if taken.insert("Files/version.txt").inserted {
      result.files.append(ContainerFile("Files/version.txt", text: "23"))
    }
    result.attachments = binder.items.count { $0.media != nil }
    return result
  }

  /// Adds the files of an item.
  ///
  /// A text or synopsis that nobody changed isn't added here: it comes with the rest of the original,
  /// byte for byte. An empty synopsis gets no file, and takes the place of the old one.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - result: The plan.
  ///   - taken: The paths that are in the plan, or that nothing of the original may fill.
  /// - Throws: `SlipError` where the original can't be read.
  private func addFiles(
    of item: ScrivenerBinder.Item, _ result: inout ContainerPlan, _ taken: inout Set<String>
  ) throws(SlipError) {
    let folder = "Files/Data/\(item.id)/"
    if let media = item.media {
      let path = folder + (media.suffix.isEmpty ? "content" : "content." + media.suffix)
      result.files.append(ContainerFile(path, .attachment(media.attachment)))
      taken.insert(path)
      return
    }
    if let note = item.inspectorNote, let text = box.box.note(note), !isKept(text) {
      taken.insert(folder + "notes.rtf")
      result.files.append(
        ContainerFile(folder + "notes.rtf", .made { [self] in try binder.rtf(of: note, in: box) }))
    }
    guard let note = item.note.flatMap({ box.box.note($0) }) else { return }
    if !isKept(note) {
      // Comments became notes of the text, and styles its formatting.
      for name in ["content.rtf", "content.comments", "content.styles"] { taken.insert(folder + name) }
      result.files.append(
        ContainerFile(folder + "content.rtf", .made { [self] in try binder.rtf(of: note.id, in: box) }))
    }
    let synopsis = ScrivenerBinder.synopsis(of: note) ?? ""
    let earlier = original?.isWhole == true ? try original?.synopsis(of: item.id) : nil
    if earlier != synopsis {
      taken.insert(folder + "synopsis.txt")
      if !synopsis.isEmpty { result.files.append(ContainerFile(folder + "synopsis.txt", text: synopsis)) }
    }
  }

  /// Whether the text of a note comes from the original project.
  private func isKept(_ note: Note) -> Bool { original?.isKept(note) ?? false }

  /// Adds files of the original project that nothing new takes the place of.
  ///
  /// - Parameter withTrash: Whether the binder is the original one, with its trash. Otherwise files of items that are no longer
  ///   there are left out, as well as caches of the binder.
  /// Paths that aren't safe on every system are changed or left out.
  private func addRest(
    of original: ScrivenerOriginal, withTrash: Bool, _ result: inout ContainerPlan, _ taken: inout Set<String>
  ) {
    let ids = Set(binder.items.map { $0.id.uppercased() })
    for path in original.paths {
      let parts = path.split(separator: "/")
      if !withTrash {
        let name = parts.last.map(String.init) ?? ""
        if parts.count == 1, path.suffixName == "scrivx" { continue }
        if ScrivenerExport.caches.contains(name) || name.hasPrefix("binder") { continue }
        if parts.count > 3, path.hasPrefix("Files/Data/"), !ids.contains(parts[2].uppercased()) { continue }
        if parts.count > 1, parts[0] == "Snapshots",
          !ids.contains(parts[1].prefix { $0 != "." }.uppercased())
        {
          continue
        }
      }
      let safe = OutgoingName.harmless(path: path)
      guard taken.insert(path).inserted, SafePath.fault(in: safe) == nil else { continue }
      result.files.append(ContainerFile(safe, .made { (try original.read(path), []) }))
    }
  }

  /// Files that Scrivener makes anew.
  /// With a new binder they would be wrong.
  private static let caches: Set<String> = ["docs.checksum", "search.indexes", "user.lock"]
}

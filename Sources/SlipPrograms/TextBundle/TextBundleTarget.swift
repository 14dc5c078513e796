internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import ZipContainer

/// Writes text bundles.
///
/// ```
/// Work/Plan.textbundle/info.json      version, type, and facts of this program
///                     /text.md        # Plan, and the text
///                     /assets/a.png   all files of the note
/// ```
final class TextBundleExport: Sendable {
  /// The box.
  private let box: ContainerBox
  /// Whether each bundle is an archive.
  private let isPacked: Bool
  /// Where the bundles go.
  private let plan: ExportPlan

  /// Chooses the names.
  init(_ box: ContainerBox, isPacked: Bool) {
    (self.box, self.isPacked) = (box, isPacked)
    let target = ExportTarget(
      name: "textbundle", title: "", kind: .package, fileExtension: isPacked ? "textpack" : "textbundle",
      attachments: .embed, fates: [:])
    var options = ExportPlan.Options()
    options.notes = box.options.notes
    plan = ExportPlan(box.box, target: target, options: options)
  }

  /// The files of the export.
  func files() -> ContainerPlan {
    var result = ContainerPlan()
    result.directories = plan.directories
    for item in plan.items {
      guard case .note(let id) = item.content, let note = box.box.note(id) else { continue }
      let assets = BundleAssets(note, in: box)
      result.attachments += assets.files.count
      if isPacked {
        result.files.append(
          ContainerFile(
            item.path, modified: item.modified, .made { [self] in try pack(id, at: item.path) }))
        continue
      }
      let folder = item.path + "/"
      result.files.append(
        ContainerFile(
          folder + "info.json", modified: item.modified, .made { [self] in (try info(id, at: item.path), []) }
        ))
      result.files.append(
        ContainerFile(
          folder + "text.md", modified: item.modified, .made { [self] in try text(id, at: item.path) }))
      for file in assets.files {
        result.files.append(
          ContainerFile(folder + file.path, modified: item.modified, .attachment(file.attachment)))
      }
    }
    return result
  }

  /// The address of another bundle, seen from the text of one.
  private func reference(to other: Note.ID, from path: String) -> String? {
    let place = isPacked ? path : path + "/text.md"
    return plan.path(of: other).map { RelativeURL.encoded(path: RelativePath.reference(from: place, to: $0)) }
  }

  /// The information about a bundle.
  private func info(_ id: Note.ID, at path: String) throws -> [UInt8] {
    let note = try box.note(id)
    var links: [String: Note.ID] = [:]
    for other in note.links { if let target = reference(to: other, from: path) { links[target] = other } }
    let facts = NoteFacts.json(
      of: note, in: box, [.title, .dates, .state, .keywords, .properties, .related], links: links,
      more: try BundleText(note, in: box).facts())
    return BundleInfoFile.bytes(note, facts)
  }

  /// The text of a bundle.
  private func text(_ id: Note.ID, at path: String) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let note = try box.note(id)
    let assets = BundleAssets(note, in: box)
    var text = try box.text(
      of: note,
      ContainerText.Places(
        file: { reference, _ in assets.path(of: reference) ?? "" },
        note: { [self] in reference(to: $0, from: path) ?? "" }))
    try BundleText(note, in: box).addHeading(note.title, to: &text.document)
    return (box.markdown(text.document), text.diagnostics)
  }

  /// A bundle as an archive, with its folder in it.
  private func pack(_ id: Note.ID, at path: String) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let folder = String(path.lastName.stem) + ".textbundle/"
    let text = try text(id, at: path)
    var entries = [ZipPacking.Entry(folder + "info.json", try info(id, at: path))]
    entries.append(ZipPacking.Entry(folder + "text.md", text.bytes))
    for file in BundleAssets(try box.note(id), in: box).files {
      entries.append(ZipPacking.Entry(folder + file.path, try box.blob(file.attachment)))
    }
    return (try ZipPacking.bytes(of: entries), text.diagnostics)
  }
}

/// The files of a note in a text bundle: `assets/photo.png`, each pair of content and name once.
struct BundleAssets {
  /// A file.
  struct File {
    /// The path in the bundle.
    var path: String
    /// The blob.
    var attachment: Attachment.ID
    /// Its name in the note.
    var name: String
  }

  /// The files, in the order of the note.
  private(set) var files: [File] = []
  /// The paths by blob and name.
  private var paths: [ContainerText.File: String] = [:]

  /// Chooses the names.
  init(_ note: Note, in box: ContainerBox) {
    var names = ExportNames()
    for reference in note.attachments {
      let key = ContainerText.File(attachment: reference.attachment, name: reference.name)
      guard paths[key] == nil, let attachment = box.box.attachment(reference.attachment) else { continue }
      let file = ExportPlan.file(reference.name, attachment)
      let path = "assets/" + names.name(for: file.stem, fileExtension: file.suffix, in: "assets/")
      paths[key] = path
      files.append(File(path: path, attachment: attachment.id, name: reference.name))
    }
  }

  /// The path of a file; nil for one that the note doesn't list.
  func path(of reference: AttachmentReference) -> String? {
    paths[ContainerText.File(attachment: reference.attachment, name: reference.name)]
  }
}

/// The file `info.json` of a text bundle.
enum BundleInfoFile {
  /// What the bundles of this program have as their creator.
  static let creator = "slipbox.slipconv"

  /// The file.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - facts: The facts of this program.
  ///   - more: Dictionaries of other programs.
  ///   - creator: Who made the bundle, as its name is registered.
  static func bytes(
    _ note: Note, _ facts: JSONValue, more: [(String, JSONValue?)] = [], creator: String = creator
  ) -> [UInt8] {
    let address = note.properties.first { $0.name == Property.WellKnown.sourceURL }
    let value = JSONValue.object(
      [
        ("version", .number(2)), ("type", .string("net.daringfireball.markdown")),
        ("transient", .bool(false)),
        ("creatorIdentifier", .string(creator)), ("sourceURL", .text(address?.value)), (NoteFacts.key, facts),
      ] + more)
    return Array(value.document.utf8)
  }
}

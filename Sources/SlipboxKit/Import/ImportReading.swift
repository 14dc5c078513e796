internal import RTFSyntax
internal import SlipBase
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipRTFD
internal import SlipStores
internal import Synchronization

/// How a source is read: the options of an import that decide what its notes say.
///
/// They are part of what a bundle remembers of a source (`Source.reading`). So another import without options reads it alike, and
/// one with other options reads it anew: what the last import said is read with the remembered ones, and what differs now is a change
/// of the source.
struct ImportReading: Sendable, Equatable {
  /// The encoding of pages, Markdown and text; nil: what they say themselves.
  var encoding: TextEncoding?
  /// The zone of dates without one; nil takes them as UTC.
  var zone: TimeZoneRules?
  /// Where dates come from; nil for the default.
  var dates: ImportContext.Dates?
  /// Whether notes come in that their program has thrown away; nil for the default.
  var takesTrash: Bool?
  /// Whether each item at the top of an outline is a note; nil for the default.
  var splitsOutlines: Bool?
  /// Where titles come from; nil for the default.
  var title: TitleSource?
  /// The columns of a table by what they are.
  var columns: [String: String] = [:]
  /// Which parts of a store are notes, as the text of a mapping; nil takes what is surely right.
  var mapping: String?
  /// A model that gives the names of a store.
  var model: Model?

  /// A model of a store. Only its digest is remembered.
  struct Model: Sendable, Equatable {
    /// Its path; nil for one that an earlier import had.
    var path: String?
    /// The digest of its content.
    var digest: String

    /// Whether the contents are the same.
    static func == (a: Model, b: Model) -> Bool { a.digest == b.digest }
  }

  /// The members of the JSON object.
  private enum Member: String, CaseIterable {
    case encoding, zone, dates, trash, split, title, map, mapping, model
  }

  /// Reads as by default.
  init() {}

  /// The options that a request gives.
  ///
  /// - Throws: `SlipError` where a mapping or a model can't be read.
  init(_ request: ImportRequest) throws(SlipError) {
    (encoding, zone, dates) = (request.encoding, request.zone, request.dates)
    (takesTrash, splitsOutlines) = (request.takesTrash, request.splitsOutlines)
    (title, columns) = (request.title, request.columns)
    if let path = request.mapping {
      let bytes = try StoreMappingFile.bytes(path)
      _ = try StoreMappingFile.parse(bytes, file: path)
      mapping = String(decoding: bytes, as: UTF8.self)
    }
    if let path = request.model {
      model = Model(path: path, digest: try ImportReading.digest(ofModel: path, request.limits))
    }
  }

  /// What a source remembers.
  ///
  /// - Parameter text: A JSON object, as `text` gives it; nil for the defaults. What this version doesn't know is left out.
  init(remembered text: String?) {
    guard let text, let object = JSONValue(Array(text.utf8)) else { return }
    func string(_ member: Member) -> String? { object[member.rawValue]?.string }
    encoding = string(.encoding).flatMap { TextEncoding.named($0) }
    zone = string(.zone).flatMap { TimeZoneRules($0) }
    dates = string(.dates).flatMap { ImportContext.Dates(rawValue: $0) }
    if case .bool(let value)? = object[Member.trash.rawValue] { takesTrash = value }
    if case .bool(let value)? = object[Member.split.rawValue] { splitsOutlines = value }
    title = string(.title).flatMap { TitleSource(rawValue: $0) }
    if case .object(let members)? = object[Member.map.rawValue] {
      columns = members.compactMapValues(\.string)
    }
    mapping = string(.mapping)
    model = string(.model).map { Model(path: nil, digest: $0) }
  }

  /// The options as a source remembers them: a JSON object with sorted keys; nil for the defaults.
  var text: String? {
    var members: [String: JSONValue] = [:]
    func add(_ member: Member, _ value: JSONValue?) { if let value { members[member.rawValue] = value } }
    add(.encoding, encoding.map { .string($0.name) })
    add(.zone, zone.map { .string($0.name) })
    add(.dates, dates.flatMap { $0 == .document ? nil : .string($0.rawValue) })
    add(.trash, takesTrash == true ? .bool(true) : nil)
    add(.split, splitsOutlines == true ? .bool(true) : nil)
    add(.title, title.flatMap { $0 == .source ? nil : .string($0.rawValue) })
    add(.map, columns.isEmpty ? nil : .object(columns.mapValues { .string($0) }))
    add(.mapping, mapping.map { .string($0) })
    add(.model, model.map { .string($0.digest) })
    guard !members.isEmpty, let line = try? JSONText.line(JSONValue.object(members)) else { return nil }
    return String(line.dropLast())
  }

  /// These options, and for what they don't say those that are remembered.
  func over(_ remembered: ImportReading) -> ImportReading {
    var result = self
    result.encoding = encoding ?? remembered.encoding
    result.zone = zone ?? remembered.zone
    result.dates = dates ?? remembered.dates
    result.takesTrash = takesTrash ?? remembered.takesTrash
    result.splitsOutlines = splitsOutlines ?? remembered.splitsOutlines
    result.title = title ?? remembered.title
    if columns.isEmpty { result.columns = remembered.columns }
    result.mapping = mapping ?? remembered.mapping
    result.model = model ?? remembered.model
    return result
  }

  /// These options for a source, with what the bundle remembers of it.
  func `for`(_ source: Source?) -> ImportReading { over(ImportReading(remembered: source?.reading)) }

  /// How the sources of a bundle are read, each kind of remembered options worked out once: a folder has many files.
  final class Readings: Sendable {
    /// The options that are given.
    private let given: ImportReading
    /// The options with their texts, by what sources remember.
    private let known = Mutex<[String?: (reading: ImportReading, text: String?)]>([:])

    /// Begins with the options that are given.
    init(_ given: ImportReading) { self.given = given }

    /// How a source is read, and how it will remember that.
    func reading(of source: Source?) -> (reading: ImportReading, text: String?) {
      known.withLock { known in
        if let found = known[source?.reading] { return found }
        let reading = given.for(source)
        let found = (reading: reading, text: reading.text)
        known[source?.reading] = found
        return found
      }
    }
  }

  /// A context of reading with these options.
  ///
  /// - Throws: `SlipError` where a remembered mapping isn't one.
  func applied(to context: SourceContext) throws(SlipError) -> SourceContext {
    var context = context
    (context.zone, context.encoding) = (zone, encoding)
    (context.splitsOutlines, context.columns) = (splitsOutlines ?? false, columns)
    context.title = title ?? .source
    context.model = model?.path
    context.mapping = try mapping.map { text throws(SlipError) in
      try StoreMappingFile.parse(Array(text.utf8), file: "mapping.toml")
    }
    return context
  }

  /// The digest of a model, which is a file or a directory.
  private static func digest(ofModel path: String, _ limits: Limits) throws(SlipError) -> String {
    guard try FileSystem.status(path)?.kind == .directory else {
      return Digest(of: try FileSystem.readFile(path, limit: limits.fileBytes)).hex
    }
    var found: [Diagnostic] = []
    let package = try FilePackage.read(directory: path, limits: limits, diagnostics: &found)
    return PackageStream.fact(of: package).digest.hex
  }
}

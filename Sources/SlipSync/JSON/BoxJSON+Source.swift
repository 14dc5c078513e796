internal import SlipboxKit
public import SlipBase
internal import SlipDocument
public import SlipNotes

extension BoxJSON {
  /// An imported file, with what is kept of it.
  public struct SourceObject: BoxJSONObject {
    /// The source.
    public var source: SlipNotes.Source
    /// The bytes that are kept. Of sources that share them the first has them.
    public var content: Content

    /// Describes a source.
    public init(_ source: SlipNotes.Source, content: Content) {
      (self.source, self.content) = (source, content)
    }

    /// Reads an object.
    public init(_ json: Value) throws(SlipError) {
      let fields = try json.fields()
      guard let digest = try fields.digest("sha256"), let length = try fields.int("length") else {
        throw fields.fault("sha256", "and `length` must be there")
      }
      let original = FileFact(digest: digest, length: length)
      var kept = original
      if let digest = try fields.digest("kept"), let length = try fields.int("kept_length") {
        kept = FileFact(digest: digest, length: length)
      }
      source = SlipNotes.Source(
        id: try fields.required("key"), path: try fields.required("path"),
        format: try fields.required("format"), original: original, kept: kept)
      source.modified = try fields.date("modified")
      for row in try fields.objects("lifted") { source.lifted.append(try BoxJSON.lifted(row)) }
      source.reading = try fields.string("reading")
      source.isIncomplete = try fields.bool("incomplete") ?? false
      source.foreign = try fields.strings("foreign")
      content = try Content(fields, path: "kept_path")
    }

    /// The object.
    public var json: Value {
      let isWhole = source.kept == source.original
      return Value(
        .object(
          [
            ("key", .string(source.id)), ("path", .string(source.path)), ("format", .string(source.format)),
            ("sha256", .string(source.original.digest.hex)), ("length", .number(source.original.length)),
            ("kept", isWhole ? nil : .string(source.kept.digest.hex)),
            ("kept_length", isWhole ? nil : .number(source.kept.length)),
            ("modified", BoxJSON.json(source.modified)),
            ("lifted", source.lifted.isEmpty ? nil : .array(source.lifted.map(BoxJSON.json))),
            ("reading", .text(source.reading)), ("incomplete", source.isIncomplete ? .bool(true) : nil),
            ("foreign", BoxJSON.json(source.foreign)),
          ] + content.members(path: "kept_path")))
    }
  }

  /// Data that were extracted from a source into an attachment.
  private static func json(_ data: ExtractedData) -> JSONValue {
    var encoding = "binary"
    var spacing: String?
    if case .hex(let upperCase, let layout) = data.encoding {
      encoding = upperCase ? "HEX" : "hex"
      spacing = layout.isEmpty ? nil : layout
    }
    return .object([
      ("attachment", .string(data.attachment.hex)), ("start", .number(data.range.lowerBound)),
      ("end", .number(data.range.upperBound)), ("keep_start", .number(data.keep.lowerBound)),
      ("keep_end", .number(data.keep.upperBound)), ("insertion", .number(data.insertion)),
      ("encoding", .string(encoding)), ("layout", .text(spacing)),
    ])
  }

  /// Reads such data.
  private static func lifted(_ fields: JSONFields) throws(SlipError) -> ExtractedData {
    func number(_ key: String) throws(SlipError) -> Int {
      guard let number = try fields.int(key), number >= 0 else {
        throw fields.fault(key, "must be a number of bytes")
      }
      return number
    }
    func range(_ start: String, _ end: String) throws(SlipError) -> Range<Int> {
      let (from, to) = (try number(start), try number(end))
      guard from <= to else { throw fields.fault(end, "must not be before `\(start)`") }
      return from..<to
    }
    guard let attachment = try fields.digest("attachment") else {
      throw fields.fault("attachment", "is missing")
    }
    let layout = try fields.string("layout") ?? ""
    let encoding: ExtractedData.Encoding
    switch try fields.required("encoding") {
    case "binary": encoding = .binary
    case "hex": encoding = .hex(upperCase: false, layout: layout)
    case "HEX": encoding = .hex(upperCase: true, layout: layout)
    default: throw fields.fault("encoding", "must be hex, HEX or binary")
    }
    return ExtractedData(
      attachment: attachment, range: try range("start", "end"), keep: try range("keep_start", "keep_end"),
      insertion: try number("insertion"), encoding: encoding)
  }
}

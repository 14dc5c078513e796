import SlipBase

/// Prints results for programs: JSON on standard output, with sorted keys, so that equal
/// results give equal bytes. Absent values are left out rather than written as `null`. Slashes
/// are not escaped.
///
/// The only results that aren't one document are those of `identify` and of journals, which are
/// one object per line.
enum JSONOutput {
  /// Prints a value as an indented JSON document.
  ///
  /// - Parameter isDone: Whether something has been changed already. If the result can't be
  ///   written then, the error says so, and the exit status is 1 instead of 3, which would mean
  ///   that nothing was changed.
  static func print(_ value: some Encodable, isDone: Bool = false) throws {
    do {
      try write(value)
    } catch let error as SlipError where isDone {
      throw unwritten(error)
    }
  }

  /// Prints values as JSON, one a line (NDJSON).
  ///
  /// - Parameter isDone: See `print`.
  static func printLines(_ values: [some Encodable], isDone: Bool) throws {
    do {
      for value in values { try printLine(value) }
    } catch let error as SlipError where isDone {
      throw unwritten(error)
    }
  }

  /// How many values of an array are encoded at a time.
  private static let batch = 256

  /// Prints values as an indented JSON array, as `print` does it, without all of them in memory.
  ///
  /// - Parameter produce: Gets a function that adds a value.
  static func printArray<Value: Encodable>(_ produce: ((Value) throws -> Void) throws -> Void) throws {
    var values: [Value] = []
    var isFirst = true
    /// Prints the elements of an array of the values so far, without its brackets.
    func flush() throws {
      let elements = try JSONText.document(values).dropFirst(1).dropLast(3)
      try Terminal.standardOutput.writeResult((isFirst ? "[" : ",") + elements)
      values.removeAll(keepingCapacity: true)
      isFirst = false
    }
    try produce { value in
      values.append(value)
      if values.count == batch { try flush() }
    }
    if !values.isEmpty { try flush() }
    if isFirst { return try print(values) }
    try Terminal.standardOutput.writeResult("\n]\n")
  }

  /// Says that the work was done, but its result could not be written.
  ///
  /// - Returns: The exit status.
  static func unwritten(_ error: SlipError) -> ExitStatus {
    Terminal.standardError.write(
      "slipconv: error: The work was done, but the result could not be written. \(error.message)\n")
    return .problemsFound
  }

  /// Prints a value as one JSON object on one line (NDJSON).
  static func printLine(_ value: some Encodable) throws {
    try Terminal.standardOutput.writeResult(try JSONText.line(value))
  }

  /// A value as an indented JSON document.
  static func document(_ value: some Encodable) throws -> String { try JSONText.document(value) }

  /// Encodes and prints a value.
  private static func write(_ value: some Encodable) throws {
    try Terminal.standardOutput.writeResult(try document(value))
  }
}

/// A diagnostic as JSON:
///
/// ```json
/// { "code" : "SBXR009", "column" : 27, "count" : 1, "file" : "notes/b.rtf", "line" : 1, "offset" : 26,
///   "message" : "half a surrogate pair becomes U+FFFD", "severity" : "warning" }
/// ```
///
/// It is the same in the results of all commands but `validate`, which has its own schema.
/// Absent members are left out.
struct DiagnosticRecord: Encodable {
  /// The permanent code.
  var code: String
  /// `error`, `warning` or `info`.
  var severity: String
  /// What was found, as a sentence without its full stop.
  var message: String
  /// The path of the file.
  var file: String?
  /// The line, from 1.
  var line: Int?
  /// The column, from 1, in code points.
  var column: Int?
  /// The byte offset.
  var offset: Int?
  /// The entity, where the diagnostic is about one.
  var object: String?
  /// How often the same was found.
  var count: Int
  /// What the user can do.
  var hint: String?

  /// The JSON form of a diagnostic. Only the members of its kind of place are present.
  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    severity = diagnostic.severity.description
    message = diagnostic.message
    file = diagnostic.location.file
    count = diagnostic.count
    hint = diagnostic.hint
    switch diagnostic.location.place {
    case .wholeFile: break
    case .byte(let offset): self.offset = offset
    case .position(let line, let column, let offset):
      self.line = line
      self.column = column
      self.offset = offset
    case .object(let object): self.object = object
    }
  }
}

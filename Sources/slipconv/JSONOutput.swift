import SlipBase

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Results for machines: JSON with sorted keys on standard output.
enum JSONOutput {
  /// - Parameter isDone: Something was changed already: where the result can't be written, the error says so.
  static func print(_ value: some Encodable, isDone: Bool = false) throws {
    do {
      try write(value)
    } catch let error as SlipError where isDone {
      Terminal.standardError.write(
        "slipconv: error: The work was done, but the result could not be written. \(error.message)\n")
      throw ExitStatus.problemsFound
    }
  }

  /// One object on one line.
  static func printLine(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Terminal.standardOutput.writeResult(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }

  private static func write(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    try Terminal.standardOutput.writeResult(String(decoding: data, as: UTF8.self) + "\n")
  }
}

/// A diagnostic's JSON form.
struct DiagnosticRecord: Encodable {
  var code: String
  var severity: String
  var message: String
  var file: String?
  var line: Int?
  var column: Int?
  var offset: Int?
  var object: String?
  var count: Int
  var hint: String?

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

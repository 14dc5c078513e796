public import SlipCore

/// A fault in an XML document.
///
/// Its place is a byte offset, because counting lines takes time; `LineIndex` turns offsets into
/// lines and columns.
public struct XMLFault: Sendable, Hashable {
  /// A permanent code of `XMLCode`.
  public var code: String
  /// What is wrong, without values of the document.
  public var message: String
  /// The names of the open elements joined by `/`, at most the 16 innermost; empty outside of the
  /// root element.
  public var path: String
  /// The offset in bytes from the start of the document, a byte order mark included.
  public var offset: Int

  /// Creates a fault.
  public init(code: String, message: String, path: String, offset: Int) {
    self.code = code
    self.message = message
    self.path = path
    self.offset = offset
  }

  /// The fault as an error that stops the work, placed by line and column.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - file: The file's path as the user knows it; nil where there is only one input.
  public func error(in bytes: UnsafeRawBufferPointer, file: String?) -> SlipError {
    let place = SourceLocation.position(of: offset, in: bytes)
    return SlipError(.badInput, code: code, message, at: SourceLocation(file: file, place))
  }
}

/// The permanent codes of faults in XML documents.
public enum XMLCode {
  /// The document breaks a rule of XML 1.0 or of Namespaces in XML 1.0.
  public static let notWellFormed = "SBXX001"
  /// The document has a DOCTYPE. Entities and external subsets are never read.
  public static let doctype = "SBXX002"
  /// The document isn't UTF-8, or declares another encoding.
  public static let encoding = "SBXX003"
  /// The document exceeds a limit on depth, number of attributes or length of values.
  public static let limit = "SBXX004"
  /// The document breaks its schema.
  public static let schema = "SBXX005"
}

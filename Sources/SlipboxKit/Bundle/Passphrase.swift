internal import SlipFiles
public import SlipBase

/// The words that open an encrypted pack. They are never printed, and never stand in a command line.
///
/// ```swift
/// let passphrase = try Passphrase(file: "~/.slipbox-passphrase")
/// ```
public struct Passphrase: Sendable, Hashable, CustomStringConvertible {
  /// The words.
  let words: String

  /// The most bytes of a file with a passphrase.
  private static let longest = 4_096

  /// Takes words.
  ///
  /// - Throws: `SlipError` with code `KitCode.badPassphrase` for empty ones, and for those with control characters.
  public init(_ words: String) throws(SlipError) {
    guard !words.isEmpty, !words.utf8.contains(where: { $0 < 0x20 }) else {
      throw SlipError(
        .usage, code: KitCode.badPassphrase, "A passphrase is one line of text that isn't empty.")
    }
    self.words = words
  }

  /// Reads the first line of a file.
  ///
  /// - Throws: `SlipError` where the file can't be read, and as `init(_:)`.
  public init(file: String) throws(SlipError) {
    let bytes = try FileSystem.readStart(of: file, count: Passphrase.longest)
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw SlipError(
        .badInput, code: KitCode.badPassphrase, "The passphrase isn't UTF-8.", at: SourceLocation(file: file))
    }
    do throws(SlipError) {
      try self.init(text)
    } catch {
      var error = error
      error.location = SourceLocation(file: file)
      throw error
    }
  }

  /// The fewest characters of a passphrase that encrypts; any that once did opens.
  private static let shortest = 4

  /// Refuses a passphrase that protects nothing: one of few letters, or of the same one again and again. Ask this of words that
  /// somebody chooses for a new pack; whatever an old one was encrypted with still opens it.
  ///
  /// - Throws: `SlipError` with code `KitCode.badPassphrase`.
  public func expectSecret() throws(SlipError) {
    let bare = words.filter { !$0.isWhitespace }
    guard bare.count < Passphrase.shortest || Set(bare).count == 1 else { return }
    throw SlipError(
      .usage, code: KitCode.badPassphrase,
      "This passphrase is too short to protect anything; nothing was written. Take six random words or more.")
  }

  /// Hides the words.
  public var description: String { "•••" }
}

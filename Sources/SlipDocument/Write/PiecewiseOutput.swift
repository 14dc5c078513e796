/// Runs writers whose bytes go out while they write, so that memory holds a buffer of them.
package enum PiecewiseOutput {
  /// Takes bytes that are complete.
  package typealias Drain = (UnsafeRawBufferPointer) -> Void

  /// Bytes in a buffer before they go out.
  package static let size = 1 << 16

  /// Gives `body` what it hands its bytes to. Once `chunk` has thrown nothing more is handed over, and its error is thrown
  /// when `body` has ended.
  package static func run(
    _ chunk: (UnsafeRawBufferPointer) throws -> Void, _ body: (@escaping Drain) -> Void
  ) throws {
    var failure: (any Error)?
    withoutActuallyEscaping(chunk) { chunk in
      body { bytes in
        guard failure == nil else { return }
        do { try chunk(bytes) } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }
}

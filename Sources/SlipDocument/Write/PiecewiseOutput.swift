/// Runs a writer that passes on its output in chunks, so that memory holds one buffer of it rather
/// than the whole.
package enum PiecewiseOutput {
  /// Receives complete bytes. They are valid during the call only.
  package typealias Drain = (UnsafeRawBufferPointer) -> Void

  /// How many bytes a writer collects before it passes them on.
  package static let size = 1 << 16

  /// Runs `body` and passes each of its chunks to `chunk`.
  ///
  /// Writers don't throw. When `chunk` throws, it isn't called again, and the error is thrown as
  /// soon as `body` returns.
  ///
  /// - Parameters:
  ///   - chunk: Receives the output piece by piece.
  ///   - body: The writer, which gets the function to call with its bytes.
  ///
  /// - Throws: The first error of `chunk`.
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

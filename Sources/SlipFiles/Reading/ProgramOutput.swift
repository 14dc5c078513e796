internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// What another program prints, which is started without a shell and gets no input.
package enum ProgramOutput {
  /// Runs a program, waits for its end, and returns what it printed.
  ///
  /// - Parameters:
  ///   - program: The name of the program, which is looked for in `PATH`.
  ///   - arguments: Its arguments, without its name.
  ///   - limit: The most bytes that are read.
  /// - Returns: Nil where it can't be started, fails or prints more, and on systems where no program can be started.
  package static func read(_ program: String, _ arguments: [String], limit: Int) -> [UInt8]? {
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var length: UInt = 0
    guard let bytes = slip_program_output(program, words, UInt(limit), &length) else { return nil }
    defer { free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(length)))
  }
}

import SlipBase
internal import SlipFiles
import SlipboxKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// The file in which a user edits a text. It lies in a folder that only this user can read.
///
/// What was written there is somebody's work: the file goes only when the edit is saved, or when nothing was written.
struct EditDraft {
  /// The text before the edit.
  private let text: [UInt8]
  /// The folder of the file.
  private let folder: String
  /// The file's path.
  private let file: String

  /// Writes the text to a new file.
  ///
  /// - Throws: `SlipError` where that can't be done.
  init(_ text: [UInt8], suffix: String) throws(SlipError) {
    let parent = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array((parent + "/slipconv-edit-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .system("Cannot create a folder", parent, errno: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    (self.text, file) = (text, folder + "/note." + suffix)
    do throws(SlipError) {
      try write()
    } catch {
      remove()
      throw error
    }
  }

  /// Writes the file. Nobody else has the folder, so the file needs no hidden one before it.
  private func write() throws(SlipError) {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system("Cannot create the file", file, errno: errno) }
    defer { close(descriptor) }
    try text.withUnsafeBufferPointer { bytes throws(SlipError) in
      try FileSystem.writeFully(descriptor, UnsafeRawBufferPointer(bytes), file)
    }
  }

  /// Opens the user's editor, and reads the text when it ends.
  ///
  /// - Throws: `SlipError` where the editor fails or the file can't be read.
  func edited() throws(SlipError) -> [UInt8] {
    let editor =
      ["VISUAL", "EDITOR"].compactMap { Environment.has($0) ? Environment.value($0) : nil }.first ?? "vi"
    guard ExternalProgram.run(editor, file) else { throw BodyEdit.editorFailed }
    return try FileSystem.readFile(file)
  }

  /// An error that also says where the text is that could not be saved. Without one the file goes.
  func kept(after error: SlipError) -> SlipError {
    guard let now = try? FileSystem.readFile(file), now != text else {
      remove()
      return error
    }
    var error = error
    error.message += " What you wrote is in `\(file)`."
    return error
  }

  /// Removes the file and its folder.
  func remove() {
    unlink(file)
    rmdir(folder)
  }
}

internal import SlipBase

/// How much of an extracted text memory holds; the rest waits in temporary files.
final class RTFPlainTextSpill {
  /// Bytes of the body: only table cells and paragraphs come to need a file that are longer than any.
  let body: Int
  /// Bytes of all notes of one kind; of one note or text box; of all text boxes in a paragraph.
  let other: Int
  /// Where files are made; nil for the system's folder.
  let folder: String?
  /// The first that went wrong with a file: the text is not whole.
  var failure: SlipError?

  init(body: Int = 3 << 20, other: Int = 1 << 19, folder: String? = nil) {
    (self.body, self.other, self.folder) = (body, other, folder)
  }

  func attempt(_ work: () throws(SlipError) -> Void) {
    do { try work() } catch { failure = failure ?? error }
  }
}

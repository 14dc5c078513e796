import AppleArchives
import SlipDocument

enum ArchiveFuzzer {
  /// The number of UTF-16 units that a document shows, without what stands for files.
  private static func shown(_ document: Document) -> Int {
    document.blocks.reduce(0) { $0 + $1.inlines.reduce(0) { $0 + $1.runText.utf16.count } }
  }

  /// Any bytes: a property list whose references stay inside, an archive whose values can be asked for, and a text that
  /// becomes a document with no more characters than it has.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    _ = BodyForm(bytes)
    guard let list = PropertyList.read(bytes) else { return }
    claim(list.objects.indices.contains(list.top), "top")
    for index in list.objects.indices {
      for element in list.elements(index) { claim(element < list.objects.count, "reference") }
    }
    guard let root = KeyedArchive(list)?.root else { return }
    _ = ArchivedColor(root)
    _ = (root.date, root.uuid, root.url, root.number, root.classNames)
    for element in (root.elements ?? []).prefix(64) { _ = (element.string, element.data) }
    for pair in (root.pairs ?? []).prefix(64) { _ = (pair.key.string, pair.value.integer) }
    if let text = AttributedText(root) {
      claim(shown(text.document()) <= text.string.utf16.count, "length")
    }
  }
}

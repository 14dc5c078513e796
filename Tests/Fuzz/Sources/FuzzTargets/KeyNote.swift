import SlipExchange
import SlipPrograms

enum KeyNoteFuzzer {
  private static let head = Array("#!GFKNT 3.2\n".utf8)
  private static let keynote = ProgramTable.sources.kind(named: "keynote")

  /// Any bytes as a file of KeyNote. Bytes that are none get the beginning of one.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let keynote else { return claim(false, "no kind") }
    guard let tree = try? SourceTree.of(Array(bytes), named: "a.knt") else { return }
    if keynote.recognizes(tree) != nil {
      drain(tree, keynote)
    } else if let tree = try? SourceTree.of(head + bytes, named: "a.knt") {
      drain(tree, keynote)
    }
  }
}

import FuzzSourceSupport
import FuzzSupport
import SlipPrograms
import SlipExchange

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Any bytes as a file of KeyNote. Bytes that are none get the beginning of one.
let head = Array("#!GFKNT 3.2\n".utf8)
let keynote = ProgramTable.sources.kind(named: "keynote")
let result = fuzz { bytes in
  guard let keynote else { return claim(false, "no kind") }
  guard let tree = try? SourceTree.of(Array(bytes), named: "a.knt") else { return }
  if keynote.recognizes(tree) != nil {
    drain(tree, keynote)
  } else if let tree = try? SourceTree.of(head + bytes, named: "a.knt") {
    drain(tree, keynote)
  }
}
exit(result)

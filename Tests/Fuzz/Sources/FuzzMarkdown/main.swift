import FuzzDriver
import SlipFormats

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Any bytes: a document that Markdown and HTML can be written of; the HTML reads back as the same text.
let result = slip_fuzz(CommandLine.argc, CommandLine.unsafeArgv) { data, size in
  let bytes = UnsafeRawBufferPointer(start: data, count: size)
  let document = MarkdownReader.read(bytes).document
  _ = MarkdownWriter.write(document)
  let back = HTMLWriter.write(document).withUnsafeBytes { HTMLReader.read($0).document }
  assertAlways(PlainTextWriter.write(document) == PlainTextWriter.write(back))
  return 0
}

@Sendable func assertAlways(_ condition: Bool, line: Int = #line) {
  if !condition { fatalError("the claim in line \(line) does not hold") }
}
exit(result)

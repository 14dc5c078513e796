import SlipRTF
import FuzzSupport
import SlipFormats

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Any bytes: a document that Markdown and HTML can be written of; the HTML reads back as the same text.
let result = fuzz { bytes in
  let document = MarkdownReader.read(bytes).document
  _ = MarkdownWriter.write(document)
  let back = HTMLWriter.write(document).withUnsafeBytes { HTMLReader.read($0).document }
  let (text, again) = (PlainTextWriter.write(document), PlainTextWriter.write(back))
  claim(text == again, difference(text, again))
}

exit(result)

// The product `RTF`: a document, and what becomes of it. It opens no file.
import RTF

let bytes = Array(
  #"{\rtf1\ansi{\b Swarm} in the apple tree, \'bd hour. {\field{\*\fldinst HYPERLINK "https://example.org/"}{\fldrslt More}}\par Bring the ladder.}"#
    .utf8)

let document = Document(rtf: bytes)
print(document.plainText)
print(document.markdown)
print(HTMLWriter.write(document, options: fragment()).count > 0)
print(Document(markdown: document.markdown).plainText == document.plainText)
print(Document(rtf: document.rtf) == document)

func fragment() -> WriteOptions {
  var options = WriteOptions()
  options.isFragment = true
  return options
}

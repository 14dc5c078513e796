// The product `RTFSyntax`: the tokens of RTF.
import RTFSyntax

let bytes = Array(#"{\rtf1{\b bold} text}"#.utf8)
var words = 0
var groups = 0
bytes.withUnsafeBytes {
  var tokenizer = Tokenizer($0)
  while let token = tokenizer.next() {
    switch token.kind {
    case .controlWord: words += 1
    case .groupStart: groups += 1
    default: break
    }
  }
}
print(words, groups)

// The product `SlipRTF`: the plain text of RTF, without a document in between. It needs no system library.
import SlipCore
import SlipRTF

let bytes = Array(#"{\rtf1 One\par Two\cell Three\cell\row}"#.utf8)
var diagnostics = DiagnosticSink()
let text = bytes.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }
print(String(decoding: text, as: UTF8.self), diagnostics.diagnostics.count)

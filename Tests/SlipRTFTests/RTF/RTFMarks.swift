/// Braces and backslashes that mean something: without those behind a backslash. Data of `\bin` isn't told apart.
func marks(in rtf: [UInt8]) -> [(offset: Int, byte: UInt8)] {
  var marks: [(offset: Int, byte: UInt8)] = []
  var index = 0
  while index < rtf.count {
    let byte = rtf[index]
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"): marks.append((index, byte))
    default: break
    }
    index += byte == UInt8(ascii: "\\") ? 2 : 1
  }
  return marks
}

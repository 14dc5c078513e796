// The product `ImageCodec`: what a picture is, by its first bytes.
import ImageCodec
import SlipBase

// A PNG of one pixel.
let png =
  "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
var bytes: [UInt8] = []
var rest = png[...]
while !rest.isEmpty {
  bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
  rest = rest.dropFirst(2)
}
if let facts = bytes.withUnsafeBytes({ ImageProbe.probe($0) }) {
  print(facts.mediaType.name, facts.width, facts.height)
}

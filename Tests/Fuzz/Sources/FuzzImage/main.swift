import FuzzDriver
import ImageCodec
import SlipBase

// Any bytes: a header or none, a thumbnail or an error with a code; and a thumbnail is what it says it is.
let result = slip_fuzz(CommandLine.argc, CommandLine.unsafeArgv) { data, size in
  let bytes = UnsafeRawBufferPointer(start: data, count: size)
  let facts = ImageProbe.probe(bytes)
  var limits = Limits()
  limits.picturePixels = 1 << 22
  do throws(SlipError) {
    let thumbnail = try Thumbnail.make(bytes, longSide: 64, limits: limits)
    let shown = thumbnail.bytes.withUnsafeBytes { ImageProbe.probe($0) }
    assertAlways(facts != nil && max(thumbnail.width, thumbnail.height) <= 64)
    assertAlways(thumbnail.bytes.count <= size)
    assertAlways(shown?.width == thumbnail.width && shown?.height == thumbnail.height)
    assertAlways(shown?.mediaType.fileExtension == thumbnail.fileExtension)
  } catch {
    assertAlways(error.code != nil)
  }
  return 0
}

@Sendable func assertAlways(_ condition: Bool, line: Int = #line) {
  if !condition { fatalError("the claim in line \(line) does not hold") }
}
exit(result)

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

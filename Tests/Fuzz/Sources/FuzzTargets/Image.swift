import ImageCodec
import SlipBase

enum ImageFuzzer {
  /// Any bytes: a header or none, a thumbnail or an error with a code; and a thumbnail is what it says it is.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let facts = ImageProbe.probe(bytes)
    var limits = Limits()
    limits.picturePixels = 1 << 22
    do throws(SlipError) {
      let thumbnail = try Thumbnail.make(bytes, longSide: 64, limits: limits)
      let shown = thumbnail.bytes.withUnsafeBytes { ImageProbe.probe($0) }
      claim(facts != nil && max(thumbnail.width, thumbnail.height) <= 64)
      claim(thumbnail.bytes.count <= max(bytes.count, 8192))
      claim(shown?.width == thumbnail.width && shown?.height == thumbnail.height)
      claim(shown?.mediaType.fileExtension == thumbnail.fileExtension)
    } catch {
      claim(error.code != nil)
    }
  }
}

import ImageCodec
import SlipBase

enum WebPictureFuzzer {
  /// Any bytes: a picture that browsers show, the same each time and within the limits, or an error with a code.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    var limits = Limits()
    limits.wholePicturePixels = 1 << 20
    limits.drawingBytes = 1 << 22
    for type in [MediaType.wmf, .emf, .pict, .dib] {
      do throws(SlipError) {
        guard let picture = try WebPicture.render(bytes, claimed: type, limits: limits) else { continue }
        claim(WebPicture.isShown(picture.mediaType))
        let isDrawing = picture.mediaType == .svg
        claim(isDrawing == picture.bytes.starts(with: Array("<svg ".utf8)))
        if isDrawing { claim(picture.bytes.count <= limits.drawingBytes + (1 << 20)) }
        claim(isDrawing || picture.bytes.withUnsafeBytes { ImageProbe.probe($0) }?.mediaType == .png)
      } catch {
        claim(error.code != nil)
      }
      // What content tells needs no claim.
      if MediaType.sniff(bytes).isImage { break }
    }
  }
}

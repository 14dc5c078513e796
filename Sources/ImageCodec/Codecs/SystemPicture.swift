#if canImport(ImageIO) && !SLIP_PICTURES
  internal import CoreFoundation
  internal import CoreGraphics
  internal import ImageIO
  internal import SlipBase

  /// Decodes and encodes pictures with the system's ImageIO: on Apple's platforms, in a package without the trait
  /// `Pictures`.
  ///
  /// A picture is decoded as a whole, so `Limits.wholePicturePixels` bounds it, and its colours become sRGB.
  enum SystemPicture {
    /// The bytes of a decoded pixel.
    private static let channels = 4

    /// Decodes the first picture of a file in its stored orientation.
    ///
    /// - Throws: `SlipError` with a code of `PictureFault`.
    static func decode(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(SlipError) -> PixelImage {
      guard let base = bytes.bindMemory(to: UInt8.self).baseAddress,
        let data = CFDataCreateWithBytesNoCopy(nil, base, bytes.count, kCFAllocatorNull),
        let source = CGImageSourceCreateWithData(data, nil), CGImageSourceGetCount(source) > 0
      else { throw PictureFault.brokenHeader.error() }
      guard let picture = CGImageSourceCreateImageAtIndex(source, 0, nil) else {
        throw PictureFault.brokenData.error()
      }
      guard CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete else {
        throw PictureFault.truncated.error()
      }
      let (width, height) = (picture.width, picture.height)
      guard width > 0, height > 0 else { throw PictureFault.brokenHeader.error() }
      guard width <= limits.pictureSide, height <= limits.pictureSide,
        width * height <= min(limits.picturePixels, limits.wholePicturePixels)
      else { throw PictureFault.tooLarge.error("\(width) × \(height)") }
      var samples = [UInt8](repeating: 0, count: width * height * channels)
      let isDrawn = samples.withUnsafeMutableBytes { buffer in
        // Core Graphics draws transparent pixels only with their colours multiplied by the opacity.
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
          let context = CGContext(
            data: buffer.baseAddress, width: width, height: height, bitsPerComponent: 8,
            bytesPerRow: width * channels, space: space,
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return false }
        context.draw(picture, in: CGRect(x: 0, y: 0, width: width, height: height))
        return true
      }
      guard isDrawn else { throw PictureFault.tooCostly.error() }
      divideByOpacity(&samples)
      return PixelImage(width: width, height: height, layout: .rgba, samples: samples).withoutNeedlessAlpha()
    }

    /// Encodes a picture; nil when the file would be longer than `mostBytes`.
    ///
    /// - Parameters:
    ///   - type: `.jpeg`, or `.png`.
    ///   - quality: The quality of a JPEG, 1 to 100.
    ///
    /// - Throws: `SlipError` with a code of `PictureFault`.
    static func encode(
      _ image: PixelImage, as type: MediaType, quality: Int = 100, mostBytes: Int
    ) throws(SlipError) -> [UInt8]? {
      let channels = image.layout.channels
      let name = image.layout.isGrey ? CGColorSpace.genericGrayGamma2_2 : CGColorSpace.sRGB
      let alpha = image.layout.hasAlpha ? CGImageAlphaInfo.last : .none
      guard !image.layout.isCMYK, let space = space(image.profile) ?? CGColorSpace(name: name),
        let samples = image.samples.withUnsafeBufferPointer({ CFDataCreate(nil, $0.baseAddress, $0.count) }),
        let provider = CGDataProvider(data: samples),
        let picture = CGImage(
          width: image.width, height: image.height, bitsPerComponent: 8, bitsPerPixel: 8 * channels,
          bytesPerRow: image.width * channels, space: space,
          bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
          provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent),
        let output = CFDataCreateMutable(nil, 0),
        let identifier = CFStringCreateWithCString(
          nil, type == .jpeg ? "public.jpeg" : "public.png", CFStringBuiltInEncodings.ASCII.rawValue),
        let destination = CGImageDestinationCreateWithData(output, identifier, 1, nil)
      else { throw PictureFault.unsupportedCoding.error("encoding") }
      CGImageDestinationAddImage(destination, picture, type == .jpeg ? options(quality) : nil)
      guard CGImageDestinationFinalize(destination) else { throw PictureFault.tooCostly.error("encoding") }
      let count = CFDataGetLength(output)
      guard count <= mostBytes else { return nil }
      return [UInt8](UnsafeBufferPointer(start: CFDataGetBytePtr(output), count: count))
    }

    /// The options of a JPEG. Bridging a Swift dictionary would take Foundation.
    private static func options(_ quality: Int) -> CFDictionary? {
      var fraction = Double(quality) / 100
      var (keys, values) = (kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks)
      guard let number = CFNumberCreate(nil, .doubleType, &fraction),
        let options = CFDictionaryCreateMutable(nil, 1, &keys, &values)
      else { return nil }
      let key = Unmanaged.passUnretained(kCGImageDestinationLossyCompressionQuality).toOpaque()
      CFDictionarySetValue(options, key, Unmanaged.passUnretained(number).toOpaque())
      return options
    }

    /// The colour space of an ICC profile; nil for none, and for one that the system doesn't take.
    private static func space(_ profile: [UInt8]?) -> CGColorSpace? {
      guard let profile else { return nil }
      return profile.withUnsafeBufferPointer { bytes in
        CFDataCreate(nil, bytes.baseAddress, bytes.count).flatMap { CGColorSpace(iccData: $0) }
      }
    }

    /// Divides the colours of pixels by their opacity.
    private static func divideByOpacity(_ samples: inout [UInt8]) {
      for pixel in stride(from: 0, to: samples.count, by: channels) {
        let opacity = Int(samples[pixel + 3])
        guard opacity != 0, opacity != 255 else { continue }
        for channel in pixel..<pixel + 3 {
          samples[channel] = UInt8(clamping: (Int(samples[channel]) * 255 + opacity / 2) / opacity)
        }
      }
    }
  }
#endif

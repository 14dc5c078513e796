import Testing

@testable import ImageCodec

@Suite struct ResamplerTests {
  static func shrink(
    _ samples: [UInt8], _ width: Int, _ height: Int, to outputWidth: Int, _ outputHeight: Int,
    extent: (Double, Double)? = nil
  ) -> PixelImage {
    let resampler = Resampler(
      layout: .grey, width: width, height: height, extent: extent ?? (Double(width), Double(height)),
      outputWidth: outputWidth, outputHeight: outputHeight)
    (samples + [0]).withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for y in 0..<height { resampler.add(PixelRow(samples: base + y * width, y: y, count: width)) }
    }
    return resampler.finish()
  }

  static let sizes: [(Int, Int, Int, Int)] = [1, 2, 3, 5, 7, 16, 31, 97, 200].flatMap { input in
    [1, 2, 3, 7, 30, 96].filter { $0 <= input }.map { (input, input + 3, $0, max(1, $0 - 1)) }
  }

  /// A flat picture stays flat up to its edges: no dark border, no rounding.
  @Test(arguments: sizes) func flatStaysFlat(
    _ width: Int, _ height: Int, _ outputWidth: Int, _ outputHeight: Int
  ) {
    for value in [0, 1, 127, 254, 255] as [UInt8] {
      let flat = [UInt8](repeating: value, count: width * height)
      let image = Self.shrink(flat, width, height, to: outputWidth, outputHeight)
      #expect(image.samples.allSatisfy { $0 == value })
    }
  }

  /// A picture that is its own mirror image stays one: the centres lie right.
  @Test(arguments: sizes)
  func symmetryStays(_ width: Int, _ height: Int, _ outputWidth: Int, _ outputHeight: Int) {
    let samples = (0..<height).flatMap { y in
      (0..<width).map { x in UInt8((min(x, width - 1 - x) * 37 + min(y, height - 1 - y) * 91) & 255) }
    }
    let image = Self.shrink(samples, width, height, to: outputWidth, outputHeight)
    for y in 0..<outputHeight {
      for x in 0..<outputWidth {
        let mirrored = image.color(outputWidth - 1 - x, outputHeight - 1 - y).x
        #expect(abs(image.color(x, y).x - mirrored) <= 1)
      }
    }
  }

  /// A ramp stays a ramp at the place of each output's centre.
  @Test(arguments: [(200, 20), (203, 20), (97, 31), (600, 7)]) func rampStaysARamp(
    _ inputs: Int, _ outputs: Int
  ) {
    let samples = (0..<inputs).map { UInt8(($0 * 2 + 1) * 255 / (2 * inputs)) }
    let image = Self.shrink(samples, inputs, 1, to: outputs, 1)
    let reach = 3 * inputs / outputs
    for x in 0..<outputs {
      let center = (Double(x) + 0.5) * Double(inputs) / Double(outputs)
      guard center > Double(reach), center < Double(inputs - reach) else { continue }
      #expect(abs(Double(image.color(x, 0).x) - center / Double(inputs) * 255) <= 1.5)
    }
  }

  @Test func weightsSumUpToOne() {
    for (inputs, extent, outputs) in [
      (750, 750.25, 600), (751, 750.25, 600), (5, 4.125, 1), (1, 1, 1), (9, 9, 9),
    ] {
      let filter = LanczosFilter(inputs: inputs, extent: extent, outputs: outputs)
      #expect(filter.outputs == outputs)
      for output in 0..<outputs {
        let window = filter.inputs(of: output)
        #expect(window.lowerBound >= 0 && window.upperBound <= inputs && !window.isEmpty)
        #expect(filter.weights[filter.firstWeight[output]..<filter.firstWeight[output + 1]].reduce(0, +) == 1)
        // Windows begin and end in order, which the resampler relies on.
        guard output > 0 else { continue }
        let before = filter.inputs(of: output - 1)
        #expect(before.lowerBound <= window.lowerBound && before.upperBound <= window.upperBound)
      }
    }
  }

  @Test func orientationsPlaceEveryPixelOnce() {
    let image = PixelImage(width: 3, height: 2, layout: .grey, samples: [1, 2, 3, 4, 5, 6])
    let expected: [Orientation: [UInt8]] = [
      .topLeft: [1, 2, 3, 4, 5, 6], .topRight: [3, 2, 1, 6, 5, 4], .bottomRight: [6, 5, 4, 3, 2, 1],
      .bottomLeft: [4, 5, 6, 1, 2, 3], .leftTop: [1, 4, 2, 5, 3, 6], .rightTop: [4, 1, 5, 2, 6, 3],
      .rightBottom: [6, 3, 5, 2, 4, 1], .leftBottom: [3, 6, 2, 5, 1, 4],
    ]
    for orientation in Orientation.allCases {
      #expect(image.upright(orientation).samples == expected[orientation])
    }
  }
}

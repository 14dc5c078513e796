internal import SlipBase

/// Shrinks a picture while its rows come in, in any order and in parts.
///
/// Each row is shrunk horizontally and then added to the output rows that it contributes to.
/// Nothing of the input is retained, so memory is 16 bytes for each output pixel and for each pixel
/// of one input row. Colours are multiplied by alpha meanwhile, so transparent pixels don't tint
/// their neighbours.
///
/// ```
/// let resampler = Resampler(layout: …, width: 4000, height: 3000, …, outputWidth: 600, outputHeight: 450)
/// try source.forEachRow { resampler.add($0) }
/// let pixels = resampler.finish()
/// ```
final class Resampler {
  /// Red, green, blue and alpha.
  typealias Pixel = SIMD4<Float>

  /// The weights from input columns to output columns.
  private let across: LanczosFilter
  /// The weights from input rows to output rows.
  private let down: LanczosFilter
  /// The layout of the input.
  private let layout: SampleLayout
  /// The number of input columns.
  private let rowWidth: Int
  /// The current input row, as floats.
  private let row: UnsafeMutablePointer<Pixel>
  /// The current row, shrunk horizontally.
  private let shrunkRow: UnsafeMutablePointer<Pixel>
  /// The sums of the output pixels.
  private let output: UnsafeMutablePointer<Pixel>
  /// Whether any pixel was not opaque.
  private(set) var sawTransparency = false

  /// Creates a resampler.
  ///
  /// - Parameters:
  ///   - layout: The layout of the input.
  ///   - width: The number of input columns.
  ///   - height: The number of input rows.
  ///   - extent: The true size of the input in its own pixels; see `LanczosFilter`.
  ///   - outputWidth: The number of output columns.
  ///   - outputHeight: The number of output rows.
  init(
    layout: SampleLayout, width: Int, height: Int, extent: (width: Double, height: Double),
    outputWidth: Int, outputHeight: Int
  ) {
    self.layout = layout
    rowWidth = width
    across = LanczosFilter(inputs: width, extent: extent.width, outputs: outputWidth)
    down = LanczosFilter(inputs: height, extent: extent.height, outputs: outputHeight)
    row = .allocate(capacity: width)
    row.initialize(repeating: .zero, count: width)
    shrunkRow = .allocate(capacity: outputWidth)
    shrunkRow.initialize(repeating: .zero, count: outputWidth)
    output = .allocate(capacity: outputWidth * outputHeight)
    output.initialize(repeating: .zero, count: outputWidth * outputHeight)
  }

  deinit {
    row.deallocate()
    shrunkRow.deallocate()
    output.deallocate()
  }

  /// Adds a row, or the pixels of it that a pass contains.
  func add(_ source: PixelRow) {
    if source.step > 1 { row.update(repeating: .zero, count: rowWidth) }
    let opaque = PixelConversion.widen(source, layout, into: row)
    sawTransparency = sawTransparency || !opaque
    shrinkAcross()
    addDown(source.y)
  }

  /// Shrinks the current row horizontally.
  private func shrinkAcross() {
    let (row, result, count) = (row, shrunkRow, across.outputs)
    across.weights.withUnsafeBufferPointer { weights in
      across.firstWeight.withUnsafeBufferPointer { firstWeight in
        across.firstInput.withUnsafeBufferPointer { firstInput in
          for output in 0..<count {
            let range = firstWeight[output]..<firstWeight[output + 1]
            result[output] = Self.weightedSum(
              row + firstInput[output], UnsafeBufferPointer(rebasing: weights[range]))
          }
        }
      }
    }
  }

  /// The sum of the pixels, each multiplied by its weight. Four sums side by side, so that no
  /// addition waits for the one before.
  @inline(__always)
  private static func weightedSum(
    _ pixels: UnsafeMutablePointer<Pixel>, _ weights: UnsafeBufferPointer<Float>
  ) -> Pixel {
    var (sum0, sum1, sum2, sum3) = (Pixel.zero, Pixel.zero, Pixel.zero, Pixel.zero)
    var index = 0
    let count = weights.count
    while index &+ 4 <= count {
      sum0 += pixels[index] * weights[index]
      sum1 += pixels[index &+ 1] * weights[index &+ 1]
      sum2 += pixels[index &+ 2] * weights[index &+ 2]
      sum3 += pixels[index &+ 3] * weights[index &+ 3]
      index &+= 4
    }
    while index < count {
      sum0 += pixels[index] * weights[index]
      index &+= 1
    }
    return (sum0 + sum1) + (sum2 + sum3)
  }

  /// Adds the shrunk row `y` to every output row whose window includes it. Windows begin and end in
  /// order.
  private func addDown(_ y: Int) {
    let width = across.outputs
    var target = firstTarget(of: y)
    while target < down.outputs {
      let window = down.inputs(of: target)
      if window.lowerBound > y { break }
      let weight = down.weights[down.firstWeight[target] + y - window.lowerBound]
      let sums = output + target * width
      for x in 0..<width { sums[x] += shrunkRow[x] * weight }
      target += 1
    }
  }

  /// The first output row whose window reaches row `y`.
  private func firstTarget(of y: Int) -> Int {
    (0..<down.outputs).partitionPoint { down.inputs(of: $0).upperBound <= y }
  }

  /// The picture, once all rows are in. Grey stays grey, and there is alpha only if something is
  /// transparent.
  func finish() -> PixelImage {
    let result: SampleLayout =
      switch (layout.isGrey, sawTransparency) {
      case (true, false): .grey
      case (true, true): .greyAlpha
      case (false, false): .rgb
      case (false, true): .rgba
      }
    let count = across.outputs * down.outputs
    return PixelImage(
      width: across.outputs, height: down.outputs, layout: result,
      samples: PixelConversion.narrow(output, count: count, result))
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The weights by which `inputs` samples in a row become `outputs` samples.
///
/// It is a Lanczos filter with three lobes, which is widened by the ratio when it shrinks. The
/// centres of samples are at 0.5, 1.5, …; at the edges only samples that exist count. The weights
/// of each output sum up to exactly 1, so an even surface keeps its colour.
///
/// The filter is sinc(x) · sinc(x / 3) for |x| < 3. To shrink by a ratio r, it is stretched by r,
/// so that each output takes something of about 6 · r inputs.
struct LanczosFilter {
  /// The first input of each output.
  private(set) var firstInput: [Int] = []
  /// Where the weights of each output begin, and at the end where the last ones end.
  private(set) var firstWeight: [Int] = [0]
  /// The weights of all outputs, one after the other.
  private(set) var weights: [Float] = []

  /// How many zero crossings the filter has on each side.
  private static let lobes = 3.0
  /// Weights are multiples of 1/16384, so that differences between mathematical libraries disappear
  /// by rounding.
  private static let unit = 16_384.0

  /// Computes the weights.
  ///
  /// - Parameters:
  ///   - inputs: The number of input samples.
  ///   - extent: Their true length: less than `inputs` when the last one is partly outside of the
  ///     picture.
  ///   - outputs: The number of output samples.
  init(inputs: Int, extent: Double, outputs: Int) {
    let ratio = extent / Double(outputs)
    let scale = max(1, ratio)
    firstInput.reserveCapacity(outputs)
    firstWeight.reserveCapacity(outputs + 1)
    weights.reserveCapacity(Int(Double(outputs) * (2 * Self.lobes * scale + 2)))
    if inputs == outputs, ratio == 1 {
      appendCopies(inputs)
      return
    }
    for output in 0..<outputs {
      append(center: (Double(output) + 0.5) * ratio, scale: scale, inputs: inputs)
    }
  }

  /// The number of output samples.
  var outputs: Int { firstInput.count }

  /// The inputs that contribute to an output.
  func inputs(of output: Int) -> Range<Int> {
    firstInput[output]..<firstInput[output] + firstWeight[output + 1] - firstWeight[output]
  }

  /// Adds the weights of the output with this centre.
  private mutating func append(center: Double, scale: Double, inputs: Int) {
    let reach = Self.lobes * scale
    let lower = max(0, min(inputs - 1, Int((center - reach - 0.5).rounded(.up))))
    let upper = max(lower, min(inputs - 1, Int((center + reach - 0.5).rounded(.down))))
    var raw = (lower...upper).map { Self.kernel((Double($0) + 0.5 - center) / scale) }
    let sum = raw.reduce(0, +)
    for index in raw.indices { raw[index] = (raw[index] / sum * Self.unit).rounded() }
    // The middle weight gets what rounding took or gave, so that the weights sum up to exactly 1.
    let middle = max(0, min(raw.count - 1, Int(center) - lower))
    raw[middle] += Self.unit - raw.reduce(0, +)
    firstInput.append(lower)
    weights.append(contentsOf: raw.lazy.map { Float($0 / Self.unit) })
    firstWeight.append(weights.count)
  }

  /// Makes each output a copy of its input.
  private mutating func appendCopies(_ count: Int) {
    firstInput = Array(0..<count)
    firstWeight = Array(0...count)
    weights = Array(repeating: 1, count: count)
  }

  /// The filter's value at a distance from its centre.
  ///
  /// The sines of x and x / 3 come from a single call, by sin 3a = 3 sin a − 4 sin³ a.
  private static func kernel(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if abs(x) >= lobes { return 0 }
    let third = Double.pi * x / lobes
    let sine = sin(third)
    // sin 3a = 3 sin a − 4 sin³ a
    return sine * (3 * sine - 4 * sine * sine * sine) / (lobes * third * third)
  }
}

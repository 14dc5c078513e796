#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The weights by which `inputs` samples in a row become `outputs` samples: Lanczos with three lobes, widened by the
/// ratio where it shrinks. Sample centres lie at 0.5, 1.5, …; at the edges only samples that exist count.
struct LanczosFilter {
  /// The first input of each output, and where its weights begin; one more at the end.
  private(set) var firstInput: [Int] = []
  private(set) var firstWeight: [Int] = [0]
  private(set) var weights: [Float] = []

  private static let lobes = 3.0
  /// Weights are multiples of 1/16384: differences between mathematical libraries round away.
  private static let unit = 16_384.0

  /// `extent` is the inputs' true length: less than `inputs` where the last one lies partly outside of the picture.
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

  var outputs: Int { firstInput.count }

  /// The inputs that an output takes something of.
  func inputs(of output: Int) -> Range<Int> {
    firstInput[output]..<firstInput[output] + firstWeight[output + 1] - firstWeight[output]
  }

  private mutating func append(center: Double, scale: Double, inputs: Int) {
    let reach = Self.lobes * scale
    let lower = max(0, min(inputs - 1, Int((center - reach - 0.5).rounded(.up))))
    let upper = max(lower, min(inputs - 1, Int((center + reach - 0.5).rounded(.down))))
    var raw = (lower...upper).map { Self.kernel((Double($0) + 0.5 - center) / scale) }
    let sum = raw.reduce(0, +)
    for index in raw.indices { raw[index] = (raw[index] / sum * Self.unit).rounded() }
    // What rounding took or gave goes to the middle: the weights sum up to exactly 1.
    let middle = max(0, min(raw.count - 1, Int(center) - lower))
    raw[middle] += Self.unit - raw.reduce(0, +)
    firstInput.append(lower)
    weights.append(contentsOf: raw.lazy.map { Float($0 / Self.unit) })
    firstWeight.append(weights.count)
  }

  /// Each output is its input.
  private mutating func appendCopies(_ count: Int) {
    firstInput = Array(0..<count)
    firstWeight = Array(0...count)
    weights = Array(repeating: 1, count: count)
  }

  private static func kernel(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if abs(x) >= lobes { return 0 }
    let third = Double.pi * x / lobes
    let sine = sin(third)
    // sin 3a = 3 sin a − 4 sin³ a
    return sine * (3 * sine - 4 * sine * sine * sine) / (lobes * third * third)
  }
}

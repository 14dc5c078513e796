internal import SlipRTF
internal import SlipBase
internal import SlipDocument
internal import SlipFormats

/// Bodies with their tracked changes settled as the plan says.
extension Exporter {
  func read(_ body: [UInt8]) -> ReadResult {
    var result = body.withUnsafeBytes { RTFReader.read($0, limits: limits) }
    result.document.settle(plan.changes)
    return result
  }

  /// A body in which changes are settled is written anew; all others stay what they are.
  func settled(_ body: [UInt8]) -> (body: [UInt8], diagnostics: [Diagnostic]) {
    guard plan.changes != .keep else { return (body, []) }
    let result = body.withUnsafeBytes { RTFReader.read($0, limits: limits) }
    guard result.document.hasTrackedChanges else { return (body, []) }
    var document = result.document
    document.settle(plan.changes)
    return (RTFWriter.write(document), result.diagnostics)
  }
}

import SlipBase
import SlipExchange
import Testing

@testable import SlipboxKit

/// New files of a session, some of them in a temporary file.
@Suite struct EditPayloadTests {
  @Test(arguments: [0, 10, 1_000_000], [true, false])
  func filesComeBack(_ most: Int, _ isInMemory: Bool) throws {
    var payload = EditPayload(isInMemory: isInMemory, mostHeld: most)
    func bytes(_ number: Int, _ length: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: length) }
    for number in 0..<50 { payload.set(Payload(bytes(number, number)), at: "\(number)") }
    // Some are replaced, by shorter and longer ones.
    for number in stride(from: 0, to: 50, by: 3) {
      payload.set(Payload(bytes(number, 60 - number)), at: "\(number)")
    }
    for number in 0..<50 {
      let length = number.isMultiple(of: 3) ? 60 - number : number
      #expect(try payload.bytes(at: "\(number)") == bytes(number, length))
    }
    #expect(try payload.bytes(at: "other") == nil)
  }
}

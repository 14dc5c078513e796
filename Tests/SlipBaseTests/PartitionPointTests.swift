import SlipBase
import Testing

@Suite struct PartitionPointTests {
  @Test(arguments: 0..<12) func findsThePlace(count: Int) {
    let values = Array(0..<count)
    for place in 0...count { #expect(values.partitionPoint { $0 < place } == place) }
    #expect(values.dropFirst(2).partitionPoint { $0 < 5 } == min(5, values.dropFirst(2).endIndex))
    #expect((3..<(3 + count)).partitionPoint { $0 < 4 } == min(4, 3 + count))
  }
}

import Testing
@testable import SlipQuery
@Test func limitsArePositive() { #expect(QueryLimits.nesting > 0) }

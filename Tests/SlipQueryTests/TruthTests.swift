import SlipBase
import Testing

/// Constant predicates with their answer.
@Suite struct TruthTests {
  @Test(
    arguments: [
      "'STRASSE' ==[c] 'straße'", "'é' == 'e\\u0301'", "'Ἄλφα' ==[cd] 'αλφα'", "'ᾳ' ==[d] 'α'",
      "'ç' CONTAINS[d] 'c'", "'👩‍👩‍👧' CONTAINS '👩'", "'' IN 'abc'",
      "'Z' < 'a'", "'a' <[c] 'B'", "'b' BETWEEN {'a', 'c'}", "'a.txt' LIKE '*.t?t'", "'a*' LIKE 'a\\\\*'",
      "'x\\ny' LIKE 'x?y'", "'abab' MATCHES '(ab)\\\\1'", "'Ab1' MATCHES[c] 'a\\\\w+'",
      "'ab' MATCHES 'a(?!c).'",
      "'a\\nb' MATCHES '(?s)a.b'", "'Σ' MATCHES[c] 'ς'", "'μ' MATCHES[c] '\u{B5}'", "'β' MATCHES[c] 'ϐ'",
      "'ß' MATCHES[c] 'ẞ'", "'ᾀ' MATCHES[c] 'ᾈ'", "'ςΣ' MATCHES '(?i)(.)\\\\1'",
      "'aé' MATCHES '[[:alpha:]]+'",
      "'1' MATCHES '[[:^alpha:]]'", "'x\\n' MATCHES 'x\\\\Z\\n'", "'x\\r\\n' MATCHES 'x$\\r\\n'",
      "'É' MATCHES '\\\\p{Lu}'", "'e€' MATCHES '\\\\PN[\\\\p{Sc}]'", "'a&-' MATCHES '[a&-]+'",
      "7 / 2 == 3 AND 7.0 / 2 == 3.5 AND -7 / 2 == -3", "2 ** 3 ** 2 == 512",
      "-2 ** 2 == -4", "1 / 0 == nil", "NOT 1 / 0 < 5 AND NOT 1 / 0 >= 5", "TRUE == 1 AND 3 IN {1, 3.0}",
      "9223372036854775807 + 1 > 9.2e18", "modulus:by:(-7, 3) == -1", "leftshift:by:(1, 64) == nil",
      "ALL {} == 1 AND NOT ANY {} == 1", "ALL {1, 2} IN {1, 2, 3}", "NONE {1, 2} > 2", "nil == nil",
      "sum({1, 2.5, nil}) == 3.5 AND count({1, nil}) == 2", "median({4, 1, 2, 3}) == 2.5",
      "mode({2, 1, 2, 1}) == 1",
      "stddev({1, 3}) == 1", "max({}) == nil AND sum({}) == 0", "min({'b', 'a'}) == 'a'",
      "length('👩‍👩‍👧') == 5",
      "uppercase('straße') == 'STRASSE'", "CAST('12.5', 'NSNumber') == 12.5", "CAST(' 1', 'NSNumber') == nil",
      "CAST(1.0, 'NSString') == '1.0' AND CAST(YES, 'NSString') == '1'",
      "FUNCTION('12x', 'integerValue') == 12",
      "FUNCTION('-1.5e1x', 'doubleValue') == -15", "FUNCTION('abc', 'substringFromIndex:', 4) == nil",
      "CAST('today', 'NSDate') == CAST('2024-06-15', 'NSDate')",
      "CAST('thisweek', 'NSDate') == CAST('2024-06-10', 'NSDate')",
      "CAST('today-1mo+3d', 'NSDate') == CAST('2024-05-18', 'NSDate')",
      "now() - CAST('-90min', 'NSDate') == 5400",
      "CAST('2024-03-31T02:00:00+02:00', 'NSDate') == CAST('2024-03-31', 'NSDate')",
      "today() == CAST('TODAY', 'NSDate')",
      "CAST(0, 'NSDate') == CAST('2001', 'NSDate')",
      "now() IN {'now'} AND now() BETWEEN {'today', 'tomorrow'}",
      "TERNARY(1 == 2, 1, nil) == nil", "castObject:toType:(3, 'NSString') == '3'", "sqrt(-1) == nil",
      "10 ** 400 == nil", "log(1000) == 3 AND abs(-2) == 2 AND floor(-2.5) == -3",
    ])
  func holds(_ predicate: String) throws { #expect(try isTrue(predicate)) }

  @Test(
    arguments: [
      "'か' ==[cd] 'が'", "'की' ==[cd] 'क'", "'≠' ==[cd] '='", "'ı' ==[c] 'I'", "'ø' ==[cd] 'o'",
      "'é' CONTAINS 'e'",
      "'é' ==[n] 'e\\u0301'", "'abc' LIKE 'b*'", "'👩‍👩‍👧' LIKE '?'",
      "'s' MATCHES[c] '[^ſ]'", "'ı' MATCHES[c] 'i'", "'x\\n' MATCHES 'x\\\\z\\n'",
      "'abc' MATCHES 'b'", "'a\\nb' MATCHES 'a.b'",
      "'b' BETWEEN {'c', 'a'}", "7 / 0 <= 7 / 0", "7 / 0 IN {1}", "3 IN {}", "0.1 + 0.2 == 0.3",
    ])
  func fails(_ predicate: String) throws { #expect(try !isTrue(predicate)) }

  /// Days keep what clocks show, hours are exact.
  @Test func clockChanges() throws {
    let zone = TimeZoneRules(minutesEast: 345)
    #expect(try isTrue("CAST('today', 'NSDate') == CAST('2024-06-14T18:15:00Z', 'NSDate')", zone: zone))
    #expect(
      try isTrue("CAST('2024-06-15', 'NSDate') == CAST('2024-06-15T00:00:00+05:45', 'NSDate')", zone: zone))
  }

  @Test(
    arguments: [
      "2024-1-1", "2024-13-01", "2023-02-29", "0000", "24", "-7m", "7d", "+d", "today-", "soon", "", " today",
      "2024-01-01T24:00", "2024-01-01T10", "-99999999999999999999d", "+9000y", "2024-01-01T00:00+25:00",
    ])
  func noDates(_ text: String) { #expect(fault("created > '\(text)'")?.message == "not a date") }

  @Test func malformedPatterns() {
    for pattern in ["(", ")", "[a", "a**", "*a", "a{2,1}", "\\\\1", "\\\\q", "a{99999}", "[b-a]"] {
      #expect(fault("title MATCHES '\(pattern)'")?.message == "malformed regular expression", "\(pattern)")
    }
  }

  /// What other engines know has a message of its own.
  @Test(arguments: [
    "(?<=a)b", "(?<!a)b", "(?>a)", "(?#c)a", "a*+", "[a-c&&[ab]]", "[a[b]]", "[^a&&b]", "[[:nice:]]",
    "\\\\p{Greek}",
    "[\\\\p{Greek}]",
  ])
  func unsupportedPatterns(_ pattern: String) {
    #expect(
      fault("title MATCHES '\(pattern)'")?.message.hasSuffix("not supported in regular expressions") == true)
  }
}

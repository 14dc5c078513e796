import Testing

/// "Text is what the encoding says".
@Suite struct RTFPlainTextEncodingTests {
  static let cases: [MirrorCase] = [
    .init("Windows-1252 by default", #"{\rtf1 caf\'e9 \'80}"#, "café €"),
    .init("raw bytes", "{\\rtf1\\ansi caf\u{E9}}", "café"),
    .init("\\ansicpg", #"{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8}"#, "При"),
    .init("\\mac", #"{\rtf1\mac \'8e\'d5}"#, "é’"),
    .init("\\pc", #"{\rtf1\pc \'82}"#, "é"),
    .init("\\fcharset over \\ansicpg", #"{\rtf1\ansicpg1252{\fonttbl{\f0\fcharset204 T;}}\f0 \'cf}"#, "П"),
    .init("\\cpg", #"{\rtf1{\fonttbl{\f0\cpg1253 T;}}\f0 \'e1}"#, "α"),
    .init("\\deff", #"{\rtf1\deff3{\fonttbl{\f3\fcharset204 T;}}\'cf}"#, "П"),
    .init("font is group-scoped", #"{\rtf1{\fonttbl{\f0\fcharset204 T;}}{\f0 \'cf}\'cf}"#, "ПÏ"),
    .init("double bytes", #"{\rtf1{\fonttbl{\f0\fcharset128 M;}}\f0 \'93\'fa\'96\'7b}"#, "日本"),
    .init("ASCII trail byte", #"{\rtf1{\fonttbl{\f0\fcharset128 M;}}\f0 \'83e\'83X}"#, "テス"),
    .init("escaped trail byte", #"{\rtf1\ansicpg932 \'95\\}"#, "表"),
    .init("raw double bytes", "{\\rtf1\\ansicpg932 \u{93}\u{FA}x}", "日x"),
    .init("across a font switch", #"{\rtf1\ansicpg932{\fonttbl{\f0\fcharset128 M;}}\f0 \'93\f0\'fa}"#, "日"),
    .init("across groups", #"{\rtf1\ansicpg932 {\'93}{\'fa}}"#, "日"),
    .init("broken off", #"{\rtf1\ansicpg932 \'93\par x}"#, "\u{FFFD}\nx"),
    .init("UTF-8", #"{\rtf1\ansicpg65001 \'e4\'b8\'ad}"#, "中"),
    .init("Symbol", #"{\rtf1{\fonttbl{\f1\fcharset2 Symbol;}}{\f1 abg\'b7}}"#, "αβγ•"),
    .init("Symbol by number", #"{\rtf1{\fonttbl{\f1\fcharset2 Symbol;}}{\f1\u-3913 ?\u61537 ?}}"#, "•α"),
    .init(
      "\\dbch font", #"{\rtf1{\fonttbl{\f0 A;}{\f1\fcharset128 M;}}\f0\dbch\af1 \'93\'fa\loch\f0 x}"#, "日x"),
    .init("right to left", #"{\rtf1{\fonttbl{\f0 A;}{\f1\fcharset177 B;}}\ltrch\f0\rtlch\af1 \'f9}"#, "ש"),

    .init("\\u with its stand-in", #"{\rtf1 a\u233 ?b\u8364\'80c}"#, "aéb€c"),
    .init("negative", #"{\rtf1\u-257 ?}"#, "\u{FEFF}"),
    .init("surrogates", #"{\rtf1\u-10179?\u-8704?}"#, "😀"),
    .init("surrogates across groups", #"{\rtf1{\u-10179?}{\u-8704?}}"#, "😀"),
    .init("high one alone", #"{\rtf1 a\u-10179?b}"#, "a\u{FFFD}b"),
    .init("low one alone", #"{\rtf1 a\u-8704?b}"#, "a\u{FFFD}b"),
    .init("two high ones", #"{\rtf1\u-10179?\u-10179?\u-8704?}"#, "\u{FFFD}😀"),
    .init("beyond the BMP", #"{\rtf1\u128512?}"#, "😀"),
    .init("out of range", #"{\rtf1\u-2147483648?\u2147483647?\u99999999999?}"#, "\u{FFFD}\u{FFFD}\u{FFFD}"),
    .init("\\uc0", #"{\rtf1\uc0\u233\u8364 x}"#, "é€x"),
    .init("\\uc2", #"{\rtf1\uc2\u20013\'d6\'d0x}"#, "中x"),
    .init("\\uc in a group", #"{\rtf1{\uc0\u233 A}\u233 ?B}"#, "éAéB"),
    .init("a word counts as one", #"{\rtf1\u8364\tab x}"#, "€x"),
    .init("a symbol counts as one", #"{\rtf1\u8364\~x}"#, "€x"),
    .init("binary counts as one", #"{\rtf1\uc2\u8364\bin3 }{}?x}"#, "€x"),
    .init("a brace ends the stand-in", #"{\rtf1\uc5{\u8364 ?}x}"#, "€x"),
    .init("no stand-in before \\par", #"{\rtf1\u8364\par x}"#, "€\nx"),
    .init("\\upr", #"{\rtf1{\upr{ANSI}{\*\ud{\u1047 ?}}}}"#, "З"),
    .init("\\upr without \\ud", #"{\rtf1{\upr{ANSI}}x}"#, "ANSIx"),
    .init(
      "special characters",
      #"{\rtf1 a\~b\_c\-d\emdash e\bullet\lquote g\rquote\enspace\emspace\qmspace\zwj}"#,
      "a\u{A0}b\u{2011}c\u{AD}d—e•‘g’\u{2002}\u{2003}\u{2005}\u{200D}"),
    .init("escapes", #"{\rtf1 \{a\\b\}}"#, #"{a\b}"#),
    .init("bad hexadecimal", #"{\rtf1 a\'zzb}"#, "azzb"),
    .init("byte order mark", "\u{EF}\u{BB}\u{BF}{\\rtf1 one}", "one"),
    .init("white space first", "\r\n {\\rtf1 one}", "one"),
  ]

  @Test(arguments: cases) func encoding(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }

  @Test("GB 18030 is that of the web") func gb18030() {
    #expect(mirror(#"{\rtf1\ansi\ansicpg54936 \'81\'30\'81\'30\'d6\'d0\'81\'39\'ee\'39}"#) == "\u{80}中㐀")
  }
}

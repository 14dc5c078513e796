/// Names of encodings in web pages (WHATWG Encoding, "Names and labels") as code page numbers.
enum HTMLEncodingLabels {
  private static let rows: [(Int, [String])] = [
    (65001, ["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]),
    // A page whose ASCII declaration could be read isn't UTF-16 (WHATWG HTML says so too).
    (65001, ["utf-16", "utf-16le", "utf-16be", "unicode", "ucs-2", "iso-10646-ucs-2"]),
    (
      1252,
      [
        "windows-1252", "cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "ascii",
        "us-ascii", "x-cp1252",
      ]
    ),
    (1250, ["windows-1250", "cp1250"]), (1251, ["windows-1251", "cp1251"]),
    (1253, ["windows-1253", "cp1253"]),
    (1254, ["windows-1254", "cp1254", "iso-8859-9", "latin5"]), (1255, ["windows-1255", "cp1255"]),
    (1256, ["windows-1256", "cp1256"]), (1257, ["windows-1257", "cp1257"]),
    (1258, ["windows-1258", "cp1258"]),
    (874, ["windows-874", "tis-620", "iso-8859-11"]), (28592, ["iso-8859-2", "latin2"]),
    (28605, ["iso-8859-15", "latin9"]), (20866, ["koi8-r"]), (21866, ["koi8-u"]), (866, ["ibm866", "cp866"]),
    (10000, ["macintosh", "mac", "x-mac-roman"]),
    (932, ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms932"]),
    (936, ["gbk", "gb2312", "gb18030", "chinese"]), (949, ["euc-kr", "ks_c_5601-1987", "windows-949"]),
    (950, ["big5", "big5-hkscs", "x-x-big5"]),
  ]

  static func codePage(_ label: String) -> Int? {
    rows.first { $0.1.contains(label) }?.0
  }
}

internal import RTFSyntax

/// Control words that are evidence of a version of the RTF specification.
///
/// They came with that version, and its programs write them into most of their files. A file is at
/// least as new as the newest of its words; it may be newer, as a program need not use all that its
/// version offers. Version 1.9.1 added no control words, and those of 1.1 are no evidence.
///
/// To add evidence, add a word to a row. It must have a row in `ControlWordTable`, too.
enum RTFVersionTable {
  /// A version and its evidence.
  struct Row {
    /// The version, such as `1.5`.
    let version: String
    /// The PRONOM identifier of files of this version.
    let pronom: String
    /// Control words that came with it.
    let words: [StaticString]
  }

  /// The versions, the oldest first.
  static let rows: [Row] = [
    Row(version: "1.0", pronom: "fmt/45", words: []),
    // Windows 3.1, Word for Windows 2.
    Row(
      version: "1.2", pronom: "fmt/45",
      words: [
        "lang", "deflang", "fcharset", "fprq", "object", "objemb", "objdata", "emdash", "endash", "lquote",
        "rquote", "ldblquote", "rdblquote", "revised", "bullet",
      ]),
    // Word 6.
    Row(
      version: "1.3", pronom: "fmt/45",
      words: [
        "pn", "pntext", "pnlvlblt", "pnlvlbody", "pnseclvl", "cs", "additive", "revtbl", "revauth", "revdttm",
        "formfield", "ffname", "aftnnar", "ftnalt", "do", "dobxpage", "kerning", "atnauthor", "clshdng",
      ]),
    // Word 95.
    Row(version: "1.4", pronom: "fmt/45", words: ["highlight", "atndate", "hyphauto"]),
    // Word 97.
    Row(
      version: "1.5", pronom: "fmt/50",
      words: [
        "ansicpg", "u", "uc", "upr", "listtable", "listoverridetable", "ls", "listid", "listtext", "shp",
        "shpinst", "shppict", "pngblip", "jpegblip", "emfblip", "bliptag", "blipuid", "viewkind", "viewscale",
        "panose", "deflangfe", "adjustright", "clvmgf", "clvmrg", "animtext", "embo", "impr", "chshdng",
      ]),
    // Word 2000.
    Row(
      version: "1.6", pronom: "fmt/50",
      words: [
        "itap", "nestcell", "nestrow", "nesttableprops", "nonesttables", "listhybrid", "trftsWidth",
        "clftsWidth", "clwWidth", "trautofit", "trpaddl", "langnp", "langfenp", "noproof", "htmautsp",
        "ulhair", "fromhtml", "faauto",
      ]),
    // Word 2002.
    Row(
      version: "1.7", pronom: "fmt/52",
      words: [
        "generator", "rsidtbl", "rsidroot", "rsid", "insrsid", "charrsid", "pararsid", "sectrsid", "delrsid",
        "styrsid", "tblrsid", "stshfdbch", "stshfloch", "stshfhich", "stshfbi", "tsrowd", "ts", "yts",
        "wgrffmtfilter", "protusertbl", "listpicture", "contextualspace", "newtblstyruls", "asianbrkrule",
      ]),
    // Word 2003.
    Row(
      version: "1.8", pronom: "fmt/53",
      words: [
        "adeff", "adeflang", "xmlnstbl", "xmlopen", "xmlclose", "xmlattrname", "latentstyles", "lsdstimax",
        "lsdlockeddef", "validatexml", "showxmlerrors", "ignoremixedcontent", "saveinvalidxml",
        "donotembedsysfont", "donotembedlingdata", "stylelock", "passwordhash",
      ]),
    // Word 2007.
    Row(
      version: "1.9", pronom: "fmt/355",
      words: [
        "themedata", "colorschememapping", "datastore", "flomajor", "fhimajor", "flominor", "fhiminor",
        "fbiminor", "mmathPr", "mmath", "moMath", "lsdpriority", "lsdunhideused", "lsdsemihidden",
        "lsdqformat", "lsdlockedexcept", "sqformat", "spriority", "sunhideused", "ssemihidden", "slink",
        "lvltentative", "trackmoves", "trackformatting", "ctint", "cshade", "cmaindarkone", "caccentone",
        "noqfpromote", "relyonvml",
      ]),
  ]

  /// The row of a control word in `ControlWordTable`; 0 for one that the table lacks.
  static func word(_ name: StaticString) -> UInt16 {
    name.withUTF8Buffer { ControlWordTable.word(UnsafeRawBufferPointer($0)) }
  }
}

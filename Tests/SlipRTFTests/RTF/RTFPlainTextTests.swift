import SlipRTF
import SlipBase
import Testing

/// The mirror of RTF given as Latin-1 text.
func mirror(_ rtf: String, diagnostics: inout DiagnosticSink) -> String {
  let bytes = rtf.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  return bytes.withUnsafeBytes {
    String(decoding: RTFPlainText.extract($0, diagnostics: &diagnostics), as: UTF8.self)
  }
}

func mirror(_ rtf: String) -> String {
  var sink = DiagnosticSink()
  return mirror(rtf, diagnostics: &sink)
}

struct MirrorCase: CustomTestStringConvertible, Sendable {
  var name: String
  var rtf: String
  var text: String

  init(_ name: String, _ rtf: String, _ text: String) {
    self.name = name
    self.rtf = rtf
    self.text = text
  }

  var testDescription: String { name }
}

/// Each line of "The plain-text mirror" in the bundle's specification.
@Suite struct RTFPlainTextTests {
  static let paragraphs: [MirrorCase] = [
    .init("two paragraphs", #"{\rtf1 one\par two\par}"#, "one\ntwo"),
    .init("last one unended", #"{\rtf1 one\par two}"#, "one\ntwo"),
    .init("empty document", #"{\rtf1}"#, ""),
    .init("only an empty paragraph", #"{\rtf1\par}"#, ""),
    .init("empty paragraphs", #"{\rtf1 one\par\par\par two\par\par}"#, "one\n\n\ntwo\n"),
    .init("line break", #"{\rtf1 one\line two\par}"#, "one\ntwo"),
    .init("Cocoa's paragraph", "{\\rtf1 one\\\ntwo\\\r\nthree\\\r}", "one\ntwo\nthree"),
    .init("line ends in the file", "{\\rtf1 on\r\ne\n two}", "one two"),
    .init("page break", #"{\rtf1 one\page two}"#, "one\ntwo"),
    .init("page break behind a paragraph", #"{\rtf1 one\par\page two}"#, "one\ntwo"),
    .init("page break before a paragraph", #"{\rtf1 one\page\par two}"#, "one\ntwo"),
    .init("page break as a paragraph", #"{\rtf1 one\par\page\par two}"#, "one\n\ntwo"),
    .init("two page breaks", #"{\rtf1 one\page\page two}"#, "one\n\ntwo"),
    .init("column and section", #"{\rtf1 one\column two\sect three\par\sect}"#, "one\ntwo\nthree"),
    .init("page break at the start", #"{\rtf1\page one}"#, "one"),
    .init("section break before a paragraph's end", #"{\rtf1 one\sect\par two}"#, "one\ntwo"),
    .init("line separator stays", #"{\rtf1 a\uc0\u8232 b}"#, "a\u{2028}b"),
    .init("line ends in hexadecimal", #"{\rtf1 a\'0d\'0ab\'0ac}"#, "a\nb\nc"),
  ]

  static let tables: [MirrorCase] = [
    .init("row", #"{\rtf1\trowd\cellx1\cellx2\pard\intbl A\cell B\cell\row\pard x\par}"#, "A\tB\nx"),
    .init("empty cells", #"{\rtf1\trowd\pard\intbl\cell B\cell\cell\row}"#, "\tB\t"),
    .init("line ends in a cell", #"{\rtf1\pard\intbl A\par B\line C\tab D\cell E\cell\row}"#, "A B C D\tE"),
    .init("empty last paragraph in a cell", #"{\rtf1\pard\intbl A\par\cell B\cell\row}"#, "A \tB"),
    .init("TAB outside stays", #"{\rtf1 a\tab b\par\pard\intbl A\cell\row}"#, "a\tb\nA"),
    .init(
      "nested",
      #"{\rtf1\pard\intbl O1\par\itap2 N1\nestcell N2\nestcell{\*\nesttableprops\trowd\nestrow}"#
        + #"{\nonesttables\par}\pard\intbl O2\cell P\cell\row}"#, "O1 N1 N2 O2\tP"),
    .init(
      "nested last in its cell",
      #"{\rtf1\pard\intbl\itap2 N\nestcell{\*\nesttableprops\trowd\nestrow}"#
        + #"\pard\intbl\cell P\cell\row}"#, "N\tP"),
    .init(
      "merged cells stay",
      #"{\rtf1\trowd\clmgf\cellx1\clmrg\cellx2\cellx3\pard\intbl A\cell\cell B\cell\row}"#,
      "A\t\tB"),
    .init("missing \\row", #"{\rtf1\pard\intbl A\cell B\cell\pard after\par}"#, "A\tB\nafter"),
    .init("missing last \\cell", #"{\rtf1\pard\intbl A\cell B\row\pard after\par}"#, "A\tB\nafter"),
    .init("more cells than defined", #"{\rtf1\trowd\cellx1\pard\intbl A\cell B\cell\row}"#, "A\tB"),
    .init(
      "text before \\trowd", #"{\rtf1 one \trowd\cellx1\pard\intbl A\cell\row\pard two\par}"#, "one A\ntwo"),
    .init("no \\intbl", #"{\rtf1\trowd\cellx1 A\cell B\par C\cell\row\pard two\par}"#, "A\tB C\ntwo"),
    .init("rows", #"{\rtf1\pard\intbl A\cell B\cell\row C\cell D\cell\row}"#, "A\tB\nC\tD"),
    .init("row without a cell's end", #"{\rtf1\pard\intbl a\par b\row\intbl C\cell\row}"#, "a\nb\nC"),
    .init("stray row end", #"{\rtf1\pard\intbl V\cell\row\par b\par\par\row d\par e}"#, "V\n\nb\n\nd\ne"),
    .init("empty row without a cell's end", #"{\rtf1\pard\intbl\par\row\intbl C\cell\row}"#, "\nC"),
    .init(
      "text behind the last cell", #"{\rtf1\trowd\cellx1\cellx2\intbl A\cell B\row\intbl C\cell D\cell\row}"#,
      "A\tB\nC\tD"),
    .init("page break in a row", #"{\rtf1\pard\intbl A\cell B\page C\cell\row}"#, "A\tB C"),
  ]

  static let lists: [MirrorCase] = [
    .init(
      "shown marker behind a section",
      #"{\rtf1{\listtext 1.\tab}\ls1 one\sect{\listtext 2.\tab}\pard\plain\ls1 two\par{\listtext 3.\tab}three}"#,
      "1.\tone\n2.\ttwo\n3.\tthree"),
    .init(
      "bullet of a symbol font that isn't named",
      #"{\rtf1{\fonttbl{\f0\fcharset128 Times;}}\f0{\listtext\u61623 ?\tab}a}"#,
      "•\ta"),
    .init(
      "bullet whose level names the font",
      #"{\rtf1{\fonttbl{\f0 Times;}{\f3\fcharset128 Wingdings;}}"#
        + #"{\*\listtable{\list{\listlevel\levelnfc23{\leveltext\'01\u61607 ?;}{\levelnumbers;}\f3}\listid7}}"#
        + #"{\*\listoverridetable{\listoverride\listid7\ls1}}\f0{\listtext\pard\u61607 ?\tab}\ls1 a\par}"#,
      "▪\ta"),
    .init(
      "unknown symbol beside a number stays",
      Self.list + #"{\listtext\u61607 ?\tab}\ls1 a}"#, "\u{F0A7}\ta"),
    .init("symbol in running text stays", #"{\rtf1 a\u61623 ?b}"#, "a\u{F0B7}b"),
    .init("shown marker", #"{\rtf1{\listtext\tab 1.\tab}\ls1 one\par}"#, "1.\tone"),
    .init("old-style marker", #"{\rtf1{\pntext\'95\tab}{\*\pn\pnlvlblt{\pntxtb\'95}}one\par}"#, "•\tone"),
    .init(
      "computed", Self.list + #"\pard\ls1 a\par b\par\ilvl1 c\par d\par\ilvl0 e\par\pard f\par}"#,
      "1.\ta\n2.\tb\n2.a)\tc\n2.b)\td\n3.\te\nf"),
    .init("computed for an empty item", Self.list + #"\pard\ls1\par a\par}"#, "1.\t\n2.\ta"),
    .init(
      "two lists", Self.list + #"\pard\ls1 a\par\pard\ls2 b\par\pard\ls1 c\par}"#, "1.\ta\nVII\tb\n2.\tc"),
    .init("properties in a group", Self.list + #"{\ls1 a\par}{\ls1 b\par}\par c\par}"#, "1.\ta\n2.\tb\n\nc"),
    .init("in a cell", Self.list + #"\pard\intbl\ls1 a\cell\row}"#, "1. a"),
    .init(
      "old-style computed", #"{\rtf1{\*\pn\pnlvlbody\pndec\pnstart3{\pntxta .}}a\par b\par\pard c\par}"#,
      "3.\ta\n4.\tb\nc"),
    .init(
      "old-style continued", #"{\rtf1{\*\pn\pnlvlcont}a\par}"#, "a"),
  ]

  static let list =
    #"{\rtf1{\*\listtable{\list{\listlevel\levelnfc0\levelstartat1{\leveltext\'02\'00.;}{\levelnumbers\'01;}}"#
    + #"{\listlevel\levelnfc4\levelstartat1{\leveltext\'04\'00.\'01);}{\levelnumbers\'01\'03;}}\listid7}"#
    + #"{\list{\listlevel\levelnfc1\levelstartat7{\leveltext\'01\'00;}{\levelnumbers\'01;}}\listid8}}"#
    + #"{\*\listoverridetable{\listoverride\listid7\listoverridecount0\ls1}{\listoverride\listid8\ls2}}"#

  static let fields: [MirrorCase] = [
    .init("result", #"{\rtf1 a {\field{\*\fldinst{HYPERLINK "http://x.y/"}}{\fldrslt{\ul L}}} b}"#, "a L b"),
    .init("instruction without star", #"{\rtf1 a{\field{\fldinst PAGE}{\fldrslt 3}}b}"#, "a3b"),
    .init("no result", #"{\rtf1 a{\field{\*\fldinst DATE}}b}"#, "ab"),
    .init(
      "nested",
      #"{\rtf1{\field{\*\fldinst IF {\field{\*\fldinst PAGE}{\fldrslt 1}}}{\fldrslt{\field{\*\fldinst X}"#
        + #"{\fldrslt y}}z}}}"#, "yz"),
    .init("symbol", #"{\rtf1{\field{\*\fldinst SYMBOL 183 \\f "Symbol"}{\fldrslt}}}"#, "•"),
    .init("symbol with a result", #"{\rtf1{\field{\*\fldinst SYMBOL 183 \\f "Symbol"}{\fldrslt x}}}"#, "x"),
    .init(
      "picture of the bundle",
      #"{\rtf1 a{\field{\*\fldinst INCLUDEPICTURE "../../attachments/cd/cd"#
        + String(repeating: "0", count: 62)
        + #".png" \\d}{\fldrslt{\pict\pngblip}shown}}b}"#, "a\u{FFFC}b"),
    .init(
      "any other picture", #"{\rtf1 a{\field{\*\fldinst INCLUDEPICTURE "x.png"}{\fldrslt shown}}b}"#,
      "ashownb"),
    .init(
      "any other picture, without a result",
      #"{\rtf1 a{\field{\*\fldinst INCLUDEPICTURE "x.png"}{\fldrslt}}b{\field{\*\fldinst INCLUDEPICTURE "#
        + #""http://x.y/z.png" \\d}}c}"#, "abc"),
    .init(
      "not quite a picture of the bundle",
      #"{\rtf1 a{\field{\*\fldinst INCLUDEPICTURE "../../attachments/ab/cd"#
        + String(repeating: "0", count: 62) + #".png" \\d}}b}"#, "ab"),
  ]

  static let pictures: [MirrorCase] = [
    .init("hexadecimal", #"{\rtf1 a{\pict\pngblip 8950}b}"#, "a\u{FFFC}b"),
    .init("binary", #"{\rtf1 a{\pict\bin3 }{}}b}"#, "a\u{FFFC}b"),
    .init("without data", #"{\rtf1 a{\pict\pngblip\picw3}b}"#, "ab"),
    .init("taken once", #"{\rtf1 a{\*\shppict{\pict 89}}{\nonshppict{\pict 01}}b}"#, "a\u{FFFC}b"),
    .init("only the fallback", #"{\rtf1 a{\nonshppict{\pict 01}}b}"#, "a\u{FFFC}b"),
    .init(
      "object", #"{\rtf1 a{\object\objemb{\*\objclass X}{\*\objdata 01}{\result{\pict 01}R}}b}"#,
      "a\u{FFFC}Rb"),
    .init(
      "attachment, raw", "{\\rtf1 a{{\\NeXTGraphic my pic.png \\width1 \\height2\n}\u{AC}}b \u{AC}}",
      "a\u{FFFC}b ¬"),
    .init("attachment, hexadecimal", #"{\rtf1 a{{\NeXTGraphic p.png \width1}\'ac}b\'ac}"#, "a\u{FFFC}b¬"),
    .init("attachment, Unicode", #"{\rtf1 a{{\NeXTGraphic p.png \width1}\uc0\u8203 }b}"#, "a\u{FFFC}b"),
    .init(
      "marks of NeXT's help",
      "{\\rtf0\\ansi a{{\\NeXTHelpMarker437 \\markername x;}\u{AC}}b{{\\NeXTHelpLink1 \\linkFilename y;}\n\\'ac}c \\'ac}",
      "abc ¬"),
    .init("attachment without its character", #"{\rtf1 a{{\NeXTGraphic p.png}}b\'ac}"#, "a\u{FFFC}b¬"),
    .init(
      "picture of a shape", #"{\rtf1 a{\shp{\*\shpinst{\sp{\sn pib}{\sv{\pict 01}}}}{\shprslt{\pict 02}}}b}"#,
      "a\u{FFFC}b"),
    .init("hidden", #"{\rtf1 a{\v{\pict 01}}b}"#, "ab"),
    .init("literal U+FFFC stays", #"{\rtf1 a\u-4 ?b}"#, "a\u{FFFC}b"),
  ]

  private static let floating = #"{\sp{\sn shapeType}{\sv 75}}{\sp{\sn pib}{\sv {\pict\wmetafile8 01}}}"#
  private static let objectBox =
    #"{\shptxt {\object\objemb{\*\objdata 0105}{\result{\pict\wmetafile8 01}}}{\par}}"#

  static let stories: [MirrorCase] = [
    .init(
      "footnote", #"{\rtf1 one{\super\chftn}{\footnote\pard{\super\chftn} FN\par}two\par}"#, "one1two\n1\tFN"),
    .init(
      "all kinds, in order",
      #"{\rtf1 a{\*\annotation C}b{\footnote\ftnalt\chftn E}c{\footnote\chftn F}d{\footnote\chftn G}}"#,
      "a[A1]b1c1d2\n1\tF\n2\tG\n1\tE\n[A1]\tC"),
    .init("own mark", #"{\rtf1 a {{\super *{\footnote {\super *} own}}} b}"#, "a * b\n*\town"),
    .init("own mark, hexadecimal", #"{\rtf1 a{\super\'86{\footnote{\super\'86} own}}b}"#, "a†b\n†\town"),
    .init(
      "own mark of two characters", #"{\rtf1 a{\super\'86\'86{\footnote\ftnalt\super\'86\'86\tab own}}}"#,
      "a††\n††\town"),
    .init("own mark by number", #"{\rtf1 a{\super\u8225 ?{\footnote \u8225 ?own}}}"#, "a‡\n‡\town"),
    .init(
      "own mark of a symbol font",
      #"{\rtf1{\fonttbl{\f0 Times;}{\f1\fcharset2 Symbol;}}\f0 a{\f1\super\'a7{\footnote\f1\'a7\f0  own}}}"#,
      "a♣\n♣\town"),
    .init(
      "own mark in a list item", Self.list + #"\ls1{\super\'86{\footnote own}}\par b\par}"#,
      "1.\t†\n2.\tb\n†\town"),
    .init("own mark with a name", #"{\rtf1 a{\super\bullet{\footnote own}}}"#, "a•\n•\town"),
    .init("own mark in two styles", #"{\rtf1 a{\super *\i *{\footnote ** own}}}"#, "a**\n**\town"),
    .init("text is no mark", #"{\rtf1 {\b two \'86{\footnote own}}}"#, "two †1\n1\town"),
    .init(
      "number that counts beside a dagger", #"{\rtf1 a{\super\'86{\footnote\chftn  own}}}"#, "a†1\n1\town"),
    .init(
      "annotation in hidden text", #"{\rtf1 a{\v{\*\atnid X}\chatn{\*\annotation\plain C}}b}"#,
      "a[A1]b\n[A1]\tC"),
    .init("two paragraphs", #"{\rtf1 a{\footnote\chftn  x\par y\par}}"#, "a1\n1\tx\ny"),
    .init(
      "text box follows its paragraph",
      #"{\rtf1 one {\shp{\*\shpinst{\shptxt BOX\par}}{\shprslt{\*\do{\dptxbxtext R}}}}two\par three\par}"#,
      "one two\nBOX\nthree"),
    .init(
      "floating object of Word 97",
      #"{\rtf1 one {\shp{\*\shpinst\#(floating){\sp{\sn pictureId}{\sv 65536}}\#(objectBox)}}two\par}"#,
      "one \u{FFFC}two"),
    .init(
      "picture and text box in one shape", #"{\rtf1 one {\shp{\*\shpinst\#(floating)\#(objectBox)}}two\par}"#,
      "one \u{FFFC}two\n\u{FFFC}"),
    .init(
      "object without the shape's picture",
      #"{\rtf1 one {\shp{\*\shpinst{\sp{\sn pictureId}{\sv 65536}}\#(objectBox)}}two\par}"#,
      "one two\n\u{FFFC}"),
    .init(
      "text box behind a floating object",
      #"{\rtf1{\shp{\*\shpinst\#(floating){\sp{\sn pictureId}{\sv 65536}}\#(objectBox)}}{\shp{\*\shpinst{\shptxt b}}}\par}"#,
      "\u{FFFC}\nb"),
    .init("drawing object", #"{\rtf1 one{\*\do\dptxbx{\dptxbxtext BOX\par}}\par two}"#, "one\nBOX\ntwo"),
    .init("fallback only", #"{\rtf1 one{\shp{\shprslt{\*\do{\dptxbxtext R\par}}}}\par}"#, "one\nR"),
    .init(
      "text box in a cell", #"{\rtf1\pard\intbl A{\shp{\*\shpinst{\shptxt B\par C}}}\cell D\cell\row}"#,
      "A B C\tD"),
    .init("headers and footers", #"{\rtf1{\header H\par}{\footerf F}one}"#, "one"),
    .init("note in a header", #"{\rtf1{\header H{\footnote N}}one{\footnote M}}"#, "one1\n1\tM"),
  ]

  static let leftOut: [MirrorCase] = [
    .init("hidden", #"{\rtf1 a{\v HID}b\v c\v0 d\v e\plain f}"#, "abdf"),
    .init("deleted", #"{\rtf1 a{\deleted DEL\par}b\par}"#, "ab"),
    .init("inserted", #"{\rtf1 a{\revised INS}b}"#, "aINSb"),
    .init("information", #"{\rtf1{\info{\title T}{\author A}}one}"#, "one"),
    .init(
      "tables of the head", #"{\rtf1{\colortbl;\red0;}{\stylesheet{\s0 Normal;}}{\*\generator G;}one}"#, "one"
    ),
    .init("index entries", #"{\rtf1 a{\tc T}{\xe{\v I}}b}"#, "ab"),
    .init("unknown with a star", #"{\rtf1 a{\*\foobar J{\bar K}}b}"#, "ab"),
    .init("unknown without", #"{\rtf1 a{\foobar KEPT}b}"#, "aKEPTb"),
    .init("bookmarks", #"{\rtf1 a{\*\bkmkstart B}x{\*\bkmkend B}b}"#, "axb"),
    .init("HTML inside", #"{\rtf1\fromhtml1{\*\htmltag64 <p>}\htmlrtf R\htmlrtf0 one}"#, "Rone"),
    .init("behind the end", #"{\rtf1 one}two{\b x}"#, "one"),
    .init("NULs behind the end", "{\\rtf1 one}\0\0", "one"),
    .init("control characters", "{\\rtf1 a\u{1}\u{0}b\\'07c}", "abc"),
    .init("formulas", #"{\rtf1{\mmath{\*\moMath{\*\mr\mscr0 x}{\*\mfPr y}}{\mmathPict{\pict 00}}}}"#, "x"),
  ]

  @Test(arguments: paragraphs) func paragraph(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }
  @Test(arguments: tables) func table(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }
  @Test(arguments: lists) func listItem(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }
  @Test(arguments: fields) func field(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }
  @Test(arguments: pictures) func picture(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }
  @Test(arguments: stories) func story(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }
  @Test(arguments: leftOut) func isLeftOut(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }
}

/// The same text by way of a document.
@Suite struct RTFPlainTextByDocumentTests {
  private static func bytes(_ rtf: String) -> [UInt8] {
    rtf.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static let all = [
    RTFPlainTextTests.paragraphs, RTFPlainTextTests.tables, RTFPlainTextTests.lists, RTFPlainTextTests.fields,
    RTFPlainTextTests.pictures, RTFPlainTextTests.stories,
  ].joined()

  @Test(arguments: Array(all)) func sameText(_ test: MirrorCase) {
    let document = RTFPlainTextByDocumentTests.bytes(test.rtf).withUnsafeBytes { RTFReader.read($0) }.document
    #expect(String(decoding: PlainTextWriter.write(document), as: UTF8.self) == test.text)
    let written = RTFWriter.write(document)
    var sink = DiagnosticSink()
    let again = written.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &sink) }
    #expect(String(decoding: again, as: UTF8.self) == test.text)
  }
}

import RTFSyntax
import SlipBase
import Testing

@testable import SlipRTF
@testable import SlipRTFD

@Suite struct RTFLossTests {
  private static func read(_ body: String) -> [Diagnostic] {
    Array("{\\rtf1\\ansi \(body)}".utf8).withUnsafeBytes { RTFReader.read($0).diagnostics }
  }

  /// One piece of RTF for each subject.
  private static let samples: [(ControlSubject, String)] = [
    (.characterEffects, "{\\outl a}"),
    (.characterBorders, "{\\chbrdr\\brdrs a}"), (.emphasisMarks, "{\\accdot a}"),
    (.combinedCharacters, "{\\twoinone1 a}"), (.lineColors, "{\\ul\\ulc2 a}"),
    (.paragraphBorders, "\\brdrbtw\\brdrs a"), (.borderLooks, "\\brdrt\\brdrwavy a\\par"),
    (.linesTogether, "\\keep a\\par"), (.tabLeaders, "\\tldot\\tx900 a\\tab b"),
    (.frames, "\\dropcapli3 a\\par"), (.shadingPatterns, "\\shading2000 a\\par"),
    (.lineNumbers, "\\sectd\\linemod5 a"), (.columns, "\\sectd\\cols2 a"), (.pageSetup, "\\pgbrdrt a"),
    (.pageNumbers, "\\pgnlcrm a"), (.sectionStarts, "a\\sect\\sectd\\sbkodd b"),
    (.noteNumbering, "\\ftnrestart a"), (.tableLayout, "\\trowd\\trrh500\\cellx900\\intbl a\\cell\\row"),
    (.trackedFormatting, "{\\b\\crauth1 a}"),
    (.trackedCells, "\\trowd\\clmrgd\\cellx900\\cellx1800\\intbl a\\cell b\\cell\\row"),
    (.protection, "\\formprot a"), (.computedText, "\\chpgn a"),
    (.pictureCrop, "{\\pict\\pngblip\\piccropl100 8950}"),
    (.linkedDocuments, "\\subdocument1 a"), (.formFields, "{\\*\\formfield{\\fftype0}} a"),
    (.formulas, "{\\mmath{\\*\\moMath{\\mr x}}}"), (.indexEntries, "{\\xe{\\v x}} a"),
    (.documentVariables, "{\\*\\docvar {n}{v}} a"), (.mailMerge, "{\\*\\mailmerge x} a"),
    (.markup, "{\\*\\xmlopen\\xmlns1{\\xmlname p}} a"), (.embeddedFonts, "{\\*\\fontemb 00} a"),
    (.pageBackground, "{\\*\\background{\\shp}} a"), (.linkBase, "{\\*\\hlinkbase x} a"),
    (.linkedProperties, "{\\*\\userprops{\\propname n}\\proptype30{\\staticval v}{\\linkval b}} a"),
    (.annotationDetails, "{\\*\\atrfstart 1} a"), (.pictureBullets, "{\\*\\listpicture{\\*\\shppict}} a"),
    (.shapePlace, "{\\do\\dpx90\\dptxbx{\\dptxbxtext box}}a"), (.shapeLinks, "{\\*\\hl{\\hlsrc x}} a"),
  ]

  @Test func everySubjectIsReported() {
    #expect(Set(RTFLossTests.samples.map(\.0)) == Set(ControlSubject.allCases))
    for (subject, rtf) in RTFLossTests.samples {
      let loss = RTFLoss.of(subject)
      let found = RTFLossTests.read(rtf).filter { $0.severity == .info }
      #expect(found.map(\.code) == [loss.code], "\(subject)")
      #expect(found.first?.message == loss.message)
    }
  }

  @Test(arguments: [
    (
      "{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv{\\pict\\pngblip 89}}}{\\sp{\\sn pictureId}{\\sv 1}}"
        + "{\\shptxt{\\object{\\*\\objdata 01}}}}}a", RTFLoss.objectBehindResult
    ),
    ("{\\object\\objlink{\\result }}a", .emptyObject), ("{\\object\\objemb{\\*\\objdata 0105}}", .objectData),
    ("{\\shp{\\*\\shpinst{\\sp{\\sn shapeType}{\\sv 1}}}}a", .drawing),
    ("{\\do\\dprect\\dpx1}a", .drawing),
    ("{\\shp{\\*\\shpinst\\shpleft90{\\shptxt box}}}a", RTFLoss.of(.shapePlace)),
    ("{\\field{\\*\\fldinst NUMPAGES}}a", .emptyField), ("{\\up6 a}", .raisedText),
    ("{\\striked1 a}", .doubleStrike), ("{\\v{\\footnote x}}a", .hiddenNote),
  ])
  func contentIsReported(_ rtf: String, _ loss: RTFLoss) {
    #expect(RTFLossTests.read(rtf).map(\.code) == [loss.code])
  }

  /// Facts about the writer, and words that say nothing.
  @Test(arguments: [
    "{\\*\\generator Msftedit;}\\viewkind4\\uc1 a\\rsid1234", "{\\*\\rsidtbl\\rsid1}{\\*\\themedata 504b}a",
    "{\\*\\latentstyles{\\lsdlockedexcept Normal;}}{\\*\\colorschememapping 3c}a",
    "{\\*\\datastore 01}{\\*\\pgptbl{\\pgp}}{\\*\\xmlnstbl{\\xmlns1 u}}a",
    "\\sectd\\cols1\\linex0\\sectdefaultcl a",
    "\\expnd0\\charscalex100\\shading0\\chshdng0\\outl0 a", "\\widctlpar\\aspalpha\\adjustright\\kerning28 a",
    "{\\stylesheet{\\s1\\keep\\outl heading 1;}{\\*\\ts11\\tsrowd\\trrh200 Grid;}}a",
    "{\\*\\shppict}{\\nonshppict}a", "\\pard\\brdrt\\brdrl\\brdrb\\brdrr\\brdrbtw\\brdrbar a\\par",
  ])
  func noiseIsNot(_ rtf: String) {
    #expect(RTFLossTests.read(rtf).isEmpty)
  }

  @Test func countsAndPlaces() {
    let rtf = Array(
      "{\\rtf1\\ansi one\\par\r\n  {\\outl two}\\par {\\shad three}\n\\madeup1 \\madeup1 }".utf8)
    let found = rtf.withUnsafeBytes { RTFReader.read($0).diagnostics }
    #expect(found.map(\.code) == [RTFLoss.of(.characterEffects).code, RTFFault.unknownWord.code])
    #expect(found.map(\.count) == [2, 2])
    #expect(found.first?.location.place == .position(line: 2, column: 4, offset: 24))
    #expect(found.last?.location.place == .position(line: 3, column: 1, offset: 53))
  }

  /// The short cut sees destinations and no formatting.
  @Test func plainTextReportsDestinations() {
    let rtf = Array("{\\rtf1\\ansi {\\outl one}{\\xe{\\v x}}{\\shp{\\*\\shpinst}}}".utf8)
    var sink = DiagnosticSink()
    let text = rtf.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &sink) }
    #expect(text == Array("one".utf8))
    #expect(sink.diagnostics.map(\.code) == [RTFLoss.of(.indexEntries).code, RTFLoss.drawing.code])
  }

  @Test func codesAreOwnAndListed() {
    let codes = RTFLoss.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(Set(codes).isSubset(of: RTFFaultTable.rows.map(\.code)))
    #expect(RTFLoss.of(.characterEffects).code == "SBXR121")
    #expect(RTFLoss.of(.shapePlace).code == "SBXR159")
  }
}

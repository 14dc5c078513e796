extension ControlWordTable {
  /// Words for features that Slipbox does not retain, by subject. A reader reports their subjects as
  /// losses.
  static let unsupportedRows: [ControlWord] = [
    .value("outl", .characterEffects, except: 0), .value("shad", .characterEffects, except: 0),
    .value("embo", .characterEffects, except: 0), .value("impr", .characterEffects, except: 0),
    .value("animtext", .characterEffects, except: 0), .flag("ulhair", .characterEffects),
    .flag("chbrdr", .characterBorders), .value("chshdng", .characterBorders, except: 0),
    .flag("chbgbdiag", .characterBorders), .flag("chbgcross", .characterBorders),
    .flag("chbgdcross", .characterBorders), .flag("chbgdkbdiag", .characterBorders),
    .flag("chbgdkcross", .characterBorders), .flag("chbgdkdcross", .characterBorders),
    .flag("chbgdkfdiag", .characterBorders), .flag("chbgdkhoriz", .characterBorders),
    .flag("chbgdkvert", .characterBorders), .flag("chbgfdiag", .characterBorders),
    .flag("chbghoriz", .characterBorders), .flag("chbgvert", .characterBorders),
    .flag("acccircle", .emphasisMarks), .flag("acccomma", .emphasisMarks), .flag("accdot", .emphasisMarks),
    .flag("accunderdot", .emphasisMarks),
    .value("twoinone", .combinedCharacters, except: 0), .value("fittext", .combinedCharacters, except: 0),
    .value("horzvert", .combinedCharacters, except: 0),
    .value("ulc", .lineColors, except: 0), .value("strikec", .lineColors),
    .flag("keep", .linesTogether),
    .flag("ptabldot", .tabLeaders), .flag("ptablmdot", .tabLeaders), .flag("ptablminus", .tabLeaders),
    .flag("ptabluscore", .tabLeaders), .flag("tldot", .tabLeaders), .flag("tleq", .tabLeaders),
    .flag("tlhyph", .tabLeaders), .flag("tlmdot", .tabLeaders), .flag("tlth", .tabLeaders),
    .flag("tlul", .tabLeaders),
    .value("absw", .frames, except: 0), .value("dropcapli", .frames, except: 0), .value("posnegx", .frames),
    .value("posnegy", .frames), .value("posx", .frames), .flag("posxc", .frames), .flag("posxi", .frames),
    .flag("posxo", .frames), .flag("posxr", .frames), .value("posy", .frames), .flag("posyb", .frames),
    .flag("posyc", .frames), .flag("posyin", .frames), .flag("posyout", .frames), .flag("posyt", .frames),
    .flag("bgbdiag", .shadingPatterns), .flag("bgcross", .shadingPatterns),
    .flag("bgdcross", .shadingPatterns), .flag("bgdkbdiag", .shadingPatterns),
    .flag("bgdkcross", .shadingPatterns), .flag("bgdkdcross", .shadingPatterns),
    .flag("bgdkfdiag", .shadingPatterns), .flag("bgdkhoriz", .shadingPatterns),
    .flag("bgdkvert", .shadingPatterns), .flag("bgfdiag", .shadingPatterns),
    .flag("bghoriz", .shadingPatterns), .flag("bgvert", .shadingPatterns),
    .flag("clbgbdiag", .shadingPatterns), .flag("clbgcross", .shadingPatterns),
    .flag("clbgdcross", .shadingPatterns), .flag("clbgdkbdiag", .shadingPatterns),
    .flag("clbgdkcross", .shadingPatterns), .flag("clbgdkdcross", .shadingPatterns),
    .flag("clbgdkfdiag", .shadingPatterns), .flag("clbgdkhor", .shadingPatterns),
    .flag("clbgdkvert", .shadingPatterns), .flag("clbgfdiag", .shadingPatterns),
    .flag("clbghoriz", .shadingPatterns), .flag("clbgvert", .shadingPatterns),
    .value("clshdng", .shadingPatterns, except: 0), .value("shading", .shadingPatterns, except: 0),
    .value("linemod", .lineNumbers, except: 0),
    .value("cols", .columns, except: 1),
    .flag("margmirror", .pageSetup), .flag("pgbrdrb", .pageSetup), .flag("pgbrdrl", .pageSetup),
    .flag("pgbrdrr", .pageSetup), .flag("pgbrdrt", .pageSetup), .flag("vertalb", .pageSetup),
    .flag("vertalc", .pageSetup), .flag("vertalj", .pageSetup),
    .flag("pgnlcltr", .pageNumbers), .flag("pgnlcrm", .pageNumbers), .flag("pgnrestart", .pageNumbers),
    .value("pgnstart", .pageNumbers, except: 1), .value("pgnstarts", .pageNumbers, except: 1),
    .flag("pgnucltr", .pageNumbers), .flag("pgnucrm", .pageNumbers),
    .flag("sbkcol", .sectionStarts), .flag("sbkeven", .sectionStarts), .flag("sbknone", .sectionStarts),
    .flag("sbkodd", .sectionStarts),
    .flag("ftnrestart", .noteNumbering), .flag("ftnrstpg", .noteNumbering),
    .value("saftnstart", .noteNumbering, except: 1),
    .flag("sftnrestart", .noteNumbering),
    .flag("sftnrstpg", .noteNumbering), .value("sftnstart", .noteNumbering, except: 1),
    .flag("clFitText", .tableLayout), .flag("cltxbtlr", .tableLayout), .flag("cltxlrtbv", .tableLayout),
    .flag("cltxtbrl", .tableLayout), .flag("cltxtbrlv", .tableLayout), .value("tposnegx", .tableLayout),
    .value("tposnegy", .tableLayout), .value("tposx", .tableLayout),
    .flag("tposxc", .tableLayout), .flag("tposxi", .tableLayout), .flag("tposxo", .tableLayout),
    .flag("tposxr", .tableLayout), .value("tposy", .tableLayout), .flag("tposyb", .tableLayout),
    .flag("tposyc", .tableLayout), .flag("tposyin", .tableLayout), .flag("tposyoutv", .tableLayout),
    .flag("trkeep", .tableLayout), .flag("trqc", .tableLayout), .flag("trqr", .tableLayout),
    .value("trrh", .tableLayout, except: 0),
    .value("crauth", .trackedFormatting), .value("crdate", .trackedFormatting),
    .value("prauth", .trackedFormatting), .value("prdate", .trackedFormatting),
    .value("srauth", .trackedFormatting), .value("srdate", .trackedFormatting),
    .value("trauth", .trackedFormatting), .value("trdate", .trackedFormatting),
    .flag("clmrgd", .trackedCells), .value("clmrgdauth", .trackedCells),
    .flag("clmrgdr", .trackedCells), .flag("clsplit", .trackedCells), .flag("clsplitr", .trackedCells),
    .flag("allprot", .protection), .flag("annotprot", .protection),
    .value("enforceprot", .protection, except: 0), .flag("formprot", .protection),
    .value("protect", .protection, except: 0), .flag("readprot", .protection), .flag("revprot", .protection),
    .flag("chdate", .computedText), .flag("chdpa", .computedText), .flag("chdpl", .computedText),
    .flag("chpgn", .computedText), .flag("chtime", .computedText), .flag("sectnum", .computedText),
    .value("objcropb", .pictureCrop, except: 0), .value("objcropl", .pictureCrop, except: 0),
    .value("objcropr", .pictureCrop, except: 0), .value("objcropt", .pictureCrop, except: 0),
    .value("piccropb", .pictureCrop, except: 0), .value("piccropl", .pictureCrop, except: 0),
    .value("piccropr", .pictureCrop, except: 0), .value("piccropt", .pictureCrop, except: 0),
    .value("subdocument", .linkedDocuments),
    .value("dpx", .shapePlace, except: 0), .value("dpy", .shapePlace, except: 0),
    .value("shpleft", .shapePlace, except: 0), .value("shptop", .shapePlace, except: 0),
  ]

  /// Destinations whose content Slipbox does not retain, or only as text. Their value names the subject
  /// to report.
  static let unsupportedDestinationRows: [ControlWord] = [
    .init("oldcprops", .destination, .skipped, ControlSubject.trackedFormatting.value),
    .init("oldpprops", .destination, .skipped, ControlSubject.trackedFormatting.value),
    .init("oldsprops", .destination, .skipped, ControlSubject.trackedFormatting.value),
    .init("oldtprops", .destination, .skipped, ControlSubject.trackedFormatting.value),
    .init("password", .destination, .skipped, ControlSubject.protection.value),
    .init("passwordhash", .destination, .skipped, ControlSubject.protection.value),
    .init("protstart", .destination, .skipped, ControlSubject.protection.value),
    .init("protusertbl", .destination, .skipped, ControlSubject.protection.value),
    .init("writereservation", .destination, .skipped, ControlSubject.protection.value),
    .init("writereservhash", .destination, .skipped, ControlSubject.protection.value),
    .init("filetbl", .destination, .skipped, ControlSubject.linkedDocuments.value),
    .init("formfield", .destination, .formField, ControlSubject.formFields.value),
    .init("mmath", .destination, .transparent, ControlSubject.formulas.value),
    .init("tc", .destination, .skipped, ControlSubject.indexEntries.value),
    .init("tcn", .destination, .skipped, ControlSubject.indexEntries.value),
    .init("xe", .destination, .skipped, ControlSubject.indexEntries.value),
    .init("docvar", .destination, .skipped, ControlSubject.documentVariables.value),
    .init("mailmerge", .destination, .skipped, ControlSubject.mailMerge.value),
    .init("xmlopen", .destination, .skipped, ControlSubject.markup.value),
    .init("fontemb", .destination, .skipped, ControlSubject.embeddedFonts.value),
    .init("background", .destination, .skipped, ControlSubject.pageBackground.value),
    .init("hlinkbase", .destination, .skipped, ControlSubject.linkBase.value),
    .init("linkval", .destination, .skipped, ControlSubject.linkedProperties.value),
    .init("atnicn", .destination, .skipped, ControlSubject.annotationDetails.value),
    .init("atnparent", .destination, .skipped, ControlSubject.annotationDetails.value),
    .init("atrfstart", .destination, .skipped, ControlSubject.annotationDetails.value),
    .init("listpicture", .destination, .skipped, ControlSubject.pictureBullets.value),
    .init("hl", .destination, .skipped, ControlSubject.shapeLinks.value),
  ]
}

extension ControlWord {
  /// A row for a flag that always loses something.
  fileprivate static func flag(_ name: StaticString, _ subject: ControlSubject) -> ControlWord {
    ControlWord(name, .flag, .unsupported, subject.value)
  }

  /// A row for a value that loses something.
  ///
  /// - Parameter neutral: the parameter with which the word says nothing, such as 0 for `\outl`.
  ///   Without one, any parameter loses something.
  fileprivate static func value(
    _ name: StaticString, _ subject: ControlSubject, except neutral: Int16? = nil
  ) -> ControlWord {
    ControlWord(name, .value, .unsupported, subject.value(except: neutral))
  }
}

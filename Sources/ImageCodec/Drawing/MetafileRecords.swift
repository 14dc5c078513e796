extension WindowsMetafile {
  /// The functions of records that are played ([MS-WMF], section 2.1.1.1). The names in capitals
  /// are those of the specification.
  enum Record {
    // MARK: State

    /// META_SAVEDC: saves the state.
    static let saveState = 0x001E
    /// META_RESTOREDC: restores a saved state.
    static let restoreState = 0x0127
    /// META_SETPOLYFILLMODE: chooses which parts of overlapping outlines are inside.
    static let setFillMode = 0x0106
    /// META_SETTEXTALIGN: chooses which point of a text its place is.
    static let setTextAlign = 0x012E
    /// META_SETTEXTCOLOR: sets the colour of texts.
    static let setTextColor = 0x0209
    /// META_SETBKCOLOR: sets the colour behind texts.
    static let setBackColor = 0x0201
    /// META_SETWINDOWORG: sets the logical point that the viewport's origin shows.
    static let setWindowOrigin = 0x020B
    /// META_SETWINDOWEXT: sets the size of the window in logical units.
    static let setWindowExtent = 0x020C
    /// META_SETVIEWPORTORG: sets the device point that shows the window's origin.
    static let setViewportOrigin = 0x020D
    /// META_SETVIEWPORTEXT: sets the size of the viewport in device units.
    static let setViewportExtent = 0x020E
    /// META_OFFSETWINDOWORG: moves the window's origin.
    static let offsetWindowOrigin = 0x020F
    /// META_OFFSETVIEWPORTORG: moves the viewport's origin.
    static let offsetViewportOrigin = 0x0211
    /// META_SCALEWINDOWEXT: scales the window by two fractions.
    static let scaleWindowExtent = 0x0410
    /// META_SCALEVIEWPORTEXT: scales the viewport by two fractions.
    static let scaleViewportExtent = 0x0412
    /// META_INTERSECTCLIPRECT: confines what follows to a rectangle.
    static let intersectClip = 0x0416

    // MARK: Objects

    /// META_SELECTOBJECT: draws with an object from now on.
    static let selectObject = 0x012D
    /// META_DELETEOBJECT: deletes an object.
    static let deleteObject = 0x01F0
    /// META_CREATEPENINDIRECT: creates a pen.
    static let createPen = 0x02FA
    /// META_CREATEBRUSHINDIRECT: creates a brush of one colour or of hatches.
    static let createBrush = 0x02FC
    /// META_DIBCREATEPATTERNBRUSH: creates a brush that repeats a bitmap.
    static let createBitmapBrush = 0x0142
    /// META_CREATEPATTERNBRUSH: creates a brush that repeats a bitmap of a device.
    static let createPatternBrush = 0x01F9
    /// META_CREATEPALETTE: creates a palette.
    static let createPalette = 0x00F7
    /// META_CREATEREGION: creates a region.
    static let createRegion = 0x06FF
    /// META_CREATEFONTINDIRECT: creates a font.
    static let createFont = 0x02FB

    // MARK: Shapes

    /// META_MOVETO: moves the current position.
    static let moveTo = 0x0214
    /// META_LINETO: draws a line from the current position.
    static let lineTo = 0x0213
    /// META_POLYGON: draws a closed outline of lines.
    static let polygon = 0x0324
    /// META_POLYLINE: draws connected lines.
    static let polyline = 0x0325
    /// META_POLYPOLYGON: draws several closed outlines as one shape.
    static let polyPolygon = 0x0538
    /// META_RECTANGLE: draws a rectangle.
    static let rectangle = 0x041B
    /// META_ROUNDRECT: draws a rectangle with round corners.
    static let roundRectangle = 0x061C
    /// META_ELLIPSE: draws an ellipse.
    static let ellipse = 0x0418
    /// META_ARC: draws part of an ellipse's outline.
    static let arc = 0x0817
    /// META_PIE: draws a slice of an ellipse.
    static let pie = 0x081A
    /// META_CHORD: draws the part of an ellipse that a line cuts off.
    static let chord = 0x0830
    /// META_SETPIXEL: sets a pixel.
    static let setPixel = 0x041F

    // MARK: Texts and bitmaps

    /// META_TEXTOUT: draws a text.
    static let textOut = 0x0521
    /// META_EXTTEXTOUT: draws a text with a rectangle and the places of its characters.
    static let extendedTextOut = 0x0A32
    /// META_PATBLT: fills a rectangle with the brush.
    static let patternFill = 0x061D
    /// META_BITBLT: copies part of a bitmap of a device.
    static let bitBlit = 0x0922
    /// META_STRETCHBLT: copies and stretches part of a bitmap of a device.
    static let stretchBlit = 0x0B23
    /// META_DIBBITBLT: copies part of a bitmap.
    static let bitmapBitBlit = 0x0940
    /// META_DIBSTRETCHBLT: copies and stretches part of a bitmap.
    static let bitmapStretchBlit = 0x0B41
    /// META_STRETCHDIB: copies and stretches part of a bitmap.
    static let stretchBitmap = 0x0F43
    /// META_SETDIBTODEV: copies part of a bitmap, which may come in bands.
    static let setBitmap = 0x0D33
  }
}

extension EnhancedMetafile {
  /// The types of records that are played ([MS-EMF], section 2.1.1). The names in capitals are
  /// those of the specification.
  enum Record {
    // MARK: Lines and curves

    /// EMR_POLYBEZIER: draws connected curves.
    static let polyBezier = 2
    /// EMR_POLYGON: draws a closed outline of lines.
    static let polygon = 3
    /// EMR_POLYLINE: draws connected lines.
    static let polyline = 4
    /// EMR_POLYBEZIERTO: draws connected curves from the current position.
    static let polyBezierTo = 5
    /// EMR_POLYLINETO: draws connected lines from the current position.
    static let polylineTo = 6
    /// EMR_POLYPOLYLINE: draws several sequences of connected lines.
    static let polyPolyline = 7
    /// EMR_POLYPOLYGON: draws several closed outlines as one shape.
    static let polyPolygon = 8
    /// EMR_SETPIXELV: sets a pixel.
    static let setPixel = 15
    /// EMR_MOVETOEX: moves the current position.
    static let moveTo = 27
    /// EMR_ANGLEARC: draws part of a circle, given by angles.
    static let angleArc = 41
    /// EMR_ELLIPSE: draws an ellipse.
    static let ellipse = 42
    /// EMR_RECTANGLE: draws a rectangle.
    static let rectangle = 43
    /// EMR_ROUNDRECT: draws a rectangle with round corners.
    static let roundRectangle = 44
    /// EMR_ARC: draws part of an ellipse's outline.
    static let arc = 45
    /// EMR_CHORD: draws the part of an ellipse that a line cuts off.
    static let chord = 46
    /// EMR_PIE: draws a slice of an ellipse.
    static let pie = 47
    /// EMR_LINETO: draws a line from the current position.
    static let lineTo = 54
    /// EMR_ARCTO: draws part of an ellipse's outline from the current position.
    static let arcTo = 55
    /// EMR_POLYDRAW: draws lines and curves.
    static let polyDraw = 56
    /// EMR_POLYBEZIER16: as `polyBezier`, with points of 16 bits.
    static let polyBezier16 = 85
    /// EMR_POLYGON16: as `polygon`, with points of 16 bits.
    static let polygon16 = 86
    /// EMR_POLYLINE16: as `polyline`, with points of 16 bits.
    static let polyline16 = 87
    /// EMR_POLYBEZIERTO16: as `polyBezierTo`, with points of 16 bits.
    static let polyBezierTo16 = 88
    /// EMR_POLYLINETO16: as `polylineTo`, with points of 16 bits.
    static let polylineTo16 = 89
    /// EMR_POLYPOLYLINE16: as `polyPolyline`, with points of 16 bits.
    static let polyPolyline16 = 90
    /// EMR_POLYPOLYGON16: as `polyPolygon`, with points of 16 bits.
    static let polyPolygon16 = 91
    /// EMR_POLYDRAW16: as `polyDraw`, with points of 16 bits.
    static let polyDraw16 = 92

    // MARK: State

    /// EMR_SETWINDOWEXTEX: sets the size of the window in logical units.
    static let setWindowExtent = 9
    /// EMR_SETWINDOWORGEX: sets the logical point that the viewport's origin shows.
    static let setWindowOrigin = 10
    /// EMR_SETVIEWPORTEXTEX: sets the size of the viewport in device units.
    static let setViewportExtent = 11
    /// EMR_SETVIEWPORTORGEX: sets the device point that shows the window's origin.
    static let setViewportOrigin = 12
    /// EMR_EOF: ends the metafile.
    static let endOfFile = 14
    /// EMR_SETMAPMODE: sets the size of logical units.
    static let setMapMode = 17
    /// EMR_SETPOLYFILLMODE: chooses which parts of overlapping outlines are inside.
    static let setFillMode = 19
    /// EMR_SETTEXTALIGN: chooses which point of a text its place is.
    static let setTextAlign = 22
    /// EMR_SETTEXTCOLOR: sets the colour of texts.
    static let setTextColor = 24
    /// EMR_SETBKCOLOR: sets the colour behind texts.
    static let setBackColor = 25
    /// EMR_INTERSECTCLIPRECT: confines what follows to a rectangle.
    static let intersectClip = 30
    /// EMR_SCALEVIEWPORTEXTEX: scales the viewport by two fractions.
    static let scaleViewportExtent = 31
    /// EMR_SCALEWINDOWEXTEX: scales the window by two fractions.
    static let scaleWindowExtent = 32
    /// EMR_SAVEDC: saves the state.
    static let saveState = 33
    /// EMR_RESTOREDC: restores a saved state.
    static let restoreState = 34
    /// EMR_SETWORLDTRANSFORM: sets the transformation of logical points.
    static let setTransform = 35
    /// EMR_MODIFYWORLDTRANSFORM: resets the transformation or combines it with another.
    static let modifyTransform = 36
    /// EMR_EXTSELECTCLIPRGN: confines what follows to a region, or ends that.
    static let selectClipRegion = 75

    // MARK: Objects

    /// EMR_SELECTOBJECT: draws with an object from now on.
    static let selectObject = 37
    /// EMR_CREATEPEN: creates a pen.
    static let createPen = 38
    /// EMR_CREATEBRUSHINDIRECT: creates a brush of one colour or of hatches.
    static let createBrush = 39
    /// EMR_DELETEOBJECT: deletes an object.
    static let deleteObject = 40
    /// EMR_EXTCREATEFONTINDIRECTW: creates a font.
    static let createFont = 82
    /// EMR_CREATEMONOBRUSH: creates a brush that repeats a bitmap of two colours.
    static let createMonoBrush = 93
    /// EMR_CREATEDIBPATTERNBRUSHPT: creates a brush that repeats a bitmap.
    static let createBitmapBrush = 94
    /// EMR_EXTCREATEPEN: creates a pen with more attributes.
    static let createExtendedPen = 95

    // MARK: Paths

    /// EMR_BEGINPATH: collects what follows as a path instead of drawing it.
    static let beginPath = 59
    /// EMR_ENDPATH: ends the path.
    static let endPath = 60
    /// EMR_CLOSEFIGURE: closes the current outline of the path.
    static let closeFigure = 61
    /// EMR_FILLPATH: fills the path.
    static let fillPath = 62
    /// EMR_STROKEANDFILLPATH: fills the path and draws its outline.
    static let strokeAndFillPath = 63
    /// EMR_STROKEPATH: draws the outline of the path.
    static let strokePath = 64
    /// EMR_SELECTCLIPPATH: confines what follows to the path.
    static let selectClipPath = 67
    /// EMR_ABORTPATH: discards the path.
    static let abortPath = 68

    /// EMR_COMMENT: has the records of EMF+, or what other programs want.
    static let comment = 70

    // MARK: Texts and bitmaps

    /// EMR_BITBLT: copies part of a bitmap.
    static let bitBlit = 76
    /// EMR_STRETCHBLT: copies and stretches part of a bitmap.
    static let stretchBlit = 77
    /// EMR_SETDIBITSTODEVICE: copies part of a bitmap, which may come in bands.
    static let setBitmap = 80
    /// EMR_STRETCHDIBITS: copies and stretches part of a bitmap.
    static let stretchBitmap = 81
    /// EMR_EXTTEXTOUTA: draws a text in the code page of its font.
    static let textOut = 83
    /// EMR_EXTTEXTOUTW: draws a text in UTF-16.
    static let wideTextOut = 84
    /// EMR_SMALLTEXTOUT: draws a text, without the places of its characters.
    static let smallTextOut = 108
    /// EMR_ALPHABLEND: copies a bitmap with transparency.
    static let alphaBlend = 114
    /// EMR_TRANSPARENTBLT: copies a bitmap except for one colour.
    static let transparentBlit = 116
  }
}

extension MacPicture {
  /// The opcodes that are played (Inside Macintosh: Imaging With QuickDraw, table A-2), with the
  /// names that are used there.
  enum Opcode {
    // MARK: State

    /// ClipRgn: confines what follows to a region.
    static let clip = 0x01
    /// TxFont: sets the font by its number.
    static let textFont = 0x03
    /// TxFace: sets bold, italic and so on, as bits.
    static let textFace = 0x04
    /// PnSize: sets the size of the pen.
    static let penSize = 0x07
    /// PnPat: sets the pattern of the pen, 8 × 8 bits.
    static let penPattern = 0x09
    /// FillPat: sets the pattern of fills, 8 × 8 bits.
    static let fillPattern = 0x0A
    /// OvSize: sets the size of round corners.
    static let ovalSize = 0x0B
    /// TxSize: sets the size of texts in points.
    static let textSize = 0x0D
    /// FgColor: sets the foreground to one of eight colours.
    static let foreground = 0x0E
    /// BkColor: sets the background to one of eight colours.
    static let background = 0x0F
    /// RGBFgCol: sets the foreground to any colour.
    static let rgbForeground = 0x1A
    /// RGBBkCol: sets the background to any colour.
    static let rgbBackground = 0x1B
    /// fontName: gives the name of a font's number and sets the font.
    static let fontName = 0x2C

    // MARK: Drawing

    /// Line: draws a line between two points.
    static let line = 0x20
    /// LineFrom: draws a line from the pen's place to a point.
    static let lineFrom = 0x21
    /// ShortLine: draws a line from a point, by a distance below 128.
    static let shortLine = 0x22
    /// ShortLineFrom: draws a line from the pen's place, by a distance below 128.
    static let shortLineFrom = 0x23
    /// LongText: draws a text at a point.
    static let longText = 0x28
    /// DHText: draws a text to the right of the last one's place.
    static let textAcross = 0x29
    /// DVText: draws a text below the last one's place.
    static let textDown = 0x2A
    /// DHDVText: draws a text to the right of and below the last one's place.
    static let textAcrossAndDown = 0x2B
    /// frameRect: the first of the shapes.
    static let firstShape = 0x30
    /// The last opcode of the regions, which are the last of the shapes.
    static let lastShape = 0x8F
    /// BitsRect: draws a bitmap.
    static let bits = 0x90
    /// BitsRgn: draws a bitmap, confined to a region.
    static let bitsInRegion = 0x91
    /// PackBitsRect: draws a packed bitmap.
    static let packedBits = 0x98
    /// DirectBitsRgn: draws a bitmap without a palette, confined to a region; the last of four
    /// packed ones.
    static let directBitsInRegion = 0x9B
    /// OpEndPic: ends the picture.
    static let endOfPicture = 0xFF
    /// CompressedQuickTime: draws a picture in one of QuickTime's codings, such as JPEG.
    static let quickTime = 0x8200
  }
}

extension PlusPlayer {
  /// The types of records that are played ([MS-EMFPLUS], section 2.1.1.1), named as there.
  enum Record {
    /// EmfPlusHeader: says whether plain records say the same, and how many pixels an inch has.
    static let header = 0x4001
    /// EmfPlusGetDC: plain records follow that belong to the drawing.
    static let plainRecords = 0x4004
    /// EmfPlusObject: defines an object, or a part of one.
    static let object = 0x4008

    // MARK: Drawing

    /// EmfPlusClear: fills everything.
    static let clear = 0x4009
    /// EmfPlusFillRects, and the same as outlines.
    static let fillRectangles = 0x400A
    static let drawRectangles = 0x400B
    /// EmfPlusFillPolygon.
    static let fillPolygon = 0x400C
    /// EmfPlusDrawLines: draws connected lines, which may be closed.
    static let drawLines = 0x400D
    /// EmfPlusFillEllipse, and the same as an outline.
    static let fillEllipse = 0x400E
    static let drawEllipse = 0x400F
    /// EmfPlusFillPie, and the same as an outline.
    static let fillPie = 0x4010
    static let drawPie = 0x4011
    /// EmfPlusDrawArc.
    static let drawArc = 0x4012
    /// EmfPlusFillRegion.
    static let fillRegion = 0x4013
    /// EmfPlusFillPath, and the same as an outline.
    static let fillPath = 0x4014
    static let drawPath = 0x4015
    /// EmfPlusFillClosedCurve, and the same as an outline: a curve through points.
    static let fillClosedCurve = 0x4016
    static let drawClosedCurve = 0x4017
    /// EmfPlusDrawCurve: draws a part of a curve through points.
    static let drawCurve = 0x4018
    /// EmfPlusDrawBeziers.
    static let drawBeziers = 0x4019
    /// EmfPlusDrawImage: draws a picture into a rectangle.
    static let drawImage = 0x401A
    /// EmfPlusDrawImagePoints: draws a picture into a parallelogram.
    static let drawImagePoints = 0x401B
    /// EmfPlusDrawString: draws a text into a rectangle.
    static let drawString = 0x401C
    /// EmfPlusDrawDriverString: draws characters at their places.
    static let drawCharacters = 0x4036

    // MARK: State

    /// EmfPlusSave: saves the state under a number.
    static let save = 0x4025
    /// EmfPlusRestore: restores the state with a number.
    static let restore = 0x4026
    /// EmfPlusBeginContainer: begins a drawing within the drawing, with a transformation.
    static let beginContainer = 0x4027
    /// EmfPlusBeginContainerNoParams: the same without one.
    static let beginPlainContainer = 0x4028
    /// EmfPlusEndContainer.
    static let endContainer = 0x4029
    /// EmfPlusSetWorldTransform: sets the transformation.
    static let setTransform = 0x402A
    /// EmfPlusResetWorldTransform: ends it.
    static let resetTransform = 0x402B
    /// EmfPlusMultiplyWorldTransform: combines it with another.
    static let multiplyTransform = 0x402C
    /// EmfPlusTranslateWorldTransform: moves.
    static let translateTransform = 0x402D
    /// EmfPlusScaleWorldTransform: scales.
    static let scaleTransform = 0x402E
    /// EmfPlusRotateWorldTransform: turns.
    static let rotateTransform = 0x402F
    /// EmfPlusSetPageTransform: sets the unit of lengths.
    static let setPage = 0x4030
    /// EmfPlusResetClip: ends clipping.
    static let resetClip = 0x4031
    /// EmfPlusSetClipRect, EmfPlusSetClipPath, EmfPlusSetClipRegion: confine what follows.
    static let setClipRectangle = 0x4032
    static let setClipPath = 0x4033
    static let setClipRegion = 0x4034
  }

  /// The flags of records ([MS-EMFPLUS], section 2.3).
  enum Flag {
    /// The brush is a colour in the record, and not an object. Of an object: it goes on in the next record.
    static let colorOrContinued = 0x8000
    /// Coordinates are 16-bit numbers.
    static let isShort = 0x4000
    /// Lines are closed; a transformation comes after the one in force.
    static let closedOrAfter = 0x2000
    /// Each point is given by its distance from the last one.
    static let isRelative = 0x0800
  }
}

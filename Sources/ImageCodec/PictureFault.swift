internal import CCodecShims
public import SlipBase

/// Why a picture has no thumbnail, or can't be shown in a page. The raw values are permanent codes.
///
/// A note whose picture has such a fault gets no thumbnail for it, or links to the picture's file.
public enum PictureFault: String, Sendable, CaseIterable {
  /// No decoder here supports the type.
  case unsupportedType = "SBXP101"
  /// The header is cut off or breaks the rules of its format, or a side is 0.
  case brokenHeader = "SBXP102"
  /// The picture has more pixels than `Limits.picturePixels`, or a side longer than
  /// `Limits.pictureSide`.
  case tooLarge = "SBXP103"
  /// The data break the rules of the format.
  case brokenData = "SBXP104"
  /// The data end, or break off, before most of the picture is there.
  case truncated = "SBXP105"
  /// The format allows the coding, but it is not supported, such as lossless JPEG.
  case unsupportedCoding = "SBXP106"
  /// Decoding would take more memory, or more passes over the picture, than allowed.
  case tooCostly = "SBXP107"
  /// No thumbnail is smaller than the picture itself.
  case noRoom = "SBXP108"
  /// The metafile draws nothing, or only by means that are not supported.
  case emptyDrawing = "SBXP109"
  /// Browsers don't show this type, and it can't be converted to one that they show.
  case notShown = "SBXP110"

  /// What is wrong, as a clause without a capital and a full stop.
  public var message: String { texts.message }
  /// What became of the picture and what a user can do about it, in one or two sentences.
  public var advice: String { texts.advice }

  /// The message and the advice of each fault.
  private var texts: (message: String, advice: String) {
    switch self {
    case .unsupportedType:
      (
        "there are no thumbnails for pictures of this type",
        "The picture is kept as it is. Save it as PNG or JPEG if it should have a thumbnail."
      )
    case .brokenHeader:
      (
        "the picture's header is broken",
        """
        The picture is kept as it is. If a picture program can open it, save it anew there, and replace it \
        with `slipconv attach --replace`.
        """
      )
    case .tooLarge:
      (
        "the picture has too many pixels",
        """
        The picture is kept as it is, without a thumbnail. Scale it down if it should have one: to sides \
        of at most 8,000 pixels.
        """
      )
    case .brokenData:
      (
        "the picture's data is broken",
        """
        The picture is kept as it is. Get an undamaged copy, and replace it with \
        `slipconv attach --replace`.
        """
      )
    case .truncated:
      (
        "the picture is cut off",
        """
        The picture is kept as it is, and programs may show its beginning. Get the whole file, and replace \
        it with `slipconv attach --replace`.
        """
      )
    case .unsupportedCoding:
      (
        "the picture's coding is not supported",
        """
        The picture is kept as it is. Save it as an ordinary PNG or JPEG if it should have a thumbnail or \
        be shown in pages.
        """
      )
    case .tooCostly:
      (
        "the picture takes too much memory or too many passes to decode",
        """
        The picture is kept as it is. Save it without interlacing, or as baseline JPEG, if it should have \
        a thumbnail.
        """
      )
    case .noRoom:
      (
        "no thumbnail is smaller than the picture itself",
        "Nothing needs to be done: the picture is so small that programs show it itself."
      )
    case .emptyDrawing:
      (
        "the metafile draws nothing that is supported",
        """
        The metafile is kept as it is. Convert it to PNG or SVG, for example with LibreOffice, if pages \
        should show it.
        """
      )
    case .notShown:
      (
        "browsers don't show pictures of this type",
        """
        The picture is kept as it is, and pages name its file or link to it. Save it as PNG, JPEG or SVG \
        if they should show it.
        """
      )
    }
  }

  /// An error with this code.
  ///
  /// - Parameter detail: What the codec reports, which is added to the message in parentheses.
  public func error(_ detail: String = "") -> SlipError {
    SlipError(.badInput, code: rawValue, detail.isEmpty ? message : "\(message) (\(detail))")
  }

  /// The fault that a codec's status stands for; nil for success.
  init?(_ status: slip_codec_status) {
    switch status {
    case SLIP_CODEC_OK: return nil
    case SLIP_CODEC_TRUNCATED: self = .truncated
    case SLIP_CODEC_UNSUPPORTED: self = .unsupportedCoding
    case SLIP_CODEC_COSTLY: self = .tooCostly
    case SLIP_CODEC_NO_ROOM: self = .noRoom
    default: self = .brokenData
    }
  }
}

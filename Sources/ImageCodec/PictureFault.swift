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
  public var message: String {
    switch self {
    case .unsupportedType: "there are no thumbnails for pictures of this type"
    case .brokenHeader: "the picture's header is broken"
    case .tooLarge: "the picture has too many pixels"
    case .brokenData: "the picture's data is broken"
    case .truncated: "the picture is cut off"
    case .unsupportedCoding: "the picture's coding is not supported"
    case .tooCostly: "the picture takes too much memory or too many passes to decode"
    case .noRoom: "no thumbnail is smaller than the picture itself"
    case .emptyDrawing: "the metafile draws nothing that is supported"
    case .notShown: "browsers don't show pictures of this type"
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

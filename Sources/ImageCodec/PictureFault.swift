internal import CCodecShims
public import SlipBase

/// Why a picture gives no thumbnail, or can't be shown in a page. The codes are permanent.
public enum PictureFault: String, Sendable, CaseIterable {
  /// Of a type that nothing here decodes.
  case unsupportedType = "SBXP101"
  /// The header is cut off or breaks the format's rules, or a side is 0.
  case brokenHeader = "SBXP102"
  /// More pixels than `Limits.picturePixels`, or a side longer than `Limits.pictureSide`.
  case tooLarge = "SBXP103"
  /// The data breaks the format's rules.
  case brokenData = "SBXP104"
  /// The data ends, or breaks off, before most of the picture is there.
  case truncated = "SBXP105"
  /// A coding that is not supported, such as lossless JPEG.
  case unsupportedCoding = "SBXP106"
  /// Decoding would take more memory or passes over the picture than allowed.
  case tooCostly = "SBXP107"
  /// No thumbnail is smaller than the picture itself.
  case noRoom = "SBXP108"
  /// A metafile that draws nothing, or only by means that are not supported.
  case emptyDrawing = "SBXP109"
  /// Of a type that browsers don't show, and nothing here turns into one that they do.
  case notShown = "SBXP110"

  /// What is wrong, as a part of a sentence.
  public var message: String {
    switch self {
    case .unsupportedType: "thumbnails are not made of pictures of this type"
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

  /// An error with this code; `detail` is what the codec says.
  public func error(_ detail: String = "") -> SlipError {
    SlipError(.badInput, code: rawValue, detail.isEmpty ? message : "\(message) (\(detail))")
  }

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

/// Every media type that is known, in the order in which content is tried.
public enum MediaTypeTable {
  public struct Row: Sendable {
    public let type: MediaType
    /// Other names of the type that are met in the wild.
    public let aliases: [String]
    /// Other extensions that such files have.
    public let extensions: [String]
    let signatures: [MediaSignature]
    /// Tells the formats apart that share a container; the row's own type when it gives nil.
    let refine: (@Sendable (UnsafeRawBufferPointer) -> MediaType?)?

    init(
      _ type: MediaType, aliases: [String] = [], extensions: [String] = [],
      signatures: [MediaSignature] = [],
      refine: (@Sendable (UnsafeRawBufferPointer) -> MediaType?)? = nil
    ) {
      self.type = type
      self.aliases = aliases
      self.extensions = extensions
      self.signatures = signatures
      self.refine = refine
    }
  }

  public static let rows: [Row] =
    pictures + documents + archives + soundAndFilm + texts + [Row(.binary)]

  static let pictures: [Row] = [
    Row(
      .png, aliases: ["image/x-png"], extensions: ["apng"],
      signatures: [.bytes(0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A)]),
    Row(
      .jpeg, aliases: ["image/jpg", "image/pjpeg"], extensions: ["jpeg", "jpe", "jfif"],
      signatures: [.bytes(0xFF, 0xD8, 0xFF)]),
    Row(.gif, signatures: [.text("GIF87a"), .text("GIF89a")]),
    Row(
      .bmp, aliases: ["image/x-ms-bmp", "image/x-bmp"],
      signatures: [.text("BM", if: { BitmapHeader.isKnownSize($0.little32(at: 14)) })]),
    Row(
      .tiff, aliases: ["image/x-tiff"], extensions: ["tiff"],
      signatures: [
        .bytes(0x49, 0x49, 0x2A, 0x00), .bytes(0x4D, 0x4D, 0x00, 0x2A),
        .bytes(0x49, 0x49, 0x2B, 0x00, 0x08, 0x00), .bytes(0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08),
      ]),
    Row(.webp, signatures: [.text("RIFF").and(.text("WEBP", at: 8))]),
    Row(.jpegXL, signatures: [.bytes(0xFF, 0x0A), .text("\0\0\0\u{C}JXL \r\n", at: 0)]),
    Row(.jpeg2000, extensions: ["j2k", "jpf"], signatures: [.text("\0\0\0\u{C}jP  \r\n")]),
    Row(.photoshop, aliases: ["image/x-photoshop"], signatures: [.text("8BPS\0\u{1}")]),
    Row(
      .icon, aliases: ["image/x-icon", "image/ico"],
      signatures: [.bytes(0x00, 0x00, 0x01, 0x00, if: BitmapHeader.isIconDirectory)]),
    Row(
      .emf, aliases: ["image/x-emf", "application/x-emf"],
      signatures: [.bytes(0x01, 0x00, 0x00, 0x00).and(.text(" EMF", at: 40))]),
    Row(
      .wmf, aliases: ["image/x-wmf", "application/x-msmetafile"], extensions: ["apm"],
      signatures: [
        .bytes(0xD7, 0xCD, 0xC6, 0x9A),
        .bytes(0x01, 0x00, 0x09, 0x00, 0x00, 0x03), .bytes(0x02, 0x00, 0x09, 0x00, 0x00, 0x03),
        .bytes(0x01, 0x00, 0x09, 0x00, 0x00, 0x01), .bytes(0x02, 0x00, 0x09, 0x00, 0x00, 0x01),
      ]),
    // A QuickDraw picture, as a file (512 bytes of nothing first) or bare, as RTF holds it.
    Row(
      .pict, aliases: ["image/pict"], extensions: ["pct", "pic"],
      signatures: [
        .bytes(0x00, 0x11, 0x02, 0xFF, 0x0C, 0x00, at: 522),
        .bytes(0x00, 0x11, 0x02, 0xFF, 0x0C, 0x00, at: 10),
        .bytes(0x11, 0x01, at: 522, if: { BitmapHeader.isQuickDrawFrame($0, at: 512) }),
        .bytes(0x11, 0x01, at: 10, if: { BitmapHeader.isQuickDrawFrame($0, at: 0) }),
      ]),
    // A bitmap without the 14-byte file header, as RTF's \dibitmap holds it.
    Row(.dib, signatures: [.when(BitmapHeader.isBareBitmap)]),
    Row(.svg, extensions: ["svgz"]),
  ]

  static let documents: [Row] = [
    Row(.pdf, aliases: ["application/x-pdf"], signatures: [.text("%PDF-")]),
    Row(
      .rtf, aliases: ["text/rtf", "text/richtext"],
      signatures: [.when { $0.holds("{\\rtf", at: TextSniffer.leadingSpace($0)) }]),
    Row(.postScript, extensions: ["eps"], signatures: [.text("%!PS")]),
    Row(
      .compoundFile, aliases: ["application/x-cfb"],
      signatures: [.bytes(0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1)],
      refine: ContainerSniffer.compoundFile),
    Row(.word), Row(.excel), Row(.powerPoint), Row(.outlookMessage),
    Row(
      .sqlite, aliases: ["application/x-sqlite3"], extensions: ["db", "sqlite3"],
      signatures: [.text("SQLite format 3\0")]),
    Row(.trueType, extensions: ["ttc"], signatures: [.bytes(0, 1, 0, 0, 0, if: { $0.count >= 28 })]),
    Row(.openType, signatures: [.text("OTTO\0")]),
    Row(.woff, signatures: [.text("wOFF")]),
    Row(.woff2, signatures: [.text("wOF2")]),
  ]

  static let archives: [Row] = [
    Row(
      .zip, aliases: ["application/x-zip-compressed"],
      signatures: [.text("PK\u{3}\u{4}"), .text("PK\u{5}\u{6}")], refine: ContainerSniffer.zip),
    Row(.docx), Row(.xlsx), Row(.pptx), Row(.odt), Row(.ods), Row(.odp), Row(.odg), Row(.epub),
    Row(.slippack),
    Row(.gzip, aliases: ["application/x-gzip"], extensions: ["tgz"], signatures: [.bytes(0x1F, 0x8B, 0x08)]),
    Row(
      .bzip2, aliases: ["application/bzip2"], signatures: [.text("BZh", if: { $0.holds("1AY&SY", at: 4) })]),
    Row(.xz, signatures: [.bytes(0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00)]),
    Row(.zstandard, signatures: [.bytes(0x28, 0xB5, 0x2F, 0xFD)]),
    Row(.sevenZip, signatures: [.bytes(0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C)]),
    Row(.rar, aliases: ["application/x-rar-compressed"], signatures: [.text("Rar!\u{1A}\u{7}")]),
    Row(.tar, signatures: [.text("ustar", at: 257)]),
  ]

  static let soundAndFilm: [Row] = [
    Row(
      .mp4, aliases: ["application/mp4"], extensions: ["m4v"], signatures: [.text("ftyp", at: 4)],
      refine: ContainerSniffer.baseMedia),
    Row(.heic, aliases: ["image/heif"], extensions: ["heif"]), Row(.avif, extensions: ["avifs"]),
    Row(.m4a, aliases: ["audio/x-m4a"], extensions: ["m4b"]), Row(.threeGP),
    Row(
      .quickTime, extensions: ["qt"],
      signatures: [.text("moov", at: 4), .text("mdat", at: 4), .text("wide", at: 4)]),
    Row(
      .wav, aliases: ["audio/x-wav", "audio/wave", "audio/vnd.wave"],
      signatures: [.text("RIFF").and(.text("WAVE", at: 8))]),
    Row(.avi, aliases: ["video/avi"], signatures: [.text("RIFF").and(.text("AVI ", at: 8))]),
    Row(
      .aiff, aliases: ["audio/x-aiff"], extensions: ["aif", "aifc"],
      signatures: [.text("FORM").and(.text("AIF", at: 8))]),
    Row(
      .ogg, aliases: ["application/ogg"], extensions: ["oga", "opus"], signatures: [.text("OggS\0")],
      refine: ContainerSniffer.ogg),
    Row(.oggVideo),
    Row(.flac, aliases: ["audio/x-flac"], signatures: [.text("fLaC")]),
    Row(
      .midi, aliases: ["audio/mid", "audio/x-midi"], extensions: ["midi"],
      signatures: [.text("MThd\0\0\0\u{6}")]),
    Row(.amr, signatures: [.text("#!AMR")]),
    Row(.coreAudio, signatures: [.text("caff\0\u{1}")]),
    Row(.matroska, signatures: [.bytes(0x1A, 0x45, 0xDF, 0xA3)], refine: ContainerSniffer.matroska),
    Row(.webm),
    Row(.aac, aliases: ["audio/x-aac"], signatures: [.when(AudioFrames.isADTS)]),
    Row(
      .mp3, aliases: ["audio/mp3", "audio/x-mp3"],
      signatures: [.text("ID3", if: AudioFrames.isTag), .when(AudioFrames.isLayer3)]),
  ]

  /// Told by `TextSniffer`, last of all.
  static let texts: [Row] = [
    Row(.html, aliases: ["application/xhtml+xml"], extensions: ["htm", "xhtml"]),
    Row(.xml, aliases: ["text/xml"]),
    Row(.vCard, aliases: ["text/x-vcard"], extensions: ["vcard"]),
    Row(.calendar),
    Row(.markdown, aliases: ["text/x-markdown"], extensions: ["markdown"]),
    Row(.csv), Row(.json),
    Row(.plainText, extensions: ["text"]),
  ]
}

extension MediaType {
  /// Anything: what unknown bytes are.
  public static let binary = MediaType("application/octet-stream", "bin")

  public static let png = MediaType("image/png", "png")
  public static let jpeg = MediaType("image/jpeg", "jpg")
  public static let gif = MediaType("image/gif", "gif")
  public static let bmp = MediaType("image/bmp", "bmp")
  public static let dib = MediaType("image/x-dib", "dib")
  public static let tiff = MediaType("image/tiff", "tif")
  public static let webp = MediaType("image/webp", "webp")
  public static let heic = MediaType("image/heic", "heic")
  public static let avif = MediaType("image/avif", "avif")
  public static let jpegXL = MediaType("image/jxl", "jxl")
  public static let jpeg2000 = MediaType("image/jp2", "jp2")
  public static let icon = MediaType("image/vnd.microsoft.icon", "ico")
  public static let photoshop = MediaType("image/vnd.adobe.photoshop", "psd")
  public static let svg = MediaType("image/svg+xml", "svg")
  public static let wmf = MediaType("image/wmf", "wmf")
  public static let emf = MediaType("image/emf", "emf")
  public static let pict = MediaType("image/x-pict", "pict")

  public static let pdf = MediaType("application/pdf", "pdf")
  public static let rtf = MediaType("application/rtf", "rtf")
  public static let postScript = MediaType("application/postscript", "ps")
  public static let compoundFile = MediaType("application/x-ole-storage", "ole")
  public static let word = MediaType("application/msword", "doc")
  public static let excel = MediaType("application/vnd.ms-excel", "xls")
  public static let powerPoint = MediaType("application/vnd.ms-powerpoint", "ppt")
  public static let outlookMessage = MediaType("application/vnd.ms-outlook", "msg")
  public static let sqlite = MediaType("application/vnd.sqlite3", "sqlite")
  public static let trueType = MediaType("font/ttf", "ttf")
  public static let openType = MediaType("font/otf", "otf")
  public static let woff = MediaType("font/woff", "woff")
  public static let woff2 = MediaType("font/woff2", "woff2")

  public static let zip = MediaType("application/zip", "zip")
  public static let docx = MediaType(
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx")
  public static let xlsx = MediaType(
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx")
  public static let pptx = MediaType(
    "application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx")
  public static let odt = MediaType("application/vnd.oasis.opendocument.text", "odt")
  public static let ods = MediaType("application/vnd.oasis.opendocument.spreadsheet", "ods")
  public static let odp = MediaType("application/vnd.oasis.opendocument.presentation", "odp")
  public static let odg = MediaType("application/vnd.oasis.opendocument.graphics", "odg")
  public static let epub = MediaType("application/epub+zip", "epub")
  public static let slippack = MediaType("application/vnd.slipbox", "slippack")
  public static let gzip = MediaType("application/gzip", "gz")
  public static let bzip2 = MediaType("application/x-bzip2", "bz2")
  public static let xz = MediaType("application/x-xz", "xz")
  public static let zstandard = MediaType("application/zstd", "zst")
  public static let sevenZip = MediaType("application/x-7z-compressed", "7z")
  public static let rar = MediaType("application/vnd.rar", "rar")
  public static let tar = MediaType("application/x-tar", "tar")

  public static let mp3 = MediaType("audio/mpeg", "mp3")
  public static let m4a = MediaType("audio/mp4", "m4a")
  public static let aac = MediaType("audio/aac", "aac")
  public static let wav = MediaType("audio/wav", "wav")
  public static let aiff = MediaType("audio/aiff", "aiff")
  public static let ogg = MediaType("audio/ogg", "ogg")
  public static let flac = MediaType("audio/flac", "flac")
  public static let midi = MediaType("audio/midi", "mid")
  public static let amr = MediaType("audio/amr", "amr")
  public static let coreAudio = MediaType("audio/x-caf", "caf")
  public static let mp4 = MediaType("video/mp4", "mp4")
  public static let quickTime = MediaType("video/quicktime", "mov")
  public static let threeGP = MediaType("video/3gpp", "3gp")
  public static let avi = MediaType("video/x-msvideo", "avi")
  public static let oggVideo = MediaType("video/ogg", "ogv")
  public static let matroska = MediaType("video/x-matroska", "mkv")
  public static let webm = MediaType("video/webm", "webm")

  public static let plainText = MediaType("text/plain", "txt")
  public static let html = MediaType("text/html", "html")
  public static let xml = MediaType("application/xml", "xml")
  public static let markdown = MediaType("text/markdown", "md")
  public static let csv = MediaType("text/csv", "csv")
  public static let json = MediaType("application/json", "json")
  public static let vCard = MediaType("text/vcard", "vcf")
  public static let calendar = MediaType("text/calendar", "ics")
}

/// The table of all known media types: what they are called and how their content is recognized.
///
/// To add a type, add a constant to `MediaType` and a row here. The order matters: content is tried
/// against the rows from first to last, so weak signatures come after strong ones. A row without
/// signatures is found by another row's `refine`, by `TextSniffer`, or only by its name.
public enum MediaTypeTable {
  /// What is known about one media type.
  public struct Row: Sendable {
    /// The type with its preferred name and file extension.
    public let type: MediaType
    /// Other names of the type that are in use, in lower case.
    public let aliases: [String]
    /// Other file extensions that are in use, in lower case and without the dot.
    public let extensions: [String]
    /// The signatures of such data, any of which is enough.
    let signatures: [MediaSignature]
    /// Looks into a container and decides between the formats that use it. Where it returns nil,
    /// the row's own type holds.
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

  /// All rows, in the order in which content is tried. The last row, `.binary`, has no signature;
  /// it is the answer when nothing else matches.
  public static let rows: [Row] =
    pictures + documents + archives + soundAndFilm + texts + [Row(.binary)]

  /// Raster and vector pictures.
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
    // A QuickDraw picture: as a file, which begins with 512 unused bytes, or bare, as RTF holds it.
    Row(
      .pict, aliases: ["image/pict"], extensions: ["pct", "pic"],
      signatures: [
        .bytes(0x00, 0x11, 0x02, 0xFF, 0x0C, 0x00, at: 522),
        .bytes(0x00, 0x11, 0x02, 0xFF, 0x0C, 0x00, at: 10),
        .bytes(0x11, 0x01, at: 522, if: { BitmapHeader.isQuickDrawFrame($0, at: 512) }),
        .bytes(0x11, 0x01, at: 10, if: { BitmapHeader.isQuickDrawFrame($0, at: 0) }),
      ]),
    Row(.starView, signatures: [.text("VCLMTF")]),
    // A bitmap without the 14-byte file header, as RTF's \dibitmap holds it.
    Row(.dib, signatures: [.when(BitmapHeader.isBareBitmap)]),
    Row(.svg, extensions: ["svgz"]),
  ]

  /// Documents, databases and fonts.
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

  /// Archives and compressed files, and the document formats that are ZIP files.
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

  /// Sound and film, and the pictures that share a container with film.
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

  /// Formats that are text. `TextSniffer` recognizes some of them when no signature has matched;
  /// others are known by name only.
  static let texts: [Row] = [
    Row(.html, aliases: ["application/xhtml+xml"], extensions: ["htm", "xhtml"]),
    Row(.xml, aliases: ["text/xml"]),
    Row(.vCard, aliases: ["text/x-vcard"], extensions: ["vcard"]),
    Row(.calendar),
    Row(.markdown, aliases: ["text/x-markdown"], extensions: ["markdown"]),
    Row(.csv), Row(.opml), Row(.json),
    Row(.plainText, extensions: ["text"]),
  ]
}

extension MediaType {
  /// Bytes of unknown kind.
  public static let binary = MediaType("application/octet-stream", "bin")

  /// Portable Network Graphics (W3C PNG).
  public static let png = MediaType("image/png", "png")
  /// JPEG (ISO 10918-1).
  public static let jpeg = MediaType("image/jpeg", "jpg")
  /// Graphics Interchange Format, 87a or 89a.
  public static let gif = MediaType("image/gif", "gif")
  /// A Windows or OS/2 bitmap with its file header.
  public static let bmp = MediaType("image/bmp", "bmp")
  /// A Windows bitmap without its file header, as `\dibitmap` in RTF holds it.
  public static let dib = MediaType("image/x-dib", "dib")
  /// Tagged Image File Format, BigTIFF included.
  public static let tiff = MediaType("image/tiff", "tif")
  /// WebP, lossy, lossless or animated.
  public static let webp = MediaType("image/webp", "webp")
  /// High Efficiency Image File Format (ISO 23008-12).
  public static let heic = MediaType("image/heic", "heic")
  /// AV1 Image File Format.
  public static let avif = MediaType("image/avif", "avif")
  /// JPEG XL (ISO 18181), as a container or a bare code stream.
  public static let jpegXL = MediaType("image/jxl", "jxl")
  /// JPEG 2000 (ISO 15444-1).
  public static let jpeg2000 = MediaType("image/jp2", "jp2")
  /// A Windows icon.
  public static let icon = MediaType("image/vnd.microsoft.icon", "ico")
  /// An Adobe Photoshop document.
  public static let photoshop = MediaType("image/vnd.adobe.photoshop", "psd")
  /// Scalable Vector Graphics.
  public static let svg = MediaType("image/svg+xml", "svg")
  /// Windows Metafile (MS-WMF), with or without the placeable header.
  public static let wmf = MediaType("image/wmf", "wmf")
  /// Enhanced Metafile (MS-EMF).
  public static let emf = MediaType("image/emf", "emf")
  /// A QuickDraw picture, as `\macpict` in RTF holds it.
  public static let pict = MediaType("image/x-pict", "pict")
  /// A StarView metafile, as OpenDocument files have them of charts and other objects.
  public static let starView = MediaType("image/x-svm", "svm")

  /// Portable Document Format.
  public static let pdf = MediaType("application/pdf", "pdf")
  /// Rich Text Format, version 1.9.1 and earlier.
  public static let rtf = MediaType("application/rtf", "rtf")
  /// PostScript, encapsulated or not.
  public static let postScript = MediaType("application/postscript", "ps")
  /// An OLE compound file (MS-CFB) whose content is unknown.
  public static let compoundFile = MediaType("application/x-ole-storage", "ole")
  /// A Word 97–2003 document.
  public static let word = MediaType("application/msword", "doc")
  /// An Excel 97–2003 workbook.
  public static let excel = MediaType("application/vnd.ms-excel", "xls")
  /// A PowerPoint 97–2003 presentation.
  public static let powerPoint = MediaType("application/vnd.ms-powerpoint", "ppt")
  /// An Outlook message (MS-OXMSG).
  public static let outlookMessage = MediaType("application/vnd.ms-outlook", "msg")
  /// An SQLite 3 database.
  public static let sqlite = MediaType("application/vnd.sqlite3", "sqlite")
  /// A TrueType font or font collection.
  public static let trueType = MediaType("font/ttf", "ttf")
  /// An OpenType font with PostScript outlines.
  public static let openType = MediaType("font/otf", "otf")
  /// Web Open Font Format 1.
  public static let woff = MediaType("font/woff", "woff")
  /// Web Open Font Format 2.
  public static let woff2 = MediaType("font/woff2", "woff2")

  /// A ZIP file (APPNOTE) whose content is unknown.
  public static let zip = MediaType("application/zip", "zip")
  /// A Word document (ECMA-376).
  public static let docx = MediaType(
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx")
  /// An Excel workbook (ECMA-376).
  public static let xlsx = MediaType(
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx")
  /// A PowerPoint presentation (ECMA-376).
  public static let pptx = MediaType(
    "application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx")
  /// An OpenDocument text.
  public static let odt = MediaType("application/vnd.oasis.opendocument.text", "odt")
  /// An OpenDocument spreadsheet.
  public static let ods = MediaType("application/vnd.oasis.opendocument.spreadsheet", "ods")
  /// An OpenDocument presentation.
  public static let odp = MediaType("application/vnd.oasis.opendocument.presentation", "odp")
  /// An OpenDocument drawing.
  public static let odg = MediaType("application/vnd.oasis.opendocument.graphics", "odg")
  /// An EPUB publication.
  public static let epub = MediaType("application/epub+zip", "epub")
  /// A slip-box bundle packed as a ZIP file.
  public static let slippack = MediaType("application/vnd.slipbox", "slippack")
  /// A gzip file (RFC 1952).
  public static let gzip = MediaType("application/gzip", "gz")
  /// A bzip2 file.
  public static let bzip2 = MediaType("application/x-bzip2", "bz2")
  /// An xz file.
  public static let xz = MediaType("application/x-xz", "xz")
  /// A Zstandard frame (RFC 8878).
  public static let zstandard = MediaType("application/zstd", "zst")
  /// A 7z archive.
  public static let sevenZip = MediaType("application/x-7z-compressed", "7z")
  /// A RAR archive.
  public static let rar = MediaType("application/vnd.rar", "rar")
  /// A tar archive in ustar format.
  public static let tar = MediaType("application/x-tar", "tar")

  /// MPEG Layer III audio, with or without an ID3 tag.
  public static let mp3 = MediaType("audio/mpeg", "mp3")
  /// MPEG-4 audio.
  public static let m4a = MediaType("audio/mp4", "m4a")
  /// Raw AAC audio in ADTS frames.
  public static let aac = MediaType("audio/aac", "aac")
  /// Waveform audio in a RIFF file.
  public static let wav = MediaType("audio/wav", "wav")
  /// Audio Interchange File Format, AIFF-C included.
  public static let aiff = MediaType("audio/aiff", "aiff")
  /// An Ogg file with sound, such as Vorbis or Opus.
  public static let ogg = MediaType("audio/ogg", "ogg")
  /// Free Lossless Audio Codec.
  public static let flac = MediaType("audio/flac", "flac")
  /// A standard MIDI file.
  public static let midi = MediaType("audio/midi", "mid")
  /// Adaptive Multi-Rate audio.
  public static let amr = MediaType("audio/amr", "amr")
  /// Apple's Core Audio Format.
  public static let coreAudio = MediaType("audio/x-caf", "caf")
  /// MPEG-4 video.
  public static let mp4 = MediaType("video/mp4", "mp4")
  /// A QuickTime movie.
  public static let quickTime = MediaType("video/quicktime", "mov")
  /// 3GPP video.
  public static let threeGP = MediaType("video/3gpp", "3gp")
  /// Audio Video Interleave in a RIFF file.
  public static let avi = MediaType("video/x-msvideo", "avi")
  /// An Ogg file whose first stream is Theora video.
  public static let oggVideo = MediaType("video/ogg", "ogv")
  /// Matroska video.
  public static let matroska = MediaType("video/x-matroska", "mkv")
  /// WebM, a profile of Matroska.
  public static let webm = MediaType("video/webm", "webm")

  /// Text in which no other text format was recognized.
  public static let plainText = MediaType("text/plain", "txt")
  /// HTML or XHTML.
  public static let html = MediaType("text/html", "html")
  /// XML of a kind that is not known.
  public static let xml = MediaType("application/xml", "xml")
  /// Markdown. It is known by name only: its content looks like plain text.
  public static let markdown = MediaType("text/markdown", "md")
  /// Comma-separated values (RFC 4180), known by name only.
  public static let csv = MediaType("text/csv", "csv")
  /// An outline (OPML 2.0), known by name only.
  public static let opml = MediaType("text/x-opml", "opml")
  /// JSON (RFC 8259), known by name only.
  public static let json = MediaType("application/json", "json")
  /// An electronic business card (RFC 6350).
  public static let vCard = MediaType("text/vcard", "vcf")
  /// iCalendar data (RFC 5545).
  public static let calendar = MediaType("text/calendar", "ics")
}

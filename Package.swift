// swift-tools-version: 6.1
import PackageDescription

// Targets are listed lowest layer first, and a target depends only on targets above it.
// Scripts/test builds with `--explicit-target-dependency-import-check error` to enforce this.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func module(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], traits: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: settings + traits)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies + ["SlipTestSupport"],
    swiftSettings: settings)
}

func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

// Where libraries of the system can be installed. iOS and its like have libxml2, zlib and SQLite; what needs another library
// does without it there, as without its trait.
let hosts: [Platform] = [.linux, .macOS, .windows, .android]

func optional(_ name: String, trait: String) -> Target.Dependency {
  .target(name: name, condition: .when(platforms: hosts, traits: [trait]))
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "slipbox",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11)],
  products: [
    // The modules beside it have the types that its own functions take and return; the first five come with it.
    .library(
      name: "SlipboxKit",
      targets: [
        "SlipboxKit", "SlipBase", "SlipNotes", "SlipQuery", "SlipDocument", "SlipBundle", "SlipFormats",
        "SlipExchange", "SlipBatch", "SlipFiles",
      ]),
    // Bytes to documents, text, HTML and Markdown, and back. It opens no files and needs no threads.
    .library(name: "RTF", targets: ["RTF", "SlipRTF", "SlipMarkup", "SlipDocument", "SlipCore"]),
    .library(name: "SlipboxFoundation", targets: ["SlipboxFoundation"]),
    .library(name: "SlipRTF", targets: ["SlipRTF", "SlipDocument", "SlipCore"]),
    .library(name: "RTFSyntax", targets: ["RTFSyntax"]),
    .library(
      name: "SlipFormats",
      targets: ["SlipFormats", "SlipMarkup", "SlipRTF", "SlipRTFD", "SlipDocument", "SlipBase"]),
    .library(name: "ImageCodec", targets: ["ImageCodec", "SlipBase"]),
    .library(name: "SlipBundle", targets: ["SlipBundle", "SlipFiles", "SlipBase"]),
    .library(name: "SlipNotes", targets: ["SlipNotes", "SlipDocument", "SlipBase"]),
    .library(name: "SlipQuery", targets: ["SlipQuery", "SlipNotes", "SlipBase"]),
    .library(name: "AppleArchives", targets: ["AppleArchives", "SlipDocument", "SlipBase"]),
    .library(name: "WindowsArchives", targets: ["WindowsArchives", "SlipBase"]),
    .library(name: "SlipExchange", targets: ["SlipExchange", "SlipDocument", "SlipBase"]),
    .library(name: "SlipPrograms", targets: ["SlipPrograms", "SlipExchange", "SlipBase"]),
    .library(name: "SlipStores", targets: ["SlipStores", "SlipDocument", "SlipBase"]),
    // The JSON form of a box, feeds, and two boxes brought to one state.
    .library(name: "SlipSync", targets: ["SlipSync", "SlipboxKit", "SlipHTTP", "SlipBase"]),
    // What validation found, for people and for other programs.
    .library(name: "SlipReports", targets: ["SlipReports", "SlipboxKit", "SlipBase"]),
    .executable(name: "slipconv", targets: ["slipconv"]),
  ],
  traits: [
    .trait(
      name: "Pictures", description: "Decoding pictures and making thumbnails: libpng, libjpeg and others."),
    .trait(name: "SQLite", description: "The index of notes, and other programs' SQLite files."),
    .trait(name: "HTTP", description: "Feeds over HTTP, by libcurl."),
    .trait(name: "TOML", description: "The configuration of validation, and mappings: toml++."),
    .trait(name: "Cabinets", description: "Notebooks that OneNote has packed: libmspack."),
    .trait(name: "Archives", description: "Packs, and documents and exports that are ZIP files, by libzip."),
    .trait(name: "Markdown", description: "Reading Markdown, by cmark-gfm."),
    .trait(name: "YAML", description: "Front matter of Markdown files, by libyaml."),
    .trait(name: "Encodings", description: "Guesses at the encoding of old texts, by uchardet."),
    .trait(name: "Folding", description: "Folding of case and marks by utf8proc; without it, by Foundation."),
    .default(enabledTraits: [
      "Pictures", "SQLite", "HTTP", "TOML", "Cabinets", "Archives", "Markdown", "YAML", "Encodings",
      "Folding",
    ]),
  ],
  dependencies: [
    // The command line: parsing, help, completions, manual page.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // Parses XML and validates it against an XSD, as a stream and with exact line numbers.
    system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
    // SHA-256 for fixity, hardware accelerated, SHA-1 for name-based UUIDs, and MD5, which other programs name files by. libzip
    // brings it in any case. swift-crypto compiles a copy of its own: an eighth of the time that the whole package takes.
    // Apple's systems have CryptoKit.
    system("CLibCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl"),
    // ZIP files: deterministic entries, Zip64, no extra field on `mimetype`.
    system("CLibZip", pkgConfig: "libzip", apt: "libzip-dev", brew: "libzip"),
    // What stands for libzip without it.
    .target(
      name: "CLibZipNone",
      cSettings: [.define("SLIP_ARCHIVES", .when(platforms: hosts, traits: ["Archives"]))]),
    // libzip deflates one entry after the other; with zlib we deflate on all cores. It also finds bytes
    // behind a deflate stream, which libzip doesn't report. libzip itself needs zlib, so this adds no new
    // dependency.
    system("CZLib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    // NFC and folding of case and marks, which FoundationEssentials lacks. All of Foundation makes a program four times as large.
    system("CUTF8Proc", pkgConfig: "libutf8proc", apt: "libutf8proc-dev", brew: "utf8proc"),
    // The index of notes and its full-text search, and SQLite files for other programs. GRDB would
    // bring all of Foundation, which makes the linked program four times as large, and ranking calls FTS5's own
    // interface in any case.
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    // Checksums for the pages of an index. SQLite's own extension for them (cksumvfs) is in no system's package.
    .target(
      name: "CSQLiteShims", dependencies: [.target(name: "CSQLite", condition: .when(traits: ["SQLite"]))],
      cSettings: [.define("SLIP_SQLITE", .when(traits: ["SQLite"]))]),
    // What stands for SQLite without the trait.
    .target(name: "CSQLiteNone", cSettings: [.define("SLIP_SQLITE", .when(traits: ["SQLite"]))]),
    // The front matter of Markdown files, which people write by hand in all of YAML's forms. Its events give scalars as
    // they are written, so that `no` and `2024-01-01` stay text.
    system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
    // The encoding of text that says nothing of it. It is Mozilla's detector with models of more than thirty languages, and what
    // editors, players and ebook programs use. ICU's own needs 30 MB of tables, and compact_enc_det has no releases and no package.
    system("CUchardet", pkgConfig: "uchardet", apt: "libuchardet-dev", brew: "uchardet"),
    // Feeds over HTTP. libcurl knows TLS, proxies and compression, and is on every system; async-http-client
    // would bring the whole of SwiftNIO and its TLS, some 200,000 lines to compile.
    // On Linux it is loaded when it is needed, so nothing links it; its headers are in libcurl4-openssl-dev. iOS and its like have
    // no libcurl: URLSession makes the requests there.
    .target(
      name: "CCurlShims",
      cSettings: [.define("SLIP_HTTP", .when(platforms: [.linux, .macOS], traits: ["HTTP"]))],
      linkerSettings: [.linkedLibrary("curl", .when(platforms: [.macOS], traits: ["HTTP"]))]),
    // GitHub Flavored Markdown by its reference implementation. The extensions have no pkg-config file of
    // their own, but are installed beside it; on Debian they are the package libcmark-gfm-extensions-dev.
    .systemLibrary(
      name: "CCMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]),
    // What stands for cmark-gfm without it.
    .target(name: "CCMarkGFMNone"),
    // Thumbnails. The codecs are called through CCodecShims, because they report errors with setjmp and
    // longjmp.
    system("CLibPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    system("CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
    // Pictures that not every browser shows, by the reference libraries of their formats. BMP has no
    // maintained one: a bitmap is rows behind a header, which Swift reads with every access checked, and
    // metafiles contain the same.
    system("CLibTIFF", pkgConfig: "libtiff-4", apt: "libtiff-dev", brew: "libtiff"),
    system("CLibWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
    system("CLibGIF", pkgConfig: "libgif", apt: "libgif-dev", brew: "giflib"),
    // WMF, EMF and PICT are converted to SVG in Swift. The existing libraries were tried on pictures of real
    // notes: libwmf 0.2.12 writes SVG that no browser accepts (no namespace, unescaped Latin-1), fills open
    // lines, and has no table of the Symbol font; libemf2svg 1.1 refuses a third of the pictures and drops
    // arcs; libmwaw leaves Symbol as it is. None has limits, and all are C or C++ that would read untrusted
    // bytes. ImageMagick and LibreOffice render with the fonts that are installed, so that the same file
    // gives different bytes on another machine.
    .target(
      name: "CCodecShims",
      dependencies: ["CLibPNG", "CLibJPEG", "CLibTIFF", "CLibGIF", "CLibWebP"].map {
        optional($0, trait: "Pictures")
      },
      cSettings: [.define("SLIP_PICTURES", .when(platforms: hosts, traits: ["Pictures"]))],
      // Some packages of giflib have no pkg-config file.
      linkerSettings: [.linkedLibrary("gif", .when(platforms: hosts, traits: ["Pictures"]))]),

    // Reads the configuration, which is TOML, and reports line and column of every key. toml++ is C++, so it
    // is called through CTOMLShims.
    system("CLibTOML", pkgConfig: "tomlplusplus", apt: "libtomlplusplus-dev", brew: "tomlplusplus"),
    .target(
      name: "CTOMLShims", dependencies: [optional("CLibTOML", trait: "TOML")],
      cxxSettings: [.define("SLIP_TOML", .when(platforms: hosts, traits: ["TOML"]))]),

    // Cabinets, which OneNote packs notebooks in, with LZX. libarchive reads them, too, but brings the libraries of ten other
    // packings.
    system("CLibMSPack", pkgConfig: "libmspack", apt: "libmspack-dev", brew: "libmspack"),
    .target(
      name: "CCabinetShims",
      dependencies: [optional("CLibMSPack", trait: "Cabinets")],
      cSettings: [.define("SLIP_CABINETS", .when(platforms: hosts, traits: ["Cabinets"]))]),

    // File-system calls that Swift's C library modules don't export, such as the exchange of two directories.
    .target(name: "CFileShims"),

    // Decodes and encodes hexadecimal digits with vector instructions.
    .target(name: "CHexShims"),
    // Searches for RTF's special characters with vector instructions.
    .target(name: "CScanShims"),

    // What all modules share, in parts: a reader of RTF needs neither hashes nor folded text nor Foundation.
    module("SlipCore", []),
    module(
      "SlipDigests",
      [
        "SlipCore",
        .target(name: "CLibCrypto", condition: .when(platforms: [.linux, .windows, .android])),
      ]),
    module(
      "SlipBase", ["SlipCore", "SlipDigests", optional("CUTF8Proc", trait: "Folding")],
      traits: [.define("SLIP_FOLDING", .when(platforms: hosts, traits: ["Folding"]))]),
    module("SlipFiles", ["SlipBase", "CFileShims"]),
    // HTTP for feeds: requests with retries, limits and validators.
    module("SlipHTTP", ["SlipBase", "SlipFiles", "CCurlShims"]),
    module("RTFSyntax", ["CScanShims"]),
    module("XMLSyntax", ["SlipCore", "CLibXML2"]),
    module(
      "ZipContainer",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", optional("CLibZip", trait: "Archives"), "CLibZipNone", "CZLib",
      ],
      traits: [.define("SLIP_ARCHIVES", .when(platforms: hosts, traits: ["Archives"]))]),
    // It needs ZipContainer for the packed bitmaps of StarView metafiles.
    // Without the trait, Apple's platforms decode with ImageIO.
    module(
      "ImageCodec", ["SlipBase", "RTFSyntax", "ZipContainer", "CCodecShims"],
      traits: [.define("SLIP_PICTURES", .when(platforms: hosts, traits: ["Pictures"]))]),
    module("SlipDocument", ["SlipCore"]),
    // Archives that programs on Apple's platforms put into their files, read without Apple's frameworks.
    module("AppleArchives", ["SlipBase", "XMLSyntax", "SlipDocument"]),
    // Compound files and what Outlook puts into them; text in old code pages is why it needs RTFSyntax.
    module("WindowsArchives", ["SlipBase", "RTFSyntax", "CCabinetShims"]),
    // The interpreter and its sinks stay in one module, so that the compiler can specialize it for each sink.
    module("SlipRTF", ["SlipCore", "RTFSyntax", "SlipDocument", "CHexShims"]),
    // RTF with files: RTFD, pictures as blobs, text that waits in temporary files.
    module(
      "SlipRTFD", ["SlipBase", "SlipFiles", "RTFSyntax", "ZipContainer", "SlipDocument", "SlipRTF"]),
    // Formats that are text. Nothing here opens a file.
    module(
      "SlipMarkup",
      [
        "SlipCore", "RTFSyntax", "XMLSyntax", "SlipDocument", "CScanShims",
        optional("CCMarkGFM", trait: "Markdown"), "CCMarkGFMNone", optional("CUchardet", trait: "Encodings"),
      ],
      traits: [
        .define("SLIP_MARKDOWN", .when(platforms: hosts, traits: ["Markdown"])),
        .define("SLIP_ENCODINGS", .when(platforms: hosts, traits: ["Encodings"])),
      ]),
    // What a program imports that only has to do with RTF: all of its types, HTML, Markdown and text.
    module("RTF", ["SlipCore", "SlipDocument", "SlipRTF", "SlipMarkup"]),
    // Dates, UUIDs, URLs and attributed strings of Foundation. The only module that needs all of it, and no other needs it.
    module("SlipboxFoundation", ["SlipCore", "SlipDocument"]),
    // Documents of word processors in ZIP files. Formulas, field instructions and the forms of list numbers are those of
    // RTF, which is why it needs SlipRTF.
    module(
      "SlipOffice",
      ["SlipBase", "RTFSyntax", "XMLSyntax", "ImageCodec", "ZipContainer", "SlipDocument", "SlipRTF"]),
    module(
      "SlipFormats",
      [
        "SlipBase", "XMLSyntax", "ImageCodec", "SlipDocument", "SlipRTF", "SlipRTFD", "SlipMarkup",
        "SlipOffice",
      ]),
    module("SlipNotes", ["SlipBase", "SlipDocument"]),
    module("SlipQuery", ["SlipBase", "SlipNotes", "CScanShims"]),
    // SQLite, and the index of a box, which lies outside of it.
    module(
      "SlipIndex",
      [
        "SlipBase", "SlipFiles", "SlipNotes", "SlipQuery", "CSQLiteShims", "CSQLiteNone",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
      ]),
    // SQLite files of other programs and for them.
    module(
      "SlipStores",
      [
        "SlipBase", "SlipFiles", "XMLSyntax", "ZipContainer", "SlipDocument", "AppleArchives", "SlipNotes",
        "SlipQuery", "SlipIndex",
      ],
      resources: [.embedInCode("../../Schemas/slipbox-export.sql")]),
    module(
      "SlipExchange",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", "ImageCodec", "ZipContainer", "SlipDocument", "SlipNotes",
        "SlipRTF", "SlipRTFD", "SlipMarkup", "SlipOffice", "SlipFormats", "SlipStores", "WindowsArchives",
      ]),
    // One folder a program that notes come from or go to.
    module(
      "SlipPrograms",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", "XMLSyntax", "ZipContainer", "SlipDocument",
        "AppleArchives", "WindowsArchives", "SlipNotes", "SlipRTF", "SlipRTFD", "SlipMarkup", "SlipFormats",
        "SlipIndex", "SlipStores", "SlipExchange", optional("CYAML", trait: "YAML"),
      ],
      traits: [.define("SLIP_YAML", .when(platforms: hosts, traits: ["YAML"]))]),
    module(
      "SlipBundle",
      [
        "SlipBase", "SlipFiles", "XMLSyntax", "ImageCodec", "ZipContainer", "SlipDocument", "SlipNotes",
        "SlipQuery", "SlipRTF", "SlipRTFD", "SlipFormats",
      ],
      resources: (1...8).map { .embedInCode("../../Schemas/slipbox-\($0).xsd") }),
    // A box as pages for browsers. Its scripts and style sheet are files of their own, which are compiled in.
    module(
      "SlipSite",
      [
        "SlipBase", "ImageCodec", "SlipDocument", "SlipRTF", "SlipFormats", "SlipNotes", "SlipQuery",
        "SlipExchange",
      ],
      resources: ["fold.js", "site.js", "box.js", "find.js", "one.js", "site.css", "one.css"].map {
        .embedInCode("Web/\($0)")
      }),
    module("SlipBatch", ["SlipBase", "SlipFiles", "SlipBundle"]),
    module(
      "SlipboxKit",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", "XMLSyntax", "ImageCodec", "ZipContainer", "SlipDocument",
        "SlipRTF", "SlipRTFD", "SlipOffice", "SlipFormats", "SlipNotes", "SlipQuery", "SlipIndex",
        "SlipStores",
        "SlipExchange", "SlipPrograms", "SlipBundle", "SlipSite", "SlipBatch", "CTOMLShims",
      ]),
    // The JSON form of a box, feeds, and two boxes brought to one state.
    module(
      "SlipSync",
      [
        "SlipBase", "SlipFiles", "SlipHTTP", "SlipDocument", "SlipRTF", "SlipFormats", "SlipNotes",
        "SlipExchange", "SlipBundle", "SlipboxKit",
      ]),
    // What validation found, for people and for other programs.
    module("SlipReports", ["SlipBase", "XMLSyntax", "SlipBundle", "SlipboxKit"]),
    // A box as a server of the Model Context Protocol.
    module(
      "SlipMCP", ["SlipBase", "SlipFormats", "SlipNotes", "SlipQuery", "SlipBundle", "SlipboxKit"]),
    .executableTarget(
      name: "slipconv",
      dependencies: [
        "SlipBase", "SlipFiles", "RTFSyntax", "SlipDocument", "SlipRTF", "SlipRTFD", "SlipFormats",
        "SlipNotes",
        "SlipExchange", "SlipPrograms",
        "SlipBundle", "SlipBatch", "SlipQuery", "SlipHTTP", "SlipboxKit", "SlipSync", "SlipReports",
        "SlipMCP", argumentParser,
      ],
      swiftSettings: settings),

    .target(
      name: "SlipTestSupport",
      dependencies: ["SlipBase", "SlipDocument", "SlipFormats", "SlipNotes", "SlipQuery"],
      path: "Tests/SlipTestSupport",
      swiftSettings: settings),
    // The bodies of the fuzzers, which a package of their own runs with libFuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "AppleArchives", "ImageCodec", "RTFSyntax", "SlipBase", "SlipBundle", "SlipDocument", "SlipExchange",
        "SlipFiles", "SlipFormats", "SlipNotes", "SlipPrograms", "SlipQuery", "SlipRTF", "SlipRTFD",
        "SlipStores",
        "WindowsArchives",
      ],
      path: "Tests/Fuzz/Sources/FuzzTargets"),
    tests("Fuzz", ["FuzzTargets"]),
    tests("SlipBase", ["SlipBase", "SlipCore", "SlipFiles"]),
    tests("SlipFiles", ["SlipFiles", "SlipBase"]),
    tests("SlipHTTP", ["SlipHTTP", "SlipFiles", "SlipBase"]),
    tests("RTFSyntax", ["RTFSyntax", "SlipBase"]),
    tests("XMLSyntax", ["XMLSyntax", "SlipBase"]),
    tests("ImageCodec", ["ImageCodec", "XMLSyntax", "SlipBase"]),
    tests("ZipContainer", ["ZipContainer", "SlipFiles", "SlipBase"]),
    tests("SlipDocument", ["SlipDocument", "SlipBase"]),
    tests("AppleArchives", ["AppleArchives", "SlipDocument", "SlipBase"]),
    tests("WindowsArchives", ["WindowsArchives", "SlipBase"]),
    tests("SlipOffice", ["SlipOffice", "SlipDocument", "SlipRTF", "SlipRTFD", "SlipBase"]),
    tests(
      "SlipRTF",
      [
        "SlipRTF", "SlipRTFD", "SlipFormats", "SlipMarkup", "SlipFiles", "RTFSyntax", "SlipDocument",
        "SlipBase",
      ]),
    tests(
      "SlipFormats",
      [
        "SlipFormats", "SlipMarkup", "SlipFiles", "SlipRTF", "SlipRTFD", "RTFSyntax", "SlipDocument",
        "SlipBase", "ZipContainer",
      ]),
    tests("SlipNotes", ["SlipNotes", "SlipDocument", "SlipBase"]),
    tests("SlipIndex", ["SlipIndex", "SlipQuery", "SlipNotes", "SlipFiles", "SlipBase"]),
    tests(
      "SlipStores",
      ["SlipStores", "SlipIndex", "SlipDocument", "SlipQuery", "SlipNotes", "SlipFiles", "SlipBase"]),
    tests("SlipQuery", ["SlipQuery", "SlipNotes", "SlipBase"]),
    tests(
      "SlipExchange",
      [
        "SlipExchange", "SlipNotes", "SlipFormats", "SlipRTF", "SlipRTFD", "SlipDocument", "SlipFiles",
        "SlipBase",
      ]),
    tests(
      "SlipPrograms",
      [
        "SlipboxKit", "SlipPrograms", "SlipExchange", "SlipIndex", "SlipStores", "SlipNotes", "SlipFormats",
        "SlipMarkup", "SlipRTF", "SlipRTFD", "SlipDocument", "SlipFiles", "WindowsArchives", "SlipBase",
      ]),
    tests(
      "SlipBundle",
      [
        "SlipBundle", "SlipNotes", "SlipDocument", "SlipRTF", "SlipRTFD", "SlipFormats", "ImageCodec",
        "XMLSyntax",
        "ZipContainer",
        "SlipFiles", "SlipBase",
      ]),
    tests(
      "SlipSite",
      [
        "SlipSite", "SlipExchange", "SlipQuery", "SlipNotes", "SlipFormats", "SlipRTF", "SlipRTFD",
        "SlipDocument",
        "SlipBase",
      ]),
    tests("SlipBatch", ["SlipBatch", "SlipBundle", "SlipFiles", "SlipBase"]),
    tests(
      "SlipboxKit",
      [
        "SlipBatch", "SlipboxKit", "SlipSync", "SlipReports", "SlipBundle", "SlipNotes", "SlipExchange",
        "SlipPrograms", "SlipIndex", "SlipStores",
        "SlipFormats",
        "SlipFiles", "SlipHTTP", "SlipQuery", "SlipBase",
      ]),
    tests("SlipMCP", ["SlipMCP", "SlipboxKit", "SlipNotes", "SlipBase"]),
    tests("SlipboxFoundation", ["SlipboxFoundation", "RTF"]),
    tests("slipconv", ["slipconv", "SlipboxKit", "SlipBatch", "SlipBase"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

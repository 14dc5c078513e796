// swift-tools-version: 6.1
import PackageDescription

// Targets are listed lowest layer first, and a target depends only on targets above it.
// Scripts/test builds with `--explicit-target-dependency-import-check error` to enforce this.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func module(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies + ["SlipTestSupport"],
    swiftSettings: settings)
}

func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "slipbox",
  platforms: [.macOS(.v15)],
  products: [
    // The modules beside it have the types that its own functions take and return; the first five come with it.
    .library(
      name: "SlipboxKit",
      targets: [
        "SlipboxKit", "SlipBase", "SlipNotes", "SlipQuery", "SlipDocument", "SlipBundle", "SlipFormats",
        "SlipExchange", "SlipBatch", "SlipHTTP", "SlipFiles",
      ]),
    .library(name: "RTFSyntax", targets: ["RTFSyntax"]),
    .library(name: "SlipFormats", targets: ["SlipFormats", "SlipRTF", "SlipDocument", "SlipBase"]),
    .library(name: "ImageCodec", targets: ["ImageCodec", "SlipBase"]),
    .library(name: "SlipBundle", targets: ["SlipBundle", "SlipFiles", "SlipBase"]),
    .library(name: "SlipNotes", targets: ["SlipNotes", "SlipDocument", "SlipBase"]),
    .library(name: "SlipQuery", targets: ["SlipQuery", "SlipNotes", "SlipBase"]),
    .library(name: "AppleArchives", targets: ["AppleArchives", "SlipDocument", "SlipBase"]),
    .library(name: "WindowsArchives", targets: ["WindowsArchives", "SlipBase"]),
    .library(name: "SlipExchange", targets: ["SlipExchange", "SlipDocument", "SlipBase"]),
    .library(name: "SlipPrograms", targets: ["SlipPrograms", "SlipExchange", "SlipBase"]),
    .library(name: "SlipStore", targets: ["SlipStore", "SlipDocument", "SlipBase"]),
    .executable(name: "slipconv", targets: ["slipconv"]),
  ],
  dependencies: [
    // SHA-256 for fixity, hardware accelerated, and SHA-1 for name-based UUIDs.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    // The command line: parsing, help, completions, manual page.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Parses XML and validates it against an XSD, as a stream and with exact line numbers.
    system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
    // ZIP files: deterministic entries, Zip64, no extra field on `mimetype`.
    system("CLibZip", pkgConfig: "libzip", apt: "libzip-dev", brew: "libzip"),
    // libzip deflates one entry after the other; with zlib we deflate on all cores. It also finds bytes
    // behind a deflate stream, which libzip doesn't report. libzip itself needs zlib, so this adds no new
    // dependency.
    system("CZLib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    // NFC and folding of case and marks, which FoundationEssentials lacks.
    system("CUTF8Proc", pkgConfig: "libutf8proc", apt: "libutf8proc-dev", brew: "utf8proc"),
    // The index of notes and its full-text search, and SQLite files for other programs. GRDB would
    // bring all of Foundation, which makes the linked program four times as large, and ranking calls FTS5's own
    // interface in any case.
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    // Checksums for the pages of an index. SQLite's own extension for them (cksumvfs) is in no system's package.
    .target(name: "CSQLiteShims", dependencies: ["CSQLite"]),
    // The front matter of Markdown files, which people write by hand in all of YAML's forms. Its events give scalars as
    // they are written, so that `no` and `2024-01-01` stay text.
    system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
    // Feeds over HTTP. libcurl knows TLS, proxies and compression, and is on every system; async-http-client
    // would bring the whole of SwiftNIO and its TLS, some 200,000 lines to compile.
    // On Linux it is loaded when it is needed, so nothing links it; its headers are in libcurl4-openssl-dev.
    .target(
      name: "CCurlShims", linkerSettings: [.linkedLibrary("curl", .when(platforms: [.macOS]))]),
    // GitHub Flavored Markdown by its reference implementation. The extensions have no pkg-config file of
    // their own, but are installed beside it; on Debian they are the package libcmark-gfm-extensions-dev.
    .systemLibrary(
      name: "CCMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]),
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
      name: "CCodecShims", dependencies: ["CLibPNG", "CLibJPEG", "CLibTIFF", "CLibGIF", "CLibWebP"],
      // Some packages of giflib have no pkg-config file.
      linkerSettings: [.linkedLibrary("gif")]),

    // Reads the configuration, which is TOML, and reports line and column of every key. toml++ is C++, so it
    // is called through CTOMLShims.
    system("CLibTOML", pkgConfig: "tomlplusplus", apt: "libtomlplusplus-dev", brew: "tomlplusplus"),
    .target(name: "CTOMLShims", dependencies: ["CLibTOML"]),

    // File-system calls that Swift's C library modules don't export, such as the exchange of two directories.
    .target(name: "CFileShims"),

    // Decodes and encodes hexadecimal digits with vector instructions.
    .target(name: "CHexShims"),
    // Searches for RTF's special characters with vector instructions.
    .target(name: "CScanShims"),

    module("SlipBase", [crypto, "CUTF8Proc"]),
    module("SlipFiles", ["SlipBase", "CFileShims"]),
    // HTTP for feeds: requests with retries, limits and validators.
    module("SlipHTTP", ["SlipBase", "SlipFiles", "CCurlShims"]),
    module("RTFSyntax", ["SlipBase", "CScanShims"]),
    module("XMLSyntax", ["SlipBase", "CLibXML2"]),
    module("ZipContainer", ["SlipBase", "SlipFiles", "RTFSyntax", "CLibZip", "CZLib"]),
    // It needs ZipContainer for the packed bitmaps of StarView metafiles.
    module("ImageCodec", ["SlipBase", "RTFSyntax", "ZipContainer", "CCodecShims"]),
    module("SlipDocument", ["SlipBase"]),
    // Archives that programs on Apple's platforms put into their files, read without Apple's frameworks.
    module("AppleArchives", ["SlipBase", "XMLSyntax", "SlipDocument"]),
    // Compound files and what Outlook puts into them; text in old code pages is why it needs RTFSyntax.
    module("WindowsArchives", ["SlipBase", "RTFSyntax"]),
    // The interpreter and its sinks stay in one module, so that the compiler can specialize it for each sink.
    module(
      "SlipRTF",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", "ImageCodec", "ZipContainer", "SlipDocument", "CHexShims",
      ]),
    // Documents of word processors in ZIP files. Formulas, field instructions and the forms of list numbers are those of
    // RTF, which is why it needs SlipRTF.
    module(
      "SlipOffice",
      ["SlipBase", "RTFSyntax", "XMLSyntax", "ImageCodec", "ZipContainer", "SlipDocument", "SlipRTF"]),
    module(
      "SlipFormats",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", "XMLSyntax", "ImageCodec", "SlipDocument", "SlipRTF",
        "SlipOffice", "CCMarkGFM",
      ]),
    module("SlipNotes", ["SlipBase", "SlipDocument"]),
    module("SlipQuery", ["SlipBase", "SlipNotes", "CScanShims"]),
    module(
      "SlipStore",
      [
        "SlipBase", "SlipFiles", "XMLSyntax", "ZipContainer", "SlipDocument", "AppleArchives", "SlipNotes",
        "SlipQuery", "CSQLite", "CSQLiteShims",
      ],
      resources: [.embedInCode("../../Schemas/slipbox-export.sql")]),
    module(
      "SlipExchange",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", "XMLSyntax", "ImageCodec", "ZipContainer", "SlipDocument",
        "SlipNotes", "SlipRTF", "SlipOffice", "SlipFormats", "SlipStore",
      ]),
    // One folder a program that notes come from or go to.
    module(
      "SlipPrograms",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", "XMLSyntax", "ImageCodec", "ZipContainer", "SlipDocument",
        "AppleArchives", "WindowsArchives", "SlipNotes", "SlipRTF", "SlipFormats", "SlipStore",
        "SlipExchange", "CYAML",
      ]),
    module(
      "SlipBundle",
      [
        "SlipBase", "SlipFiles", "XMLSyntax", "ImageCodec", "ZipContainer", "SlipDocument", "SlipNotes",
        "SlipQuery", "SlipRTF", "SlipFormats",
      ],
      resources: (1...6).map { .embedInCode("../../Schemas/slipbox-\($0).xsd") }),
    // A box as pages for browsers. Its scripts and style sheet are files of their own, which are compiled in.
    module(
      "SlipSite",
      [
        "SlipBase", "ImageCodec", "SlipDocument", "SlipFormats", "SlipNotes", "SlipQuery", "SlipExchange",
      ],
      resources: ["fold.js", "site.js", "box.js", "find.js", "one.js", "site.css", "one.css"].map {
        .embedInCode("Web/\($0)")
      }),
    module("SlipBatch", ["SlipBase", "SlipFiles", "SlipBundle"]),
    module(
      "SlipboxKit",
      [
        "SlipBase", "SlipFiles", "RTFSyntax", "XMLSyntax", "ImageCodec", "ZipContainer", "SlipDocument",
        "SlipRTF",
        "SlipOffice", "SlipFormats", "SlipNotes", "SlipQuery", "SlipStore", "SlipExchange", "SlipPrograms",
        "SlipBundle",
        "SlipSite", "SlipBatch",
        "SlipHTTP",
        "CTOMLShims",
      ]),
    .executableTarget(
      name: "slipconv",
      dependencies: [
        "SlipBase", "SlipFiles", "RTFSyntax", "SlipDocument", "SlipRTF", "SlipFormats", "SlipNotes",
        "SlipExchange", "SlipPrograms",
        "SlipBundle", "SlipBatch", "SlipQuery", "SlipHTTP", "SlipboxKit",
        argumentParser,
      ],
      swiftSettings: settings),

    .target(
      name: "SlipTestSupport", dependencies: ["SlipBase", "SlipDocument", "SlipFormats"],
      path: "Tests/SlipTestSupport",
      swiftSettings: settings),
    // The bodies of the fuzzers, which a package of their own runs with libFuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "AppleArchives", "ImageCodec", "RTFSyntax", "SlipBase", "SlipBundle", "SlipDocument", "SlipExchange",
        "SlipFiles", "SlipFormats", "SlipNotes", "SlipPrograms", "SlipQuery", "SlipRTF", "SlipStore",
        "WindowsArchives",
      ],
      path: "Tests/Fuzz/Sources/FuzzTargets"),
    tests("Fuzz", ["FuzzTargets"]),
    tests("SlipBase", ["SlipBase", "SlipFiles"]),
    tests("SlipFiles", ["SlipFiles", "SlipBase"]),
    tests("SlipHTTP", ["SlipHTTP", "SlipFiles", "SlipBase"]),
    tests("RTFSyntax", ["RTFSyntax", "SlipBase"]),
    tests("XMLSyntax", ["XMLSyntax", "SlipBase"]),
    tests("ImageCodec", ["ImageCodec", "XMLSyntax", "SlipBase"]),
    tests("ZipContainer", ["ZipContainer", "SlipFiles", "SlipBase"]),
    tests("SlipDocument", ["SlipDocument", "SlipBase"]),
    tests("AppleArchives", ["AppleArchives", "SlipDocument", "SlipBase"]),
    tests("WindowsArchives", ["WindowsArchives", "SlipBase"]),
    tests("SlipOffice", ["SlipOffice", "SlipDocument", "SlipRTF", "SlipBase"]),
    tests("SlipFormats", ["SlipFormats", "SlipRTF", "RTFSyntax", "SlipDocument", "SlipBase"]),
    tests("SlipNotes", ["SlipNotes", "SlipDocument", "SlipBase"]),
    tests("SlipStore", ["SlipStore", "SlipDocument", "SlipQuery", "SlipNotes", "SlipFiles", "SlipBase"]),
    tests("SlipQuery", ["SlipQuery", "SlipNotes", "SlipBase"]),
    tests(
      "SlipExchange",
      [
        "SlipExchange", "SlipNotes", "SlipFormats", "SlipRTF", "SlipDocument", "SlipFiles", "SlipBase",
      ]),
    tests(
      "SlipPrograms",
      [
        "SlipPrograms", "SlipExchange", "SlipStore", "SlipNotes", "SlipFormats", "SlipRTF", "SlipDocument",
        "SlipFiles", "WindowsArchives", "SlipBase",
      ]),
    tests(
      "SlipBundle",
      [
        "SlipBundle", "SlipNotes", "SlipDocument", "SlipRTF", "SlipFormats", "ImageCodec", "XMLSyntax",
        "ZipContainer",
        "SlipFiles", "SlipBase",
      ]),
    tests(
      "SlipSite",
      [
        "SlipSite", "SlipExchange", "SlipQuery", "SlipNotes", "SlipFormats", "SlipRTF", "SlipDocument",
        "SlipBase",
      ]),
    tests("SlipBatch", ["SlipBatch", "SlipBundle", "SlipFiles", "SlipBase"]),
    tests(
      "SlipboxKit",
      [
        "SlipBatch", "SlipboxKit", "SlipBundle", "SlipNotes", "SlipExchange", "SlipPrograms", "SlipStore",
        "SlipFormats",
        "SlipFiles", "SlipHTTP", "SlipQuery", "SlipBase",
      ]),
    tests("slipconv", ["slipconv", "SlipboxKit", "SlipBase"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

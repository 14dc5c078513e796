// swift-tools-version: 6.1
import PackageDescription

// One executable for each parser. README.md says how to build and run them.

func fuzzer(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzSupport"] + products.map { .product(name: $0, package: "slipbox") },
    linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))])
}

/// A fuzzer of sources of notes.
func sourceFuzzer(_ name: String) -> Target {
  let target = fuzzer(name, "SlipPrograms")
  target.dependencies.append("FuzzSourceSupport")
  return target
}

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "slipbox", path: "../..")],
  targets: [
    .target(name: "FuzzDriver"),
    .target(name: "FuzzSupport", dependencies: ["FuzzDriver"]),
    .target(
      name: "FuzzSourceSupport",
      dependencies: ["FuzzSupport", .product(name: "SlipPrograms", package: "slipbox")]),
    fuzzer("FuzzAppleNotes", "SlipStore"),
    fuzzer("FuzzArchive", "AppleArchives"),
    fuzzer("FuzzHTML", "SlipFormats"),
    fuzzer("FuzzImage", "ImageCodec"),
    sourceFuzzer("FuzzKeyNote"),
    fuzzer("FuzzMarkdown", "SlipFormats"),
    fuzzer("FuzzManifest", "SlipBundle"),
    fuzzer("FuzzModel", "SlipStore"),
    fuzzer("FuzzOffice", "SlipFormats"),
    fuzzer("FuzzOpenDocument", "SlipFormats"),
    fuzzer("FuzzOutlook", "WindowsArchives"),
    fuzzer("FuzzPatcher", "SlipFormats"),
    fuzzer("FuzzPlainText", "SlipFormats"),
    sourceFuzzer("FuzzPrograms"),
    fuzzer("FuzzQuery", "SlipQuery"),
    fuzzer("FuzzReader", "SlipFormats"),
    fuzzer("FuzzRTFD", "SlipFormats"),
    sourceFuzzer("FuzzSource"),
    fuzzer("FuzzTokenizer", "RTFSyntax"),
    fuzzer("FuzzTypedStream", "AppleArchives"),
    fuzzer("FuzzWebPicture", "ImageCodec"),
    fuzzer("FuzzZip", "SlipBundle"),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1
import PackageDescription

// One executable a parser; see README.md for how to build and run them.

func fuzzer(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzDriver"] + products.map { .product(name: $0, package: "slipbox") },
    linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))])
}

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "slipbox", path: "../..")],
  targets: [
    .target(name: "FuzzDriver"),
    fuzzer("FuzzHTML", "SlipFormats"),
    fuzzer("FuzzImage", "ImageCodec"),
    fuzzer("FuzzMarkdown", "SlipFormats"),
    fuzzer("FuzzZip", "SlipBundle"),
    fuzzer("FuzzManifest", "SlipBundle"),
  ],
  swiftLanguageModes: [.v6]
)

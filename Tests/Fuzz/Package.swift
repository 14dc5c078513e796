// swift-tools-version: 6.1
import PackageDescription

// The fuzzers of all parsers in one program. README.md says how to build and run it.

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "slipbox", path: "../..")],
  targets: [
    .target(name: "FuzzDriver"),
    // The package has these sources, too: its tests give each target some inputs.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "AppleArchives", "ImageCodec", "RTFSyntax", "SlipBundle", "SlipFormats", "SlipPrograms", "SlipQuery",
        "SlipStores", "WindowsArchives",
      ].map { .product(name: $0, package: "slipbox") }),
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzDriver", "FuzzTargets"],
      linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]),
  ],
  swiftLanguageModes: [.v6]
)

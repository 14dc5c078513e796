// swift-tools-version: 6.1
import PackageDescription

// One small program for each product, as another package would use it. `swift build` here builds them as such a package;
// `Scripts/check-packages` compiles them against the modules that a build of Slipbox has made already, which is faster.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

func example(_ name: String, _ products: String..., targets: [String] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: products.map { .product(name: $0, package: "slipbox") } + targets.map { .target(name: $0) },
    swiftSettings: settings)
}

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "slipbox", path: "..")],
  targets: [
    example("RTFExample", "RTF"),
    example("TextOfRTFExample", "SlipRTF"),
    example("RTFSyntaxExample", "RTFSyntax"),
    example("FormatsExample", "SlipFormats"),
    example("ImageExample", "ImageCodec"),
    example("NotesExample", "SlipNotes"),
    example("QueryExample", "SlipQuery"),
    example("BundleExample", "SlipBundle"),
    example("ArchivesExample", "AppleArchives", "WindowsArchives"),
    example("ProgramsExample", "SlipExchange", "SlipPrograms", "SlipStores"),
    example("KitExample", "SlipboxKit"),
    example("FoundationExample", "SlipboxFoundation", "RTF"),
    example("ModelsExample", "SlipboxKit", "SlipboxFoundation"),
    .target(name: "StubUI"),
    example("AppExample", "SlipboxKit", "SlipboxFoundation", targets: ["StubUI"]),
  ],
  swiftLanguageModes: [.v6]
)

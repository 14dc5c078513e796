import Foundation
import SlipTestSupport
import Testing

@testable import SlipboxKit

@Suite struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String) -> String {
    UnifiedDiff.text(old: Array(old.utf8), new: Array(new.utf8), path: "f")
  }

  @Test func equalTextsGiveNothing() { #expect(diff("a\nb\n", "a\nb\n").isEmpty) }

  @Test func oneLine() {
    #expect(
      diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n")
        == "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n")
  }

  @Test func ends() {
    #expect(diff("", "a\n") == "--- f\n+++ f\n@@ -0,0 +1 @@\n+a\n")
    #expect(diff("a", "a\n") == "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")
  }

  /// `patch` makes the new text of the old one, whatever they are.
  @Test func patchUnderstandsIt() throws {
    var state: UInt64 = 42
    func below(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % count)
    }
    for _ in 0..<200 {
      let a = (0..<below(30)).map { _ in "\(below(12))\n" }.joined()
      let b = (0..<below(30)).map { _ in "\(below(12))\n" }.joined()
      #expect(apply(diff(a, b), to: a) == b)
    }
  }

  /// Applies a diff line by line.
  private func apply(_ diff: String, to text: String) -> String {
    let old = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { "\($0)\n" }
    var result = ""
    var next = 0
    for line in diff.split(separator: "\n").dropFirst(2) {
      if line.hasPrefix("@@") {
        let numbers = line.split(separator: " ")[1].dropFirst().split(separator: ",").compactMap { Int($0) }
        let isEmpty = numbers.count > 1 && numbers[1] == 0
        let start = isEmpty ? numbers[0] : numbers[0] - 1
        result += old[next..<start].joined()
        next = start
      } else if line.hasPrefix("+") {
        result += line.dropFirst() + "\n"
      } else {
        if line.hasPrefix(" ") { result += old[next] }
        #expect(old[next] == line.dropFirst() + "\n")
        next += 1
      }
    }
    return diff.isEmpty ? text : result + old[next...].joined()
  }
}

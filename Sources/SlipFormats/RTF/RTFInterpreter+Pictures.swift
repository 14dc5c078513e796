internal import RTFSyntax

/// Forms of picture data that some writers have.
extension RTFInterpreter {
  /// `{\pict …{\bin…}}`: the data has a group of its own.
  mutating func binaryData(_ token: Token) {
    if group.opening == .nothing, !groups.isEmpty, groups[groups.count - 1].opening == .shapePicture,
      isWord("\\bin", at: group.start + 1, before: token.offset), tokenizer.skipGroup()
    {
      closeGroup(tokenizer.position - 1)
    }
    pictureData(token)
  }

  private func isWord(_ word: StaticString, at start: Int, before end: Int) -> Bool {
    guard start + word.utf8CodeUnitCount < end else { return false }
    return word.withUTF8Buffer { $0.enumerated().allSatisfy { byte(start + $0.offset) == $0.element } }
  }
}

package import SlipBase
internal import SlipBundle

/// Does once more what fails because a writer replaced the bundle meanwhile: the new version serves as well.
///
/// After some attempts the error stands, so that a busy writer can't keep a reader for ever.
package func retryingWhenReplaced<R>(_ body: () throws(SlipError) -> R) throws(SlipError) -> R {
  var attemptsLeft = 4
  while true {
    attemptsLeft -= 1
    do throws(SlipError) {
      return try body()
    } catch {
      guard error.code == ContainerFault.replacedMeanwhile, attemptsLeft > 0 else { throw error }
    }
  }
}

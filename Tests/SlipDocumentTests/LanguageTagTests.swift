import SlipDocument
import Testing

@Suite struct LanguageTagTests {
  @Test(
    "Tags get their usual spelling",
    arguments: [
      ("de", "de"), ("EN_us", "en-US"), ("de_DE.UTF-8", "de-DE"), ("ca_ES@valencia", "ca-ES"),
      ("ZH-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"), ("sl-rozaj-biske", "sl-rozaj-biske"),
      ("de-CH-1996", "de-CH-1996"), ("en-x-private", "en-x-private"), ("en-u-ca-gregory", "en-u-ca-gregory"),
      ("x-lcid-7F", "x-lcid-7f"), (" fr ", "fr"), ("zh-cmn", "zh-cmn"),
    ])
  func valid(text: String, tag: String) {
    #expect(LanguageTag.valid(text) == tag)
    // A tag in its usual spelling stays as it is.
    #expect(LanguageTag.valid(tag) == tag)
  }

  @Test(
    "What is no tag is none",
    arguments: [
      "", "-", "C", "POSIX", "German", "xx-invalid!", "de--DE", "en-", "en us", "d1", "de-DE-x", "en-a", "x",
      "en-123456789",
      "deutsch",
    ])
  func invalid(text: String) {
    #expect(LanguageTag.valid(text) == nil)
  }
}

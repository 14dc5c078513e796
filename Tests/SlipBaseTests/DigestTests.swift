import SlipBase
import Testing

@Suite struct DigestTests {
  @Test func knownAnswer() {
    // FIPS 180-4, appendix: "abc".
    let digest = Digest(of: Array("abc".utf8))
    #expect(digest.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Digest(hex: digest.hex) == digest)
    #expect(Digest(hex: digest.hex.dropLast()) == nil)
    #expect(Digest(hex: digest.hex.uppercased()) == nil)
  }

  @Test func piecesGiveTheSame() {
    var digester = Digester()
    for byte in "abc".utf8 { [byte].withUnsafeBytes { digester.update($0) } }
    #expect(digester.length == 3)
    #expect(digester.finish() == Digest(of: Array("abc".utf8)))
  }
}

@Suite struct UniqueIDTests {
  @Test func nameBased() throws {
    // RFC 9562, appendix A.4.
    let dns = try #require(UniqueID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    #expect(
      UniqueID(namespace: dns, name: "www.example.com").description == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    #expect(UniqueID("6BA7B810-9DAD-11D1-80B4-00C04FD430C8") == dns)
    #expect(UniqueID("6ba7b810-9dad-11d1-80b4-00c04fd430c") == nil)
  }
}

@Suite struct TimestampTests {
  @Test(arguments: [
    "1970-01-01T00:00:00Z", "2024-02-29T23:59:59.123456Z", "1969-12-31T23:59:59.5Z", "0001-03-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ]) func roundTrip(text: String) throws {
    #expect(try #require(Timestamp(rfc3339: text)).rfc3339 == text)
  }

  @Test func offsets() {
    #expect(Timestamp(rfc3339: "2024-01-01T01:00:00+02:30")?.rfc3339 == "2023-12-31T22:30:00Z")
    for bad in ["2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01", "2024-01-01T00:00:00", ""] {
      #expect(Timestamp(rfc3339: bad) == nil)
    }
  }
}

@Suite struct TextFoldingTests {
  @Test func folding() {
    #expect(TextFolding.nfc("e\u{301}").utf8.elementsEqual("é".utf8))
    #expect(TextFolding.caseFolded("STRASSE") == TextFolding.caseFolded("straße"))
    #expect(TextFolding.caseAndMarkFolded("Éclair") == "eclair")
  }
}

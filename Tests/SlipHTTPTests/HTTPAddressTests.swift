import SlipBase
@testable import SlipHTTP
import Testing

/// Addresses of the web.
@Suite struct HTTPAddressTests {
  /// The examples of RFC 3986, section 5.4, as far as they stay on the web.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("%2e%2E/g", "http://a/b/g"),
  ])
  func referencesAreResolved(reference: String, url: String) throws {
    let base = try #require(HTTPAddress("http://a/b/c/d;p?q"))
    #expect(base.resolve(reference)?.url == url)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://a/b", "http://", "http:/a", "http://a:0/", "http://a:x/", "http://a/ b",
    "http://a/\n", "mailto:a", "http://a\\b", "",
  ])
  func otherTextsAreNoAddresses(text: String) { #expect(HTTPAddress(text) == nil) }

  @Test func secretsAreNotShown() throws {
    let address = try #require(HTTPAddress("https://ada:geheim@Example.ORG:8443/x?token=geheim"))
    #expect(address.display == "https://example.org:8443/x")
    #expect(address.url.contains("geheim"))
    #expect(address.appending("a/b ü..").display == "https://example.org:8443/x/a%2Fb%20%C3%BC..")
    #expect(
      address.appending("..").display == "https://example.org:8443/x/%2E%2E"
        || address.appending("..").path == "/")
  }

  @Test(arguments: [
    ("http://a/x", "http://a/y", true), ("http://a/x", "https://a/y", true),
    ("https://a/x", "http://a/y", false),
    ("http://a/x", "http://b/y", false), ("http://a/x", "http://a:81/y", false),
  ])
  func redirectsStayOnTheHost(from: String, to: String, isAllowed: Bool) throws {
    #expect(try #require(HTTPAddress(from)).mayLead(to: try #require(HTTPAddress(to))) == isAllowed)
  }

  @Test func headersAreReadAndFaultsDontShowThem() throws {
    let read = try HTTPHeaders.read("# x\nAuthorization: Bearer  a:b\n\nX-Y:z\n", from: "f")
    #expect(read.map(\.0) == ["Authorization", "X-Y"] && read.map(\.1) == ["Bearer  a:b", "z"])
    for text in ["geheim", "geh eim: x", ": geheim", "a: b\u{0}geheim"] {
      do {
        _ = try HTTPHeaders.read(text, from: "f")
        Issue.record("accepted")
      } catch { #expect(!error.description.contains("geheim")) }
    }
  }
}

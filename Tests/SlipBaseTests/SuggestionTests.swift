import SlipBase
import Testing

@Suite struct SuggestionTests {
  @Test func wordsThatResembleAnotherAreFound() {
    #expect(Suggestion.nearest(to: "favourite", among: ["folder", "favorite", "title"]) == "favorite")
    #expect(Suggestion.nearest(to: "x", among: ["folder", "favorite"]) == nil)
    #expect(Suggestion.near("kitten", among: ["sitting", "kitchen", "mitten"]) == ["mitten", "kitchen"])
    #expect(Suggestion.near("", among: ["list"]).isEmpty)
  }
}

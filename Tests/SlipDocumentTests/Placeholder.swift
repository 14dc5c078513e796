// filled by the document tests

import FuzzSupport
import SlipStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Any bytes, as an archive and as a packed one: a list of entities, or none.
let result = fuzz { bytes in
  let bytes = Array(bytes)
  _ = StoreParts.entities(ofModel: bytes, isPacked: false)
  _ = StoreParts.entities(ofModel: bytes, isPacked: true)
}
exit(result)

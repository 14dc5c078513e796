import FuzzDriver
import FuzzTargets

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Runs libFuzzer for a target:   Fuzz TARGET [option of libFuzzer | folder | file …]
//   Fuzz --list     name, dictionary, longest input, whether leaks are looked for, seeds of each target

/// What is run with each input. libFuzzer's callback is a C function, which can't carry it.
nonisolated(unsafe) private var current: (UnsafeRawBufferPointer) -> Void = { _ in }

if CommandLine.arguments.dropFirst().first == "--list" {
  for target in FuzzTarget.all {
    print(
      target.name, target.dictionary, target.longest, target.findsLeaks ? 1 : 0,
      target.seeds.joined(separator: " "))
  }
  exit(0)
}
guard let name = CommandLine.arguments.dropFirst().first,
  let target = FuzzTarget.all.first(where: { $0.name == name })
else {
  print("fuzz: no target \(CommandLine.arguments.dropFirst().first ?? "")")
  exit(2)
}
current = target.run
// libFuzzer gets the arguments without the name of the target.
let arguments = CommandLine.unsafeArgv
arguments[1] = arguments[0]
exit(
  slip_fuzz(CommandLine.argc - 1, arguments + 1) { data, size in
    current(UnsafeRawBufferPointer(start: data, count: size))
    return 0
  })

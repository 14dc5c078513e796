internal import SlipBase
internal import SlipBundle

/// One migration at work.
struct MigrationRun {
  let request: MigrationRequest

  init(_ request: MigrationRequest) { self.request = request }

  func plan() throws(SlipError) -> MigrationPlan {
    throw SlipError(.cannotDo, "Migrations can't be planned yet.")
  }

  func run(progress: Progress) throws(SlipError) -> MigrationReport {
    throw SlipError(.cannotDo, "Migrations can't be run yet.")
  }
}

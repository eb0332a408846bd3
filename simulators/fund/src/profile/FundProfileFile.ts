import { CannotStart, DataFolder, replaceFile, SimulatorAddress } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { PlayedFund } from "../PlayedFund.ts"
import { fundProfileOf, fundProfileText } from "./fundProfile.ts"

/** Where the profile lies, for `admin fund load`. */
export const profileFileOf = (folder: DataFolder["Service"]): string => folder.file("fund-profile.json")

/** Writes the profile of the played fund, as it is reached now; before the simulator says that it is ready. */
export const FundProfileFile = Layer.effectDiscard(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const fund = yield* PlayedFund
    const { caFile, url } = yield* SimulatorAddress
    const file = profileFileOf(yield* DataFolder)
    const ca = caFile === undefined ? undefined : yield* fs.readFileString(caFile)
    yield* replaceFile(file, fundProfileText(fundProfileOf(fund, { ca, url })), 0o644)
  }).pipe(
    Effect.catchTag(
      "PlatformError",
      (error) => new CannotStart({ sentence: `Can't write the fund profile: ${error.message}` })
    )
  )
)

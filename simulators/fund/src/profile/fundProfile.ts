import type { FundProfile } from "@embedded-super/contracts/schemas"
import { CannotStart, DataFolder, replaceFile, SimulatorAddress } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { PlayedFund, type SimulatedFund } from "../funds.ts"
import { lookupAbns, registrationEmails } from "../magicValues.ts"
import { flows } from "../security/flows.ts"

/** A profile as it stands in the file: the types hold it to the schema, and tests check each fund's against it. */
type WrittenProfile = typeof FundProfile.Encoded

/**
 * The address of a fund: its base URL without a trailing slash, and the certificate authority to trust, if it has one.
 */
interface FundPlace {
  readonly url: string
  readonly ca: string | undefined
}

type Lookup = NonNullable<WrittenProfile["operations"]["employer_lookup"]>

const lookupAt = (url: string, lookup: SimulatedFund["lookup"]): Lookup => {
  const complete_when = "renamed" as const
  switch (lookup) {
    case "live":
      // The fund supplies a list as well, which is imported but not used for lookups.
      return { source: "live", url: `${url}/v1/employer_lookup`, list: { format: "plain", complete_when } }
    case "plain_list":
      return { source: "list", list: { format: "plain", complete_when } }
    case "hashed_list":
      return { source: "list", list: { format: "hashed", complete_when } }
    case "salted_list":
      return { source: "list", list: { format: "hashed", salted: true, complete_when } }
  }
}

/** The profile of a played fund at its address, as the operator loads it. It holds no secret. */
export const fundProfileOf = (fund: SimulatedFund, { ca, url }: FundPlace): WrittenProfile => {
  const { delivery, form } = fund.employerDetails
  return {
    profile_version: "v1",
    simulated: true,
    ...fund.profile,
    operations: {
      member_registration: { url: `${url}/v1/member_registration`, usi: fund.joinUsi },
      employer_lookup: lookupAt(url, fund.lookup),
      employer_details:
        delivery === "api" ? { delivery, url: `${url}/v1/employer_details`, form } : { delivery, form }
    },
    authentication: flows[fund.authentication.flow].profile(url, fund.authentication.algorithm),
    ...(ca === undefined ? {} : { ca_certificate: ca }),
    check: {
      ...lookupAbns,
      ...registrationEmails,
      // The simulator has no limit of its own: its checks needn't wait for the played fund's.
      requests_per_minute: 60_000,
      synthetic_member: {
        tfn: "900000009",
        first_name: "Tom",
        family_name: "Li",
        date_of_birth: "2000-02-29",
        email: "tom.li@example.com",
        phone_number: "+61491570156",
        address_line_1: "7 Mitchell Street",
        locality: "Darwin",
        postcode: "0800",
        state: "NT",
        employment_start_date: "2026-12-01",
        contribution_frequency: "fortnightly"
      }
    }
  }
}

/** The path of the profile, for `admin fund load`. */
export const profileFileOf = (folder: DataFolder["Service"]): string => folder.file("fund-profile.json")

/**
 * Writes the profile of the played fund with its current address, before the simulator reports that it is ready.
 * `change` is what another fund would write in it (`faults/`).
 */
export const FundProfileFile = (change: (profile: WrittenProfile) => WrittenProfile = (profile) => profile) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const fund = yield* PlayedFund
      const { caFile, url } = yield* SimulatorAddress
      const file = profileFileOf(yield* DataFolder)
      const ca = caFile === undefined ? undefined : yield* fs.readFileString(caFile)
      const profile = change(fundProfileOf(fund, { ca, url }))
      yield* replaceFile(file, `${JSON.stringify(profile, null, 2)}\n`, 0o644)
    }).pipe(
      Effect.catchTag(
        "PlatformError",
        (error) => new CannotStart({ sentence: `Can't write the fund profile: ${error.message}` })
      )
    )
  )

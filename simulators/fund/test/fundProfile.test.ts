import { FundProfile, JwtAlgorithm } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { fundNames, funds, type SimulatedFund } from "../src/funds.ts"
import { fundProfileOf } from "../src/profile/fundProfile.ts"
import { flows } from "../src/security/flows.ts"

const lookups: ReadonlyArray<SimulatedFund["lookup"]> = ["live", "plain_list", "hashed_list", "salted_list"]

const places = [
  { url: "http://127.0.0.1:4810", ca: undefined },
  {
    url: "https://127.0.0.1:4810",
    ca: `-----BEGIN CERTIFICATE-----\n${"MIIB".repeat(16)}\n-----END CERTIFICATE-----\n`
  }
]

const authentications = (Object.keys(flows) as ReadonlyArray<keyof typeof flows>).flatMap((flow) =>
  JwtAlgorithm.literals.map((algorithm) => ({ flow, algorithm }))
)

describe("the profile of a played fund", () => {
  it.each(fundNames)("fits the schema, however it is looked up in and called: %s", (name) => {
    const decode = Schema.decodeUnknownSync(FundProfile, { onExcessProperty: "error" })
    for (const place of places) {
      for (const lookup of lookups) {
        for (const authentication of authentications) {
          const profile = fundProfileOf({ ...funds[name], lookup, authentication }, place)
          assert.deepStrictEqual(Schema.encodeSync(FundProfile)(decode(profile)), profile)
        }
      }
    }
  })
})

import * as Effect from "effect/Effect"
import { fail, pass } from "../../check/Check.ts"
import type { FundCheck } from "../FundUnderTest.ts"
import { operations } from "../profile/loadProfile.ts"
import { offersAny } from "./shared/answers.ts"

const VERSION = /\/v\d+(?:\/|$)/

export const versionInPath: FundCheck = {
  id: "VERSION-9-1",
  level: "MUST",
  requirement: "R-9-1",
  title: "The path of each operation holds its version, such as /v1.",
  hint: "Serve the operation under /v1/…, and name that address in the profile. A version in a header or a query doesn't count.",
  modes: ["dev", "certify", "probe"],
  appliesTo: offersAny,
  run: (fund) =>
    Effect.sync(() => {
      const without = operations.filter((operation) => {
        const address = fund.addressOf(operation)
        return address !== undefined && !VERSION.test(address.pathname)
      })
      if (without.length === 0) return pass
      return fail({
        cause: `The path of ${without.join(" and ")} holds no version.`,
        expected: "A path with /v1, for example /v1/member_registration.",
        actual: `No version in the path of ${without.join(", ")}.`
      })
    })
}

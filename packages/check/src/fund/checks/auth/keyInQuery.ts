import * as Effect from "effect/Effect"
import { notApplicable, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, isSuccess, warned } from "../shared/answers.ts"

/** The names under which frameworks read a key from the address. */
const names = ["X-Auth-Key", "x-auth-key", "api_key", "apikey", "key"]

export const keyInQuery: FundCheck = {
  id: "AUTH-5-12",
  level: "SHOULD",
  requirement: "R-5-5",
  title: "The fund takes the key from the header X-Auth-Key, and not from the address.",
  hint: "Read the key from the header alone. Addresses are written into the logs of proxies and servers, and the key with them.",
  // The call writes the key into the fund's access log, so it isn't made in production.
  modes: ["dev", "certify"],
  appliesTo: ({ profile: { authentication } }) =>
    authentication.flow === "api_key" || "The fund agreed on another authentication than a key.",
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.gen(function* () {
        const address = fund.addressOf(operation)
        const right = (yield* fund.authorise(operation, body()))?.headers ?? {}
        const key = Object.values(right)[0]
        const credentials = yield* fund.authorise(operation, body(), "missing")
        if (address === undefined || key === undefined || credentials === null)
          return notApplicable("There is no key.")
        const query = new URLSearchParams(names.map((name) => [name, key])).toString()
        const path = `${address.pathname}?${query}`
        const answer = yield* fund.call(operation, body(), { credentials, path })
        if (!isSuccess(answer)) return pass
        const bare = yield* fund.call(operation, body(), { credentials })
        return isSuccess(bare)
          ? pass
          : warned(answer, {
              cause: "The fund accepts its key in the address of a call.",
              expected: "401 or 403: the key is in the header X-Auth-Key, and only there."
            })
      })
    )
}

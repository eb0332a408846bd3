import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { notObserved, pass, warn } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachHost, newestHandshake, overHttps } from "./eachHost.ts"

const DAY = 24 * 3_600_000

/** Automatic renewals replace a certificate of 90 days a month before it ends. */
const FEWEST_DAYS = 14

export const endsSoon: FundCheck = {
  id: "TLS-5-4",
  level: "SHOULD",
  requirement: "R-5-8",
  title: `The fund's certificate is valid for ${FEWEST_DAYS} more days.`,
  hint: "Renew the certificate before it ends, best by a program. Once it has ended no call reaches the fund. If a program renews a certificate of a few days in time, nothing is to be done.",
  modes: ["dev", "certify", "probe"],
  appliesTo: overHttps,
  independent: true,
  run: (fund) =>
    atEachHost(fund, (operation) =>
      Effect.gen(function* () {
        const handshake = yield* newestHandshake(fund, operation)
        if (handshake.certificateEndsAt === null) return notObserved("There is no TLS connection.")
        const left = (handshake.certificateEndsAt - (yield* Clock.currentTimeMillis)) / DAY
        if (left <= 0) return notObserved("The certificate has expired.")
        return left >= FEWEST_DAYS
          ? pass
          : warn({
              cause: "The fund's certificate ends soon.",
              expected: `${FEWEST_DAYS} days or more until it ends.`,
              actual: left < 1 ? "It ends within a day." : `Days left: ${Math.floor(left)}.`,
              exchange: handshake.id
            })
      })
    )
}

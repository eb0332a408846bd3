import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Outcome } from "../../../check/Check.ts"
import { fail, notObserved, pass, warn } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachHost, newestHandshake, overHttps } from "./eachHost.ts"

/** The mistakes in a certificate, by Node's codes. */
const causes: ReadonlyArray<readonly [RegExp, string]> = [
  [/EXPIRED/, "The fund's certificate has expired."],
  [/NOT_YET_VALID/, "The fund's certificate isn't valid yet."],
  [/ALTNAME/, "The fund's certificate is for another host name."],
  [
    /SELF_SIGNED|DEPTH_ZERO/,
    "The fund's certificate is signed by an authority that neither the profile nor the public names."
  ],
  [/UNABLE_TO|ISSUER/, "The fund's certificate doesn't lead to an authority that is trusted."]
]

export const certificate: FundCheck = {
  id: "TLS-5-1",
  level: "MUST",
  requirement: "R-5-8",
  title: "The fund's certificate verifies.",
  hint: "Serve a valid certificate of the host name with its intermediate certificates. Put a private authority into ca_certificate of the profile.",
  modes: ["dev", "certify", "probe"],
  appliesTo: overHttps,
  independent: true,
  run: (fund) =>
    atEachHost(fund, (operation) =>
      Effect.gen(function* () {
        const handshake = yield* newestHandshake(fund, operation)
        if (handshake.protocol === null && handshake.distrust === null)
          return notObserved("There is no TLS connection.")
        const { distrust } = handshake
        if (distrust === null) return pass
        const [, cause = "The fund's certificate doesn't verify."] =
          causes.find(([code]) => code.test(distrust)) ?? []
        return fail({
          cause,
          expected: "A certificate that verifies.",
          actual: `${distrust}.`,
          exchange: handshake.id
        }) satisfies Outcome
      })
    )
}

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

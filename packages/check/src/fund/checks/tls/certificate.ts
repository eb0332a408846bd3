import * as Effect from "effect/Effect"
import type { Outcome } from "../../../check/Check.ts"
import { fail, notObserved, pass } from "../../../check/outcomes.ts"
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

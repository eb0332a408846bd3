import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Outcome, fail, notObserved, pass, warn, notApplicable } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest, Handshake, Operation } from "../../FundUnderTest.ts"
import { operations } from "../../profile/loadProfile.ts"
import { inTurn, failed, isSuccess, offersAny, refusesCaller } from "../shared/answers.ts"

/** One operation of each host that is called over https. */
const httpsHosts = (fund: FundUnderTest): ReadonlyArray<Operation> => {
  const byOrigin = new Map<string, Operation>()
  for (const operation of operations) {
    const address = fund.addressOf(operation)
    if (address?.protocol === "https:" && !byOrigin.has(address.origin))
      byOrigin.set(address.origin, operation)
  }
  return [...byOrigin.values()]
}

export const overHttps = (fund: FundUnderTest): true | string =>
  httpsHosts(fund).length > 0 || "No operation has an https address."

/** Judges each host that is called over https. */
export const atEachHost = (
  fund: FundUnderTest,
  judge: (operation: Operation) => Effect.Effect<Outcome>
): Effect.Effect<Outcome> => inTurn(httpsHosts(fund), judge)

/** A handshake by the newest version that the host takes. */
const newestHandshake = (fund: FundUnderTest, operation: Operation): Effect.Effect<Handshake> =>
  Effect.flatMap(fund.tls(operation, "TLSv1.3"), (newer) =>
    newer.protocol === null ? fund.tls(operation, "TLSv1.2") : Effect.succeed(newer)
  )

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

/** The description demands TLS; only a simulator on this machine may do without. */
export const httpsAddresses: FundCheck = {
  id: "TLS-5-2",
  level: "MUST",
  requirement: "R-5-8",
  title: "Every address of the fund is https.",
  hint: "Serve the operations over https, and name those addresses in the profile.",
  modes: ["dev", "certify", "probe"],
  appliesTo: offersAny,
  independent: true,
  run: (fund) =>
    Effect.sync(() => {
      const plain = operations.filter((operation) => fund.addressOf(operation)?.protocol === "http:")
      if (plain.length === 0) return pass
      return fund.profile.simulated && fund.mode === "dev"
        ? notApplicable("A simulated fund may be called over http.")
        : fail({
            cause: "An address of the fund is plain http.",
            expected: "https addresses.",
            actual: `http for ${plain.join(" and ")}.`
          })
    })
}

export const plainHttp: FundCheck = {
  id: "TLS-5-3",
  level: "MUST",
  requirement: "R-5-8",
  title: "The fund serves nothing over plain http.",
  hint: "Close the http port, or answer every request there with an error. The usual cause is an application server that is reachable past its load balancer.",
  modes: ["dev", "certify", "probe"],
  appliesTo: overHttps,
  run: (fund) =>
    inTurn(fund.callable(), ({ body, operation }) =>
      Effect.gen(function* () {
        if (fund.addressOf(operation)?.protocol !== "https:") return notApplicable("The address is http.")
        const none = (yield* fund.authorise(operation, body(), "missing")) ?? { headers: {} }
        const bare = yield* fund.call(operation, body(), { plainHttp: true, credentials: none })
        // Real credentials are never sent in clear text to production.
        const answer =
          refusesCaller(bare) && fund.mode !== "probe"
            ? yield* fund.call(operation, body(), { plainHttp: true })
            : bare
        return isSuccess(answer)
          ? failed(answer, {
              cause: "The fund serves its operations over plain http too.",
              expected: "No answer, an error, or a redirect to https."
            })
          : pass
      })
    )
}

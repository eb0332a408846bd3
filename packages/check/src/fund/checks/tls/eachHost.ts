import * as Effect from "effect/Effect"
import type { Outcome } from "../../../check/Check.ts"
import type { FundUnderTest, Handshake, Operation } from "../../FundUnderTest.ts"
import { operations } from "../../profile/addressesOf.ts"
import { inTurn } from "../shared/answers.ts"

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
export const newestHandshake = (fund: FundUnderTest, operation: Operation): Effect.Effect<Handshake> =>
  Effect.flatMap(fund.tls(operation, "TLSv1.3"), (newer) =>
    newer.protocol === null ? fund.tls(operation, "TLSv1.2") : Effect.succeed(newer)
  )

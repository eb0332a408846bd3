/**
 * The port to the ATO (D-stapling): `checkAccess` checks an employer's permission in Access Manager,
 * `requestStapledFund` requests an employee's stapled fund. Sandboxed products have a simulated ATO, whose answers the
 * partner sets (`SimulatedAtoRepo`). Live products have no adapter yet: `isConfigured` is false for them.
 *
 * Why an adapter never fails (`AtoAdapter`): a missing answer is a result too, `error` or `Unavailable`, so that every
 * caller handles it.
 *
 * The trap: "no answer" isn't "no". `error` must not end a connection (`employers/staplingStatus`), and `Unavailable`
 * must not be stored as an answer. After a timeout the ATO may still have handled the request, so a retry sends the
 * same `requestId`. A call can take five seconds, so it never runs in a transaction.
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AtoAdapter, type AtoEmployer, StaplingResult } from "./AtoAdapter.ts"
import { type SimulatedAtoEmployer, simulatedAtoRepo } from "./SimulatedAtoRepo.ts"

/** The ATO of live products: there is no answer. */
const noAto: AtoAdapter = {
  checkAccess: () => Effect.succeed("error"),
  requestStapledFund: () => Effect.succeed(StaplingResult.Unavailable())
}

const resultOf = ({ access, fund, outcome }: SimulatedAtoEmployer): StaplingResult => {
  if (outcome === "unavailable") return StaplingResult.Unavailable()
  if (!access) return StaplingResult.NotConnected()
  if (fund !== null) return StaplingResult.Stapled({ fund })
  return outcome === "unmatched" ? StaplingResult.Unmatched() : StaplingResult.NoStapledFund()
}

/**
 * The ATO of sandboxed products. It returns the configured answers (D-stapling). An employer without configuration has
 * the permission, and none of its employees has a fund.
 */
const simulatedAto = Effect.gen(function* () {
  const repo = yield* simulatedAtoRepo
  const adapter: AtoAdapter = {
    checkAccess: ({ employer }) =>
      Effect.map(Effect.orDie(repo.find(employer.employer_id)), (known) => {
        if (known?.outcome === "unavailable") return "error"
        return known === undefined || known.access ? "ok" : "not_found"
      }),
    requestStapledFund: ({ employer }) =>
      Effect.map(Effect.orDie(repo.find(employer.employer_id)), (known) =>
        known === undefined ? StaplingResult.NoStapledFund() : resultOf(known)
      )
  }
  return adapter
})

export class Ato extends Context.Service<
  Ato,
  AtoAdapter & {
    /** Whether the employer's product has a connection to the ATO. */
    readonly isConfigured: (employer: Pick<AtoEmployer, "sandboxed">) => boolean
  }
>()("@embedded-super/service/ato/Ato") {
  static readonly layer = Layer.effect(
    Ato,
    Effect.gen(function* () {
      const simulated = yield* simulatedAto
      const adapterOf = ({ sandboxed }: Pick<AtoEmployer, "sandboxed">) => (sandboxed ? simulated : noAto)
      return Ato.of({
        isConfigured: (employer) => adapterOf(employer) !== noAto,
        checkAccess: (request) => inTime(adapterOf(request.employer).checkAccess(request), "error"),
        requestStapledFund: (request) =>
          inTime(adapterOf(request.employer).requestStapledFund(request), StaplingResult.Unavailable())
      })
    })
  )
}

/** How long a person in an embed may have to wait for the ATO. */
const TIME_LIMIT = "5 seconds"

const inTime = <A>(call: Effect.Effect<A>, otherwise: A) =>
  Effect.timeoutOrElse(call, { duration: TIME_LIMIT, orElse: () => Effect.succeed(otherwise) })

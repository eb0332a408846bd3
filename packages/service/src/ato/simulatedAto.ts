import * as Effect from "effect/Effect"
import type { AtoAdapter } from "./AtoAdapter.ts"
import { type SimulatedAtoEmployer, simulatedAtoRepo } from "./SimulatedAtoRepo.ts"
import { StaplingResult } from "./staplingResult.ts"

const resultOf = ({ access, fund, outcome }: SimulatedAtoEmployer): StaplingResult => {
  if (outcome === "unavailable") return StaplingResult.Unavailable()
  if (!access) return StaplingResult.NotConnected()
  if (fund !== null) return StaplingResult.Stapled({ fund })
  return outcome === "unmatched" ? StaplingResult.Unmatched() : StaplingResult.NoStapledFund()
}

/**
 * The ATO of sandboxed products. It says what it was told to say (settled 24); of an employer that it was told nothing
 * about, it has the permission, and none of its employees has a fund.
 */
export const simulatedAto = Effect.gen(function* () {
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

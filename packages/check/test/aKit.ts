import type { CheckKitVersion } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { type Check, type CheckGroup, type Kit, type Outcome, pass } from "../src/check/Check.ts"
import { makeExchanges, type Exchanges } from "../src/exchange/Exchange.ts"
import type { Draws } from "../src/run/Draws.ts"
import type { RunOptions } from "../src/run/runKit.ts"

/** The world that a check of these tests sees. */
export interface AWorld {
  readonly draws: Draws
  readonly exchanges: Exchanges
}

export type ACheck = Check<AWorld>

export const aCheck = (id: string, given: Partial<ACheck> = {}): ACheck => ({
  id,
  level: "MUST",
  requirement: "R-4.2-1",
  title: `Does what ${id} says.`,
  hint: `Do what ${id} says.`,
  modes: ["dev", "certify"],
  run: () => Effect.succeed(pass),
  ...given
})

/** A check with this outcome. */
export const ending = (id: string, outcome: Outcome, given: Partial<ACheck> = {}): ACheck =>
  aCheck(id, { ...given, run: () => Effect.succeed(outcome) })

export const aGroup = (name: string, ...checks: ReadonlyArray<ACheck>): CheckGroup<AWorld> => ({
  name,
  title: `About ${name}`,
  checks
})

export const aKit = (...groups: ReadonlyArray<CheckGroup<AWorld>>): Kit<AWorld> => ({
  name: "fund-check",
  version: "0.1.0" as CheckKitVersion,
  groups
})

export const aRun = (kit: Kit<AWorld>, given: Partial<RunOptions<AWorld>> = {}): RunOptions<AWorld> => {
  const exchanges = given.exchanges ?? makeExchanges()
  return {
    kit,
    worldOf: (draws) => ({ draws, exchanges }),
    mode: "dev",
    seed: 7,
    subject: { name: "Banksia Super", address: "https://api.banksia.example/v1" },
    exchanges,
    ...given
  }
}

/** A lookup that was answered. */
export const aCall = (
  given: { readonly body?: string; readonly took?: number; readonly answer?: string } = {}
) => ({
  operation: "lookUpEmployer",
  startedAt: Date.UTC(2026, 10, 23, 2),
  took: given.took ?? 8,
  call: {
    method: "POST",
    url: "https://api.banksia.example/v1/employer_lookup",
    request: { headers: { "content-type": "application/json" }, body: given.body ?? "{}" }
  },
  answer: { status: 404, headers: { "content-type": "application/json" }, body: given.answer ?? "{}" },
  failure: undefined
})

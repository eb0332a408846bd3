/** The fleet of partners: the payroll simulator, plain, with each flaw and in each correct variant. */
import { startedPartner } from "../../../packages/partner-check/test/simulatedPartner.ts"
import { flaws } from "../../../simulators/partner/src/flaws/index.ts"
import { variants } from "../../../simulators/partner/src/variants/index.ts"
import * as Effect from "effect/Effect"
import type { Member } from "./Member.ts"

/** A flaw that never answers or calls back is waited for so long. */
const patience = { answer_within_ms: 1500, call_back_within_ms: 2500 }

const simulated = { server: "simulator", needs: undefined }

/** The partners that make a mistake. */
export const faultyPartners: ReadonlyArray<Member> = flaws.map((flaw) => ({
  ...simulated,
  name: flaw.name,
  sentence: flaw.sentence,
  killedBy: flaw.killedBy,
  start: Effect.map(startedPartner({ flaw }), (check) => (chosen) => check({ ...chosen, change: patience }))
}))

/** The partners that make none. */
export const correctPartners: ReadonlyArray<Member> = [
  {
    ...simulated,
    name: "plain",
    sentence: "The payroll simulator.",
    killedBy: undefined,
    start: startedPartner()
  },
  ...variants.map((variant) => ({
    ...simulated,
    name: variant.name,
    sentence: variant.sentence,
    killedBy: undefined,
    start: startedPartner({ variant })
  }))
]

/** The fleet of partners: the payroll simulator, plain, with each flaw and in each correct variant, and the foreign ones. */
import { checkPartner } from "../../../packages/check/src/partner/index.ts"
import { startedPartner } from "../../../packages/check/test/partner/simulatedPartner.ts"
import { flaws } from "../../../simulators/partner/src/flaws/index.ts"
import { variants } from "../../../simulators/partner/src/variants.ts"
import * as Effect from "effect/Effect"
import {
  type ForeignPartner,
  foreignPartners,
  startForeignPartner
} from "../fleet/partner/foreignPartners.ts"
import type { Check, Member, Start } from "./Member.ts"

/** A flaw that never answers or calls back is waited for so long. */
const impatient = { answer_within_ms: 3000, call_back_within_ms: 4000 }

/** A correct partner that this machine gives no time isn't wrong. Nothing waits so long for one that answers. */
const patient = { answer_within_ms: 15_000, call_back_within_ms: 20_000 }

type Patience = typeof impatient

const startSimulator = (options: Parameters<typeof startedPartner>[0], change: Patience): Start =>
  Effect.map(startedPartner(options), (check) => (chosen) => check({ ...chosen, change }))

const startForeign = (partner: ForeignPartner, change: Patience, flaw?: string): Start =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startForeignPartner(partner, flaw)),
      ({ stop }) => Effect.promise(stop)
    ),
    ({ settings }): Check =>
      ({ names = [], seed }) =>
        checkPartner({ settings: { ...settings, ...change }, mode: "dev", seed, names })
  )

const simulated = { server: "simulator", needs: undefined, waits: true }

/** The partners that make a mistake. */
export const faultyPartners: ReadonlyArray<Member> = [
  ...flaws.map((flaw) => ({
    ...simulated,
    name: flaw.name,
    sentence: flaw.sentence,
    killedBy: flaw.killedBy,
    start: startSimulator({ flaw }, impatient)
  })),
  ...foreignPartners.flatMap((partner) =>
    Object.entries(partner.flaws).map(([flaw, { killedBy, sentence }]) => ({
      name: `${partner.name}: ${flaw}`,
      server: partner.name,
      sentence,
      killedBy,
      needs: partner.needs,
      waits: true,
      start: startForeign(partner, impatient, flaw)
    }))
  )
]

/** The partners that make none. */
export const correctPartners: ReadonlyArray<Member> = [
  {
    ...simulated,
    name: "plain",
    sentence: "The payroll simulator.",
    killedBy: undefined,
    start: startSimulator({}, patient)
  },
  ...variants.map((variant) => ({
    ...simulated,
    name: variant.name,
    sentence: variant.sentence,
    killedBy: undefined,
    start: startSimulator({ variant }, patient)
  })),
  ...foreignPartners.map((partner) => ({
    name: partner.name,
    server: partner.name,
    sentence: `A correct partner in ${partner.name}.`,
    killedBy: undefined,
    needs: partner.needs,
    waits: true,
    start: startForeign(partner, patient)
  }))
]

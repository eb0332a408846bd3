/** The partners: the payroll simulator, plain, with each fault and in each correct variant, and the foreign ones. */
import { checkPartner } from "@embedded-super/check/partner"
import { startedPartner } from "@embedded-super/check/testing"
import { faults } from "@embedded-super/partner-simulator/faults"
import { variants } from "@embedded-super/partner-simulator/variants"
import * as Effect from "effect/Effect"
import {
  type ForeignPartner,
  foreignPartners,
  startForeignPartner
} from "./servers/partner/foreignPartners.ts"
import type { Check, CorrectServer, Start, WrongServer } from "./Server.ts"

/** A fault that never answers or calls back is waited for so long. */
const impatient = { answer_within_ms: 3000, call_back_within_ms: 4000 }

/** A correct partner that this machine gives no time isn't wrong. Nothing waits so long for one that answers. */
const patient = { answer_within_ms: 15_000, call_back_within_ms: 20_000 }

type Patience = typeof impatient

const startSimulator = (options: Parameters<typeof startedPartner>[0], change: Patience): Start =>
  Effect.map(startedPartner(options), (check) => (chosen) => check({ ...chosen, change }))

const startForeign = (partner: ForeignPartner, change: Patience, fault?: string): Start =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startForeignPartner(partner, fault)),
      ({ stop }) => Effect.promise(stop)
    ),
    ({ settings }): Check =>
      ({ names = [], seed }) =>
        checkPartner({ settings: { ...settings, ...change }, mode: "dev", seed, names })
  )

/** The partners that make a mistake. */
export const wrongPartners: ReadonlyArray<WrongServer> = [
  ...faults.map((fault) => ({
    name: fault.name,
    fault,
    waits: true,
    start: startSimulator({ fault }, impatient)
  })),
  ...foreignPartners.flatMap((partner) =>
    Object.entries(partner.faults).map(([name, fault]) => ({
      name: `${partner.name}: ${name}`,
      fault,
      needs: partner.needs,
      waits: true,
      start: startForeign(partner, impatient, name)
    }))
  )
]

/** The partners that make none. */
export const correctPartners: ReadonlyArray<CorrectServer> = [
  { name: "plain", waits: true, start: startSimulator({}, patient) },
  ...variants.map((variant) => ({
    name: variant.name,
    waits: true,
    start: startSimulator({ variant }, patient)
  })),
  ...foreignPartners.map((partner) => ({
    name: partner.name,
    needs: partner.needs,
    waits: true,
    start: startForeign(partner, patient)
  }))
]

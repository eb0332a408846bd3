import { seedPartner } from "@embedded-super/contract-tests/onboarding/seed"
import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { startProgram } from "@embedded-super/program/startProgram"
import * as Effect from "effect/Effect"
import { startFund } from "../registration/simulatedFund.ts"
import type { RowContext } from "../Row.ts"
import { type Keys, placeOf } from "../world/programsOf.ts"
import type { Databases } from "../world/Server.ts"

interface SceneOptions {
  readonly name: string
  /** The name of the database that is made for it. */
  readonly database: string
  readonly keys: Keys
  /** The program whose commands make the partner; by default this project's. */
  readonly program?: string
}

/** A database, a fund, a receiver, and a partner with one product: what a fleet and a crowd need. */
export const fleetScene = Effect.fnUntraced(function* (
  { seed, world }: RowContext,
  databases: Databases,
  { database, keys, name, program = serviceProgram }: SceneOptions
) {
  const receiver = yield* world.receiver(name, seed)
  // An endpoint of the cell's own would be made by this version, on a schema that it may not know.
  const cell = yield* world.cell(databases, receiver, database, 0)
  const fund = yield* startFund(world, name, "honoured")
  const run = (...args: ReadonlyArray<string>) =>
    startProgram(program, ["--dev", ...args], placeOf(cell, keys)).ended
  const wanted = { slug: name, products: 1, webhookUrl: receiver.url(`/${name}/real`) }
  const { partner, products } = yield* Effect.promise(() =>
    seedPartner({ run }, { url: fund.url, dataDir: fund.folder }, wanted)
  )
  const [product] = products
  if (product === undefined) return yield* Effect.die(new Error("seed made no product"))
  return { cell, fund, partner, product, receiver, run }
})

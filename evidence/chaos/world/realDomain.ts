import * as Effect from "effect/Effect"
import {
  configureEmployer,
  createSession,
  walkThroughSession
} from "@embedded-super/contract-tests/onboarding/flows"
import { niamh } from "@embedded-super/contract-tests/onboarding/people"
import { productOf } from "@embedded-super/contract-tests/onboarding/product"
import { seedPartner } from "@embedded-super/contract-tests/onboarding/seed"
import { callerOf } from "@embedded-super/contract-tests/openapi/Caller"
import { startProgram } from "@embedded-super/program/startProgram"
import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { startFundSimulator } from "@embedded-super/contract-tests/programs/simulators"
import type { Logs } from "../judge/Logs.ts"
import type { Cell } from "./Cell.ts"
import { type Keys, placeOf } from "./programsOf.ts"

/** A partner of a cell whose employees really are onboarded, over HTTP, with tax file numbers and a fund. */
export interface RealDomain {
  readonly productKey: string
  /** One employer and one employee, from nothing to the confirmation. `nth` distinguishes them from others. */
  readonly onboard: (serviceUrl: string, nth: number) => Effect.Effect<void>
  /** The texts that no log may show. */
  readonly canaries: Logs["canaries"]
}

/** Seeds a partner with a product, linked to a fund simulator that ends with the scope. */
export const makeRealDomain = Effect.fnUntraced(function* (cell: Cell, keys: Keys, path: string) {
  const fund = yield* Effect.acquireRelease(
    Effect.promise(() => startFundSimulator()),
    (fund) => Effect.promise(() => fund.stop())
  )
  const run = (...args: ReadonlyArray<string>) =>
    startProgram(serviceProgram, ["--dev", ...args], placeOf(cell, keys)).ended
  const seeded = yield* Effect.promise(() =>
    seedPartner({ run }, fund, { slug: "chaos", products: 1, webhookUrl: cell.receiver.url(path) })
  )
  const [product] = seeded.products
  if (product === undefined) return yield* Effect.die(new Error("seed made no product"))
  const onboard = (serviceUrl: string, nth: number) =>
    Effect.promise(async () => {
      const partnerApi = callerOf("partner-api", serviceUrl)
      const caller = productOf(partnerApi, callerOf("embed-api", serviceUrl), product.key)
      const employer = await configureEmployer(caller, `employer ${nth}`)
      const session = await createSession(caller, employer.id, `session ${nth}`)
      await walkThroughSession(caller, session.id)
    })
  return {
    productKey: product.key,
    onboard,
    canaries: [
      { name: "a TFN as it was typed", value: niamh.tfn },
      { name: "a TFN", value: niamh.tfn.replaceAll(" ", "") },
      { name: "the product's key", value: product.key },
      { name: "the partner's key", value: seeded.partner.key },
      { name: "the product's signing secret", value: product.webhook_secret }
    ]
  } satisfies RealDomain
})

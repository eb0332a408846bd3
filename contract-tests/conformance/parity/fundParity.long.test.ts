/** What the service does with each fund of the fleet, and whether it and the kit agree (`fundParity.json`). */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import type { OtherFund } from "../../../simulators/fund/src/flaws/Flaw.ts"
import { flaws } from "../../../simulators/fund/src/flaws/index.ts"
import { variants } from "../../../simulators/fund/src/variants/index.ts"
import { printed } from "./printed.ts"
import { observe, type Observation } from "./observations.ts"
import type { ParityTable } from "./ParityTable.ts"
import type { Plan } from "./parityFund.ts"
import { planOf, planOfCorrect } from "./plans.ts"
import { service } from "./service.ts"
import { correctRow, disagreements, endsWell, faultRow } from "./table.ts"

const file = new URL("fundParity.json", import.meta.url)

/** The plain fund of the same options, with which the service does the same. */
const plainOf = ({ options }: OtherFund, plan: Plan) => {
  const key = JSON.stringify([options, plan])
  const fund: OtherFund = {
    name: "plain",
    sentence: key,
    ...(options === undefined ? {} : { options }),
    play: () => ({})
  }
  return [key, { fund, plan }] as const
}

layer(service, { excludeTestServices: true })("the service with each fund of the fleet", (it) => {
  let table: ParityTable = { faults: [], correct: [] }

  it.effect(
    "does something about each fault that its calls meet, or there is a reason",
    () =>
      Effect.gen(function* () {
        const plain = new Map(flaws.map((flaw) => plainOf(flaw, planOf(flaw))))
        const faulty = flaws.map((fund) => ({ fund, plan: planOf(fund) }))
        const correct = variants.map((fund) => ({ fund, plan: planOfCorrect }))
        const seen = yield* observe([...plain.values(), ...faulty, ...correct])
        const plainSeen = new Map([...plain.keys()].map((key, index) => [key, seen[index]!]))
        const seenOf = (index: number): Observation => seen[plain.size + index]!
        table = {
          faults: flaws.map((flaw, index) =>
            faultRow(flaw, seenOf(index), plainSeen.get(plainOf(flaw, planOf(flaw))[0])!)
          ),
          correct: variants.map((variant, index) => correctRow(variant, seenOf(flaws.length + index)))
        }
        process.stdout.write(printed(table))
        assert.deepStrictEqual(disagreements(table.faults), [])
      }),
    900_000
  )

  it("does all that it should with each correct fund that differs", () => {
    for (const { service: view, variant } of table.correct)
      assert.deepStrictEqual(
        view.does.filter((deed) => !endsWell(deed)),
        [],
        variant
      )
  })

  it("is what fundParity.json says; `pnpm exec vitest run --config vitest.long.config.ts fundParity -u` writes it", async () => {
    await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot(file.pathname)
  })
})

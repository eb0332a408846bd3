/** What the service does with each fund of the fleet, and whether it and the kit agree (`fundParity.json`). */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import type { OtherFund } from "../../../simulators/fund/src/flaws/Flaw.ts"
import { flaws } from "../../../simulators/fund/src/flaws/index.ts"
import { variants } from "../../../simulators/fund/src/variants.ts"
import { printed } from "./printed.ts"
import { observe, type Subject } from "./observations.ts"
import type { CorrectRow, FaultRow, ParityTable } from "./ParityTable.ts"
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

/** The rows of these funds, by their names, each flaw beside the plain fund. */
const observed = Effect.fnUntraced(function* (funds: ReadonlyArray<OtherFund>) {
  const plain = new Map<string, Subject>()
  const subjects = funds.map((fund): Subject & { readonly plain?: string } => {
    const flaw = flaws.find((one) => one === fund)
    if (flaw === undefined) return { fund, plan: planOfCorrect }
    const plan = planOf(flaw)
    const [key, subject] = plainOf(flaw, plan)
    plain.set(key, subject)
    return { fund, plan, plain: key }
  })
  const seen = yield* observe([...plain.values(), ...subjects])
  const plainSeen = new Map([...plain.keys()].map((key, index) => [key, seen[index]!]))
  const rows = new Map<string, FaultRow | CorrectRow>()
  for (const [index, { fund, plain: key }] of subjects.entries()) {
    const made = seen[plain.size + index]!
    const flaw = flaws.find((one) => one === fund)
    rows.set(
      fund.name,
      flaw === undefined ? correctRow(fund, made) : faultRow(flaw, made, plainSeen.get(key!)!)
    )
  }
  return rows
})

layer(service, { excludeTestServices: true })("the service with each fund of the fleet", (it) => {
  let table: ParityTable = { faults: [], correct: [] }

  it.effect(
    "does something about each fault that its calls meet, or there is a reason",
    () =>
      Effect.gen(function* () {
        const rows = yield* observed([...flaws, ...variants])
        table = {
          faults: flaws.map(({ name }) => rows.get(name) as FaultRow),
          correct: variants.map(({ name }) => rows.get(name) as CorrectRow)
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

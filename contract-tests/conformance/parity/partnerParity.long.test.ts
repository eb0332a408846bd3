/** What the service does with each partner of the fleet, and whether it and the kit agree (`partnerParity.json`). */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import type { OtherPartner } from "../../../simulators/partner/src/flaws/Flaw.ts"
import { flaws } from "../../../simulators/partner/src/flaws/index.ts"
import { variants } from "../../../simulators/partner/src/variants/index.ts"
import { realService } from "./partnerApi/realApi.ts"
import { observe } from "./partners/observe.ts"
import type { CorrectPartner, PartnerFault, PartnerParity } from "./partners/PartnerParity.ts"
import { correctRow, faultRow } from "./partners/table.ts"

const file = new URL("partnerParity.json", import.meta.url)

const plain: OtherPartner = { name: "plain", sentence: "The payroll simulator.", play: () => ({}) }

type Row = PartnerFault | CorrectPartner

/** The rows of these partners, by their names. */
const observed = Effect.fnUntraced(function* (partners: ReadonlyArray<OtherPartner>) {
  const [usual, ...seen] = yield* observe([plain, ...partners])
  assert.deepStrictEqual([usual!.does, usual!.meets], [["Delivers webhooks."], []])
  const rows = new Map<string, Row>()
  for (const [index, partner] of partners.entries()) {
    const flaw = flaws.find((one) => one === partner)
    const made = seen[index]!
    rows.set(
      partner.name,
      flaw === undefined ? correctRow(partner, made, usual!) : faultRow(flaw, made, usual!)
    )
  }
  return rows
})

layer(realService.layer, { excludeTestServices: true })(
  "the service with each partner of the fleet",
  (it) => {
    let table: PartnerParity = { faults: [], correct: [] }

    it.effect(
      "meets each fault, or there is a reason why only the kit sees it",
      () =>
        Effect.gen(function* () {
          const rows = yield* observed([...flaws, ...variants])
          table = {
            faults: flaws.map(({ name }) => rows.get(name) as PartnerFault),
            correct: variants.map(({ name }) => rows.get(name) as CorrectPartner)
          }
          const unseen = table.faults.filter(({ service }) => service.because !== undefined)
          process.stdout.write(
            `Of ${flaws.length} faults of partners the service meets ${flaws.length - unseen.length}.\n`
          )
        }),
      300_000
    )

    it("delivers everything to each correct partner that differs", () => {
      for (const { service, variant } of table.correct) {
        assert.deepStrictEqual(
          service.does.filter(
            (deed) => !["Delivers webhooks.", "Tries a webhook again, and delivers it."].includes(deed)
          ),
          [],
          variant
        )
      }
    })

    it("is what partnerParity.json says; `pnpm exec vitest run --config vitest.long.config.ts partnerParity -u` writes it", async () => {
      await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot(file.pathname)
    })
  }
)

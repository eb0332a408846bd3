/** What the service does with each partner of the fleet, and whether it and the kit agree (`partnerParity.json`). */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { expect } from "vitest"
import type { OtherPartner } from "../../../simulators/partner/src/flaws/Flaw.ts"
import { flaws } from "../../../simulators/partner/src/flaws/index.ts"
import { variants } from "../../../simulators/partner/src/variants/index.ts"
import { realService } from "./partnerApi/realApi.ts"
import { observe } from "./partners/observe.ts"
import type { CorrectPartner, PartnerFault, PartnerParity } from "./partners/PartnerParity.ts"
import { correctRow, faultRow } from "./partners/table.ts"

const file = new URL("partnerParity.json", import.meta.url)

/** A machine under load can keep two webhooks from meeting: rows that differ from the file are observed again, so many times. */
const AGAIN = 2

const plain: OtherPartner = { name: "plain", sentence: "The payroll simulator.", play: () => ({}) }

type Row = PartnerFault | CorrectPartner

const nameOf = (row: Row): string => ("fault" in row ? row.fault : row.variant)

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

/** Whether a row is the file's. */
const makeIsKnown = () => {
  const written: PartnerParity = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { faults: [], correct: [] }
  const texts = new Map(
    [...written.faults, ...written.correct].map((row) => [nameOf(row), JSON.stringify(row)])
  )
  return (row: Row) => texts.get(nameOf(row)) === JSON.stringify(row)
}

layer(realService.layer, { excludeTestServices: true })(
  "the service with each partner of the fleet",
  (it) => {
    let table: PartnerParity = { faults: [], correct: [] }

    it.effect(
      "meets each fault, or there is a reason why only the kit sees it",
      () =>
        Effect.gen(function* () {
          const isKnown = makeIsKnown()
          const all: ReadonlyArray<OtherPartner> = [...flaws, ...variants]
          const rows = yield* observed(all)
          for (let times = 0; times < AGAIN; times += 1) {
            const others = all.filter(({ name }) => !isKnown(rows.get(name)!))
            if (others.length === 0) break
            process.stdout.write(`Observed again: ${others.map(({ name }) => name).join(", ")}\n`)
            for (const [name, row] of yield* observed(others)) rows.set(name, row)
          }
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

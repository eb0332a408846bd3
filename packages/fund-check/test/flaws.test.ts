import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import { variants } from "@embedded-super/fund-simulator/variants"
import * as Effect from "effect/Effect"
import { appendFileSync } from "node:fs"
import { checkOtherFund } from "./otherFund.ts"

const groups = ["auth", "tls", "transport", "lookup", "details", "limits"]

describe("flaws", () => {
  for (const flaw of flaws.filter(({ group }) => groups.includes(group))) {
    it.live(flaw.name, () =>
      Effect.gen(function* () {
        const t = performance.now()
        const report = yield* checkOtherFund(flaw, flaw.killedBy)
        for (const id of flaw.killedBy) {
          const c = report.checks.find((each) => each.id === id)
          appendFileSync("/tmp/kills.txt", JSON.stringify([flaw.name, id, c?.verdict, (c as any)?.cause ?? (c as any)?.why, Math.round(performance.now() - t)]) + "\n")
        }
      }).pipe(Effect.provide(NodeServices.layer)), 90000
    )
  }
})

describe("variants", () => {
  for (const variant of [undefined, ...variants]) {
    it.live(variant?.name ?? "plain", () =>
      Effect.gen(function* () {
        const t = performance.now()
        const report = yield* checkOtherFund(variant, groups.map((g) => g.toUpperCase()))
        for (const c of report.checks)
          appendFileSync("/tmp/variants.txt", JSON.stringify([variant?.name ?? "plain", c.id, c.verdict, (c as any).cause ?? (c as any).why, (c as any).actual,Math.round(performance.now() - t)]) + "\n")
        assert.isDefined(report)
      }).pipe(Effect.provide(NodeServices.layer)), 90000
    )
  }
})

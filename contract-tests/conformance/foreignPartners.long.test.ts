/**
 * `partner-check` against receivers that share no code with it: a correct one conforms without a warning, and each mistake
 * is found by the check that it names, in a sentence that names the mistake. Skipped where the language isn't installed.
 */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { checkPartner, type PartnerSettings } from "../../packages/partner-check/src/index.ts"
import { missing } from "../src/clients/missing.ts"
import { foreignPartners, startForeignPartner } from "./fleet/partner/foreignPartners.ts"

const checked = (settings: PartnerSettings, names: ReadonlyArray<string> = []): Promise<CheckReport> =>
  Effect.runPromise(checkPartner({ settings, mode: "dev", seed: 1, names }))

/** The results that aren't a pass, as lines. */
const faultsIn = ({ checks }: CheckReport): ReadonlyArray<string> =>
  checks
    .filter(({ verdict }) => ["fail", "warn", "error"].includes(verdict))
    .map(({ actual, cause, id, level, why }) => `${id} (${level}): ${cause ?? why} ${actual ?? ""}`)

for (const partner of foreignPartners) {
  describe.skipIf(missing([partner.needs]).length > 0)(`a partner in ${partner.name}`, () => {
    it("conforms, without a warning", { timeout: 120_000 }, async () => {
      const { settings, stop } = await startForeignPartner(partner)
      try {
        const report = await checked(settings)
        expect(faultsIn(report)).toEqual([])
        expect(report.verdict).toBe("conforms")
      } finally {
        await stop()
      }
    })

    it.for(Object.entries(partner.flaws))(
      "with the mistake %s doesn't",
      { timeout: 60_000 },
      async ([flaw, { cause, killedBy }]) => {
        const { settings, stop } = await startForeignPartner(partner, flaw)
        try {
          const { checks } = await checked({ ...settings, call_back_within_ms: 2500 }, killedBy)
          const found = checks.find(({ id }) => id === killedBy[0])
          expect(found).toMatchObject({ cause, verdict: found?.level === "MUST" ? "fail" : "warn" })
        } finally {
          await stop()
        }
      }
    )
  })
}

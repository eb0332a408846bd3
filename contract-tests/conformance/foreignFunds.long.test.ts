/**
 * `fund-check` against funds that share none of our code: a correct one never fails, and each mistake is found by a check
 * of the group to which it belongs. Skipped where the language isn't installed.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { checkFund } from "../../packages/fund-check/src/index.ts"
import { missing } from "../src/clients/missing.ts"
import { foreignFunds, startForeignFund } from "./fleet/fund/foreignFunds.ts"
import { foreignProfile } from "./fleet/fund/foreignProfile.ts"

const SEEDS = [1, 2, 3]
const KEY = "foreign-fund-key-of-32-characters"

const checked = async (url: string, seed: number): Promise<CheckReport> => {
  const keysFolder = mkdtempSync(join(tmpdir(), "foreign-fund-"))
  try {
    return await Effect.runPromise(
      checkFund({
        profile: foreignProfile(url),
        mode: "dev",
        seed,
        environment: { FUND_CHECK_SECRET: KEY },
        keysFolder
      }).pipe(Effect.provide(NodeServices.layer))
    )
  } finally {
    rmSync(keysFolder, { recursive: true })
  }
}

/** The results with one of these verdicts, as lines. */
const withVerdict = (
  { checks }: CheckReport,
  ...verdicts: ReadonlyArray<CheckReport["checks"][number]["verdict"]>
): ReadonlyArray<string> =>
  checks
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ actual, cause, id, level, why }) => `${id} (${level}): ${cause ?? why} ${actual ?? ""}`)

for (const fund of foreignFunds) {
  describe.skipIf(missing([fund.needs]).length > 0)(`a fund in ${fund.name}`, () => {
    it("conforms, whatever is drawn", { timeout: 240_000 }, async () => {
      const { stop, url } = await startForeignFund(fund, KEY)
      try {
        for (const seed of SEEDS)
          expect(withVerdict(await checked(url, seed), "fail", "error"), `seed ${seed}`).toEqual([])
      } finally {
        await stop()
      }
    })

    it.for(Object.entries(fund.flaws))(
      "with the mistake %s doesn't",
      { timeout: 120_000 },
      async ([flaw, { killedBy }]) => {
        const { stop, url } = await startForeignFund(fund, KEY, flaw)
        try {
          const found = withVerdict(await checked(url, 1), "fail", "warn")
          console.log(`${fund.name}, ${flaw}:\n  ${found.join("\n  ")}`)
          expect(found).toContainEqual(expect.stringContaining(killedBy[0]))
        } finally {
          await stop()
        }
      }
    )
  })
}

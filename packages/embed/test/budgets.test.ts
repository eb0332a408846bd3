/** The bytes that a person's phone loads. They are printed; over budget fails. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { buildEmbeds } from "../src/build/buildEmbeds.ts"
import { sizesIn } from "./sizes.ts"

const folder = join(mkdtempSync(join(tmpdir(), "embeds-")), "dist")
await buildEmbeds(folder)
afterAll(() => rmSync(join(folder, ".."), { recursive: true, force: true }))

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`

it.each(sizesIn(folder))("$what", ({ budget, bytes, what }) => {
  console.log(`${what}: ${kilobytes(bytes)} of ${kilobytes(budget)}`)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(budget)
})

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { bundles } from "../src/bundles.ts"
import { writeSpecs } from "../src/specFiles.ts"

it("the digests are those of the files beside them, and leave out none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-specs-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await writeSpecs(folder)
  const { "digests.json": _, ...counted } = Object.fromEntries(
    await Promise.all(
      readdirSync(folder).map(async (name) => {
        const digest = await crypto.subtle.digest("SHA-256", readFileSync(join(folder, name)))
        return [name, Buffer.from(digest).toString("hex")] as const
      })
    )
  )
  expect(Object.keys(counted).toSorted()).toEqual(bundles.map((name) => `${name}.json`).toSorted())
  expect(JSON.parse(readFileSync(join(folder, "digests.json"), "utf8"))).toEqual(counted)
})

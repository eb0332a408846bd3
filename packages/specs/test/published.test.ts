import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bundles, writeSpecs } from "../src/published.ts"

const folder = mkdtempSync(join(tmpdir(), "embedded-super-specs-"))
beforeAll(() => writeSpecs(folder))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"))

it("the digests are those of the files beside them, and leave out none", async () => {
  const { "digests.json": _, ...counted } = Object.fromEntries(
    await Promise.all(
      readdirSync(folder).map(async (name) => {
        const digest = await crypto.subtle.digest("SHA-256", readFileSync(join(folder, name)))
        return [name, Buffer.from(digest).toString("hex")] as const
      })
    )
  )
  const names = [...bundles, "onboarding.arazzo"].map((name) => `${name}.json`)
  expect(Object.keys(counted).toSorted()).toEqual(names.toSorted())
  expect(read("digests.json")).toEqual(counted)
})

it("the partner API holds its operations alone: its webhooks are in AsyncAPI, and in no second file", () => {
  expect(read("partner-api.json")).not.toHaveProperty("webhooks")
  expect(Object.keys(read("webhooks.json").components.messages)).toContain("employerSettingsChanged")
})

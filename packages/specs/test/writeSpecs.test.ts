import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bundles } from "../src/documents.ts"
import { writeSpecs } from "../src/writeSpecs.ts"

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
  const names = [...bundles, "onboarding.arazzo", "partner-api.calls"].map((name) => `${name}.json`)
  expect(Object.keys(counted).toSorted()).toEqual(names.toSorted())
  expect(read("digests.json")).toEqual(counted)
})

it("the calls of the partner API are all of its operations, and nothing of its webhooks", () => {
  const [calls, whole] = [read("partner-api.calls.json"), read("partner-api.json")]
  expect(calls.paths).toEqual(whole.paths)
  expect(calls.webhooks).toBeUndefined()
  const names = Object.keys(calls.components.parameters)
  expect(names).toContain("RequestId")
  expect(names).not.toContain("WebhookSignature")
  const text = JSON.stringify(calls)
  for (const [, section = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    expect(calls.components[section], `${section}/${name}`).toHaveProperty(name)
  }
})

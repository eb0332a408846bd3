import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { SpecError } from "../../src/findings.ts"
import { buildBundles } from "../../src/output/bundles.ts"
import { sampleFiles } from "../sample.ts"

const documents = ["make.arazzo.json", "things-api.json", "webhooks.json"]

describe("the folder of the bundled documents", () => {
  let root = ""
  const contracts = () => join(root, "packages/contracts")
  const bundled = (name: string) => join(contracts(), "bundled", name)
  const spec = (path: string) => join(root, "specs", path)

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "codegen-bundles-"))
    for (const [path, text] of Object.entries(sampleFiles)) {
      mkdirSync(dirname(spec(path)), { recursive: true })
      writeFileSync(spec(path), text)
    }
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it("is made if it isn't there, and then left alone", async () => {
    expect(await buildBundles(root)).toBe(true)
    expect(readdirSync(contracts())).toEqual(["bundled"])
    expect(readdirSync(bundled(""))).toEqual([".digest", ...documents])
    expect(await buildBundles(root)).toBe(false)
  })

  it("is made anew after a change of the specs", async () => {
    await buildBundles(root)
    const path = spec("schemas/things.yaml")
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace("description: A thing.", "description: One thing.")
    )
    expect(await buildBundles(root)).toBe(true)
    expect(readFileSync(bundled("things-api.json"), "utf8")).toContain("One thing.")
  })

  it.each([
    ["is missing", () => rmSync(bundled("webhooks.json"))],
    ["was edited", () => appendFileSync(bundled("webhooks.json"), " ")],
    ["is left over", () => writeFileSync(bundled("gone-api.json"), "{}")]
  ])("is built again if a document %s", async (_, change) => {
    await buildBundles(root)
    const before = readFileSync(bundled("webhooks.json"), "utf8")
    change()
    expect(await buildBundles(root)).toBe(true)
    expect(readdirSync(bundled(""))).toEqual([".digest", ...documents])
    expect(readFileSync(bundled("webhooks.json"), "utf8")).toBe(before)
  })

  it("may be made by several at once", async () => {
    await Promise.all([buildBundles(root), buildBundles(root)])
    expect(await buildBundles(root)).toBe(false)
    expect(readdirSync(contracts())).toEqual(["bundled"])
  })

  it("keeps its documents while the specs are wrong", async () => {
    await buildBundles(root)
    appendFileSync(spec("schemas/things.yaml"), "Odd: { type: strange }\n")
    await expect(buildBundles(root)).rejects.toThrow(SpecError)
    expect(readdirSync(bundled(""))).toEqual([".digest", ...documents])
  })
})

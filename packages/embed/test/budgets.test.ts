/** The bytes that a person's phone loads. They are printed; over budget fails. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { buildEmbeds, type BuiltEmbeds } from "../src/build/buildEmbeds.ts"

const folder = join(mkdtempSync(join(tmpdir(), "embeds-")), "dist")
let built: BuiltEmbeds

beforeAll(async () => {
  built = await buildEmbeds(folder)
})
afterAll(() => rmSync(join(folder, ".."), { recursive: true, force: true }))

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`
const within = (what: string, bytes: number, budget: number) => {
  console.log(`${what}: ${kilobytes(bytes)} of ${kilobytes(budget)}`)
  expect(bytes, what).toBeLessThanOrEqual(budget)
}
const sizeOf = (name: string) => statSync(join(folder, name)).size
const pageOf = (app: keyof BuiltEmbeds["apps"]) =>
  readFileSync(join(folder, built.apps[app].pages["en-AU"]!), "utf8")

it.each([
  ["employee", "onboarding", 45_000],
  ["employer", "super_settings", 40_000],
  ["intent", "intent", 25_000]
] as const)("the script of the %s embed, gzipped, with its words", (name, app, budget) => {
  const scripts = [...pageOf(app).matchAll(/\/embed\/assets\/([\w-]+\.js)/g)].map(([, script]) => script!)
  expect(scripts.length).toBeGreaterThan(1)
  within(
    `${name} embed`,
    scripts.reduce((sum, script) => sum + sizeOf(`${script}.gz`), 0),
    budget
  )
})

it.each(["embedded-super.js", "embedded-super.mjs"])("the loader %s, gzipped", (name) => {
  within(name, sizeOf(`${name}.gz`), 3000)
})

it("the page, in brotli", () => {
  for (const { pages } of Object.values(built.apps))
    for (const page of Object.values(pages)) within(page, sizeOf(`${page}.br`), 3500)
})

it("the style sheet, gzipped", () => {
  const [, style = ""] = /<style>([^]*?)<\/style>/.exec(pageOf("onboarding")) ?? []
  within("style sheet", gzipSync(style, { level: 9 }).length, 6000)
})

import { readdirSync, readFileSync } from "node:fs"
import { assert, it } from "vitest"

it("imports nothing at runtime but openapi-fetch, so that it stays small", () => {
  const folder = new URL("../src/", import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("msw")
  )
  const texts = files.map((file) => readFileSync(new URL(file, folder), "utf8")).join("\n")
  const imported = texts.matchAll(/^(?:import|export) (?!type)[^"]*from "(?!\.)([^"]+)"/gm)
  assert.deepStrictEqual(
    Array.from(imported, (match) => match[1]),
    ["openapi-fetch"]
  )
})

import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { version } from "../src/version.ts"

it("the version is the package's", () => {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8")
  assert.strictEqual((JSON.parse(manifest) as { readonly version: string }).version, version)
})

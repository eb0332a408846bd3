/** The form of the checks. What they cite, and how strictly, is in contract-tests/conformance/mustTable.test.ts. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import type { Kit } from "../src/check/Check.ts"
import { kit as fund } from "../src/fund/kit.ts"
import { kit as partner } from "../src/partner/kit.ts"
import { version } from "../src/version.ts"

const checksOf = ({ groups }: Kit<never>) =>
  groups.flatMap(({ checks, name }) => checks.map((check) => ({ group: name, ...check })))

describe.each([
  ["fund", checksOf(fund)],
  ["partner", checksOf(partner)]
])("the checks of a %s", (_, all) => {
  it("have ids of their group, each only once", () => {
    for (const { group, id } of all) assert.match(id, new RegExp(`^${group}-[\\d.]+-\\d+$`))
    const ids = all.map(({ id }) => id)
    assert.deepStrictEqual([...new Set(ids)], ids)
  })

  it("are read as sentences", () => {
    for (const { hint, id, title } of all) {
      assert.match(title, /^(?:[A-Z]|[a-z]+(?:_[a-z]+)+ ).*\.$/, id)
      assert.match(hint, /^[A-Z][^]*\.$/, id)
    }
  })
})

it("the kits' version is that of the package", () => {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8")
  assert.strictEqual((JSON.parse(manifest) as { readonly version: string }).version, version)
})

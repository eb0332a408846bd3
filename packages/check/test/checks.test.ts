import { assert, describe, it } from "@effect/vitest"
import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { select } from "../src/run/select.ts"
import { aCheck, aGroup, aKit } from "./aKit.ts"
import type { Kit } from "../src/check/Check.ts"
import { kit as fund } from "../src/fund/kit.ts"
import { kit as partner } from "../src/partner/kit.ts"
import { version } from "../src/version.ts"

const kit = aKit(
  aGroup("AUTH", aCheck("AUTH-5-1"), aCheck("AUTH-5-2", { modes: ["certify"] })),
  aGroup("LOOKUP", aCheck("LOOKUP-4.2-1", { modes: ["dev", "certify", "probe"] }), aCheck("LOOKUP-4.2-2")),
  aGroup("LIMITS", aCheck("LIMITS-4-1", { modes: ["certify"] }))
)

const selected = (mode: CheckMode, ...names: ReadonlyArray<string>) =>
  Effect.map(select(kit, mode, names), ({ groups }) =>
    groups.flatMap(({ checks }) => checks.map(({ id }) => id))
  )

describe("a selection", () => {
  const rows: ReadonlyArray<
    readonly [mode: CheckMode, names: ReadonlyArray<string>, ids: ReadonlyArray<string>]
  > = [
    ["dev", [], ["AUTH-5-1", "LOOKUP-4.2-1", "LOOKUP-4.2-2"]],
    ["certify", [], ["AUTH-5-1", "AUTH-5-2", "LOOKUP-4.2-1", "LOOKUP-4.2-2", "LIMITS-4-1"]],
    ["certify", ["AUTH"], ["AUTH-5-1", "AUTH-5-2"]],
    ["probe", [], ["LOOKUP-4.2-1"]],
    ["dev", ["AUTH"], ["AUTH-5-1"]],
    ["dev", ["lookup-4.2-2", "auth"], ["AUTH-5-1", "LOOKUP-4.2-2"]]
  ]
  for (const [mode, names, ids] of rows) {
    it.effect(`of ${names.join(" and ") || "everything"} in the mode ${mode} has ${ids.length} checks`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* selected(mode, ...names), ids)
      })
    )
  }

  const refused: ReadonlyArray<readonly [mode: CheckMode, name: string, sentence: string]> = [
    [
      "dev",
      "LOKUP",
      "No group or check is called LOKUP. Did you mean LOOKUP? `npx fund-check list` shows all."
    ],
    [
      "dev",
      "auth-5",
      "No group or check is called AUTH-5. Did you mean AUTH-5-1, AUTH-5-2 or AUTH? `npx fund-check list` shows all."
    ],
    [
      "dev",
      "everything",
      "No group or check is called EVERYTHING. Groups are AUTH, LOOKUP or LIMITS; `npx fund-check list` shows every id."
    ],
    ["dev", "LIMITS", "LIMITS has no check in the mode dev. It runs in the mode certify."],
    ["probe", "AUTH-5-1", "AUTH-5-1 has no check in the mode probe. It runs in the mode dev or certify."]
  ]
  for (const [mode, name, sentence] of refused) {
    it.effect(`refuses ${name} in the mode ${mode}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(select(kit, mode, [name]))
        assert.strictEqual(error.reason, "usage")
        assert.strictEqual(error.sentence, sentence)
      })
    )
  }
})

/** The form of the checks. What they cite, and how strictly, is in contract-tests/conformance/mustTable.test.ts. */
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

describe("the group LOOKUP of fund-check", () => {
  /** These judge the form and the time of an answer, for whatever employer it is. */
  const forAnyEmployer = [2, 3, 11, 12].map((number) => `LOOKUP-2.5-${number}`)
  const checks = fund.groups.find(({ name }) => name === "LOOKUP")?.checks ?? []
  for (const check of checks.filter(({ id }) => !forAnyEmployer.includes(id)))
    it(`${check.id} follows from mixed up lookups, which answer it for the ABN of another`, () => {
      assert.include(check.restsOn ?? [], "LIMITS-2.5-1")
    })
  it("has checks", () => assert.isAbove(checks.length, 5))
})

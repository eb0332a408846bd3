import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { kit } from "../../src/fund/index.ts"

const requirements = parse(
  readFileSync(new URL("../../../../specs/requirements.yaml", import.meta.url), "utf8")
) as ReadonlyArray<{ readonly id: string; readonly level: string }>

const levelOf = new Map(requirements.map(({ id, level }) => [id, level]))

const all = kit.groups.flatMap(({ checks, name }) => checks.map((check) => ({ group: name, ...check })))

describe("the checks of a fund", () => {
  it("have ids of their group, each only once", () => {
    for (const { group, id } of all) assert.match(id, new RegExp(`^${group}-[\\d.]+-\\d+$`))
    const ids = all.map(({ id }) => id)
    assert.deepStrictEqual([...new Set(ids)], ids)
  })

  it("cite a requirement of the description, or a decision", () => {
    for (const { id, requirement } of all) {
      assert.isTrue(levelOf.has(requirement) || /^D-[a-z-]+$/.test(requirement), `${id}: ${requirement}`)
    }
  })

  it("are a MUST only where the requirement is one", () => {
    for (const { id, level, requirement } of all) {
      if (level === "MUST" && !requirement.startsWith("D-")) {
        assert.strictEqual(levelOf.get(requirement), "MUST", id)
      }
    }
  })

  it("are read as sentences", () => {
    for (const { hint, id, title } of all) {
      assert.match(title, /^[A-Z].*\.$/, id)
      assert.match(hint, /^[A-Z][^]*\.$/, id)
    }
  })
})

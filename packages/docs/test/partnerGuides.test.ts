/** Facts of the spec that partners' guides repeat must equal the spec. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type Bundle, readBundle, type Schema } from "../src/bundles.ts"

const guide = (name: string): string =>
  readFileSync(new URL(`../guides/partners/${name}.md`, import.meta.url), "utf8")

const partnerApi = await readBundle("partner-api")

/** The first cells of the table whose first heading is this, without their backticks. */
const firstCells = (text: string, heading: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  const head = lines.findIndex((line) => line.startsWith(`| ${heading} `))
  const end = lines.findIndex((line, at) => at > head && !line.startsWith("|"))
  return lines.slice(head + 2, end).map((line) => line.split("|")[1]?.trim().replaceAll("`", "") ?? "")
}

const valuesOf = ({ components }: Bundle, name: string, property?: string): ReadonlyArray<string> => {
  const schema: Schema | undefined = components.schemas[name]
  return (property === undefined ? schema : schema?.properties?.[property])?.enum ?? []
}

describe("the guide to the sandbox", () => {
  it("explains each preset, each state to reach, and each value of the simulated ATO", () => {
    const text = guide("sandbox")
    expect(firstCells(text, "`preset`")).toEqual(valuesOf(partnerApi, "SandboxPreset"))
    expect(firstCells(text, "`status`").toSorted()).toEqual(valuesOf(partnerApi, "StaplingStatus").toSorted())
    expect(firstCells(text, "`outcome`")).toEqual(valuesOf(partnerApi, "SimulatedStapling", "outcome"))
    const states = valuesOf(partnerApi, "SessionAdvance", "to")
    expect(states.length).toBeGreaterThan(5)
    for (const state of states) expect(text).toContain(`\`${state}\``)
  })
})

describe("the guide to onboarding sessions", () => {
  it("shows the completed session of the spec, whole", () => {
    const [, shown = ""] =
      /```json title="A completed session"\n(.*?)\n```/s.exec(guide("onboarding-sessions")) ?? []
    const example = partnerApi.components.examples?.["sessionCompleted"]?.value
    expect(example).toBeDefined()
    expect(JSON.parse(shown)).toEqual(example)
  })
})

/** The mistakes that the ledger refuses after a release that binds, each for its own reason. */
import { afterAll, describe, expect, it } from "vitest"
import { refuses } from "../../../../src/changes/ledger/Problem.ts"
import { SpecsFolder, type Mistake } from "../SpecsFolder.ts"
import { classMistakes, placeMistakes } from "./class.ts"
import { dateMistakes, entryMistakes } from "./entry.ts"
import { releaseMistakes, versionMistakes } from "./release.ts"

/** Why a mistake is refused, as sentences. */
const reasonsOf = (specs: SpecsFolder, { by }: Mistake): ReadonlyArray<string> => {
  if (by === "publish") return specs.publish("2026-03-02").problems.map(({ wrong }) => wrong)
  const { bound, problems } = specs.check()
  return problems.filter((problem) => refuses(problem, bound)).map(({ wrong }) => wrong)
}

afterAll(() => SpecsFolder.clear())

describe.each([
  ["its day", dateMistakes],
  ["its class", classMistakes],
  ["its places", placeMistakes],
  ["the version", versionMistakes],
  ["what it covers", entryMistakes],
  ["the release", releaseMistakes]
])("a mistake in an announcement, of %s, is refused [R-9-2] [R-9-3]", (_, table) => {
  it.each(table)("$mistake", (mistake) => {
    using specs = new SpecsFolder("1.0.0")
    mistake.make(specs)
    expect(reasonsOf(specs, mistake).join("\n")).toContain(mistake.because)
  })
})

import { readDecisions } from "@embedded-super/docs/decisions"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { citable, deadCitations, foreignCitations, type TextFile } from "./requirements.ts"

/** Files that are released, generated or not ours, and tests with fictitious ids. */
const LEFT_OUT =
  /^(specs\/published|packages\/contracts|\.ci)\/|^pnpm-lock\.yaml$|^scripts\/support\/(requirements|citations\.program)\.test\.ts$/
const TEXT = /\.(ts|js|mjs|cjs|astro|css|md|ya?ml|json|sql)$/

/** Every text file of the project, uncommitted ones included. */
const projectFiles = (): ReadonlyArray<TextFile> =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
    .split("\n")
    .filter((path) => TEXT.test(path) && !LEFT_OUT.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }))

describe("citations", () => {
  let files: ReadonlyArray<TextFile>
  let known: ReadonlySet<string>
  beforeAll(async () => {
    files = projectFiles()
    known = citable(parse(readFileSync("specs/requirements.yaml", "utf8")), await readDecisions())
  })

  it("name requirements and decisions that exist, in code, specs and pages", () => {
    expect(files.length).toBeGreaterThan(500)
    expect(deadCitations(files, known)).toEqual([])
  })

  it("name no paper that isn't in the repository", () => {
    expect(foreignCitations(files)).toEqual([])
  })

  it.each([
    "(settled 38)",
    "as domain 1.7 and 4.1 say",
    "the description's 2.1",
    "(reliability 4)",
    "in settled.md 61",
    "Section 3 of the description",
    "x-source: description 2.3",
    "a file (settled\n * 38)"
  ])("of such a paper are found: %s", (text) => {
    expect(foreignCitations([{ path: "a.ts", text }])).toHaveLength(1)
  })

  it.each([
    "The promise settled, 3 of 4 rows",
    "a domain.\n2 files",
    "the description",
    "section 7 of RFC 9110"
  ])("of other things aren't mistaken for them: %s", (text) => {
    expect(foreignCitations([{ path: "a.md", text }])).toEqual([])
  })

  it("are found anywhere in a line, and only what looks like an id is one", () => {
    const text =
      "x-source: D-nowhere, R-2.1\n/** Last (R-99-1; see D-late-membership). */\nISO-R-1, D-Day, (D-)"
    expect(deadCitations([{ path: "a.ts", text }], new Set(["R-2.1", "D-late-membership"]))).toEqual([
      "a.ts:1 cites D-nowhere, which doesn't exist",
      "a.ts:2 cites R-99-1, which doesn't exist"
    ])
  })

  it("name one decision each: no two subjects share a file name", async () => {
    const ids = (await readDecisions()).map(({ id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
  })
})

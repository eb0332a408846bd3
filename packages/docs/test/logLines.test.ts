/** The page of log lines has each warning and error of the service, and no other. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const at = (path: string) => join(import.meta.dirname, path)

const sources = globSync(at("../../{http-manners,program,rules,service}/src/**/*.ts"))
  .filter((file) => !file.endsWith(".test.ts") && !file.includes("/testing/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))

/** The texts that have names, since tests or other packages use them, too. */
const constants = new Map(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/const ([A-Z_]+) =\s*"((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value
    ])
  )
)

/** Each call, and its text; undefined if that isn't constant. */
const calls = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/Effect\.log(Warning|Error|Fatal)\b(?:\(\s*(?:"((?:[^"\\]|\\.)*)"|([A-Z_]+)\b))?/g)].map(
    ([, level, literal, name = ""]) => ({ file, level, text: literal ?? constants.get(name) })
  )
)

const page = readFileSync(at("../guides/operators/log-lines.md"), "utf8")

const linesUnder = (heading: string) => {
  const [section = ""] = (page.split(`\n## ${heading}\n`)[1] ?? "").split("\n## ")
  return [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
    .slice(2)
    .map(([, line = "", advice = ""]) => ({ advice, line }))
}

const textsOf = (...levels: ReadonlyArray<string>) =>
  [...new Set(calls.filter(({ level = "" }) => levels.includes(level)).map(({ text }) => text))].toSorted()

describe("the page of log lines", () => {
  it("can name each warning and error, because its text is constant", () => {
    expect(calls.length).toBeGreaterThan(40)
    expect(calls.filter(({ text }) => text === undefined)).toEqual([])
  })

  it("has each error and each warning once, and no other", () => {
    for (const [heading, levels] of [
      ["Errors", ["Error", "Fatal"]],
      ["Warnings", ["Warning"]]
    ] as const) {
      expect(
        linesUnder(heading)
          .map(({ line }) => line)
          .toSorted()
      ).toEqual(textsOf(...levels))
    }
  })

  it("says what to do about each", () => {
    for (const { advice, line } of [...linesUnder("Errors"), ...linesUnder("Warnings")])
      expect(advice.length, line).toBeGreaterThan(9)
  })
})

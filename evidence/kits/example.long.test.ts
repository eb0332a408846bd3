/**
 * The example of `fund-check`: thirty lines of Express with three mistakes. The kit names these and no others, and
 * the corrections that its hints ask for lead to a fund that conforms.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { checkFund } from "@embedded-super/check/fund"
import { profileText } from "@embedded-super/check/testing"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import { startCommand } from "@embedded-super/program/startProgram"

const KEY = "a-key-of-thirty-two-letters-1234"

const published = readFileSync(
  new URL("../../packages/check/example/fund/server.mjs", import.meta.url),
  "utf8"
)

/** Each mistake: the kit's sentence about it, and the lines that correct it. */
const mistakes = [
  {
    cause: "The fund's answer without a match holds more than employer_found.",
    wrong: `  response.json({ employer_found: employer_number !== null, employer_details: { employer_number } })`,
    right: `  if (employer_number === null) return response.json({ employer_found: false })
  response.json({ employer_found: true, employer_details: { employer_number } })`
  },
  {
    cause: "The member number isn't a text.",
    wrong: `members.set(person, 700000 + members.size)`,
    right: `members.set(person, String(700000 + members.size))`
  },
  {
    cause: "An error shows the fund's inside: a stack trace or a message of its database.",
    wrong: `const server = app.listen(`,
    right: `app.use((error, request, response, next) =>
  response.status(error.status ?? 500).json({ detail: "The request can't be read." })
)

const server = app.listen(`
  }
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "example-"))
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), join(folder, "node_modules"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const checked = async (name: string, source: string): Promise<CheckReport> => {
  const file = join(folder, name)
  writeFileSync(file, source)
  const server = startCommand(process.execPath, [file], { API_KEY: KEY, PORT: "0" })
  const baseUrl = await server.line((line) => /^http:\/\/[^\s/]+$/.exec(line)?.[0])
  const profile = Result.getOrThrow(
    readProfile(
      profileText({
        name: "Express Super",
        abn: "60905115063",
        baseUrl,
        operations: ["registration", "lookup"],
        lookupPath: "/v1/employer_lookup",
        flow: "api_key",
        matchingAbn: "80000000001",
        unknownAbn: "42000000003",
        ca: undefined
      }),
      { dev: true }
    )
  )
  const run = checkFund({ profile, mode: "dev", seed: 1, environment: { FUND_CHECK_SECRET: KEY } })
  return await Effect.runPromise(Effect.provide(run, NodeServices.layer)).finally(() => server.stop())
}

const failuresOf = ({ findings }: CheckReport): ReadonlyArray<string> =>
  findings.filter(({ verdict }) => verdict === "fail").map(({ cause }) => cause)

it("its three mistakes are the first findings, before any warning, and the only failures", async () => {
  const report = await checked("server.mjs", published)
  expect(report.findings.slice(0, 3).map(({ cause }) => cause)).toEqual(mistakes.map(({ cause }) => cause))
  expect(failuresOf(report)).toHaveLength(3)
  expect(report.verdict).toBe("does_not_conform")
})

it("corrected as the hints say, it conforms, and nothing fails", async () => {
  const corrected = mistakes.reduce((source, { right, wrong }) => {
    expect(source.split(wrong)).toHaveLength(2)
    return source.replace(wrong, () => right)
  }, published)
  const report = await checked("corrected.mjs", corrected)
  expect(failuresOf(report)).toEqual([])
  expect(report.verdict).toBe("conforms")
  expect(report.counts.error).toBe(0)
})

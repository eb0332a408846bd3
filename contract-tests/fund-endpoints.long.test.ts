/**
 * The endpoint of the guide "Your first registration" in each of its languages: the same answers to the same calls. Node's is also
 * followed with the whole guide (guides.long.test.ts). A language is skipped if its tool isn't on this machine.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "@embedded-super/program/freePorts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { type Program, startCommand, startProgram } from "@embedded-super/program/startProgram"
import { blocksOf } from "./src/guides/blocks.ts"
import { isThere } from "./src/guides/languages/verifiers.ts"

const guide = readFileSync(join(projectRoot, "packages/docs/guides/funds/first-registration.md"), "utf8")
const KEY = "a-key-of-thirty-two-letters-1234"

const languages = [
  {
    language: "js",
    file: "fund.mjs",
    tool: "node",
    run: (cwd: string) => startProgram("fund.mjs", [], {}, { cwd })
  },
  {
    language: "go",
    file: "fund.go",
    tool: "go",
    run: (cwd: string, tool: string) => {
      execFileSync(tool, ["build", "-o", "fund", "fund.go"], { cwd, stdio: "pipe" })
      return startCommand(join(cwd, "fund"), [], {}, { cwd })
    }
  }
] as const

/** [what is called, the path, the body, the headers besides the key, the status and the body of the answer] */
type Row = readonly [
  what: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  status: number,
  answer: unknown
]

const register = "/v1/member_registration"
const lookup = "/v1/employer_lookup"
const member = JSON.stringify({ family_name: "O'Connor-Đặng", date_of_birth: "1994-02-28" })
const first = { "Idempotency-Key": "3c1b7e0a-9d54-4f5e-8a47-2f60cbb1f5d2" }
const second = { "Idempotency-Key": "01a1fb67-1800-7000-8000-0000000000d2" }
const numbered = (member_number: string) => ({ member_details: { member_number } })

const rows: ReadonlyArray<Row> = [
  ["a new member", register, member, first, 201, numbered("10000000")],
  ["the same call again", register, member, first, 200, numbered("10000000")],
  ["another member", register, member, second, 201, numbered("10000001")],
  [
    "an employer of the fund",
    lookup,
    '{"abn":"51824753556"}',
    {},
    200,
    { employer_found: true, employer_details: { employer_number: "EMP-004512" } }
  ],
  ["an unknown employer", lookup, '{"abn":"42000000003"}', {}, 200, { employer_found: false }],
  ["employer details", "/v1/employer_details", "{}", {}, 200, {}],
  ["a broken body", lookup, '{"abn":', {}, 400, {}],
  ["a wrong key", lookup, '{"abn":"51824753556"}', { "X-Auth-Key": "another" }, 401, {}]
]

describe.each(languages)("the fund in $language", async ({ file, language, run, tool }) => {
  const there = await isThere(tool)
  const folder = mkdtempSync(join(tmpdir(), `embedded-super-fund-${language}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.skipIf(!there)("", () => {
    let program: Program
    let url: string
    beforeAll(async () => {
      const port = await freePort()
      const text = blocksOf(guide).find((block) => block.language === language)?.text ?? ""
      url = `http://localhost:${port}`
      writeFileSync(join(folder, "api-key"), `${KEY}\n`)
      writeFileSync(join(folder, file), `${text.replace(/(?<=localhost:|listen\()5001/, String(port))}\n`)
      program = run(folder, tool)
      await program.line((line) => line === "listening" || undefined)
    }, 180_000)
    afterAll(() => program?.stop())

    it.each(rows)("answers %s", async (_, path, body, headers, status, answer) => {
      const response = await fetch(url + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Auth-Key": KEY, ...headers },
        body
      })
      expect([response.status, await response.json()]).toEqual([status, answer])
      await program.line((line) => line === `${path} answered ${status}` || undefined)
    })

    it("has no other path", async () => {
      const response = await fetch(`${url}/v1/others`, {
        method: "POST",
        headers: { "X-Auth-Key": KEY },
        body: "{}"
      })
      expect(response.status).toBe(404)
    })
  })
})

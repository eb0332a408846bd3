/**
 * veraPDF, the reference checker of accessible PDFs, judges the choice form by every rule of PDF/UA-1 that a program can check.
 * Maven fetches it. Skipped with a reason on a machine without Java or Maven.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exampleForms } from "../../../test/exampleForms.ts"

const CHECKER = "org.verapdf.apps:greenfield-apps:1.28.2"

const PATIENCE = 300_000

/** The judgement of a file, as far as it is needed. */
interface Job {
  readonly itemDetails: { readonly name: string }
  readonly validationResult: ReadonlyArray<{
    readonly compliant: boolean
    readonly details: { readonly passedRules: number; readonly ruleSummaries: ReadonlyArray<unknown> }
  }>
}

const lacks = ["java", "mvn"].filter((tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0)
const because = lacks.length === 0 ? "" : ` (no ${lacks.join(", no ")})`

describe("the choice form", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "embedded-super-pdf-"))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (command: string, ...args: ReadonlyArray<string>) => {
    const { error, status, stderr, stdout } = spawnSync(command, args, {
      cwd: folder,
      encoding: "utf8",
      timeout: PATIENCE
    })
    return { status: error === undefined ? status : error.message, stdout, stderr }
  }

  const check = (...files: ReadonlyArray<string>): ReadonlyArray<Job> => {
    const main = "org.verapdf.apps.GreenfieldCliWrapper"
    const { stdout } = run("java", "-cp", "*", main, "--flavour", "ua1", "--format", "json", ...files)
    return JSON.parse(stdout).report.jobs
  }

  it.skipIf(lacks.length > 0)(
    `passes every rule of PDF/UA-1 by veraPDF${because}`,
    { timeout: PATIENCE },
    async () => {
      const fetched = run(
        "mvn",
        "-q",
        "-B",
        "dependency:copy",
        `-Dartifact=${CHECKER}`,
        "-DoutputDirectory=."
      )
      expect(fetched.status, fetched.stdout + fetched.stderr).toBe(0)
      const forms = await Effect.runPromise(exampleForms)
      forms.forEach(({ pdf }, index) => writeFileSync(join(folder, `${index}.pdf`), pdf))
      const jobs = check(...forms.map((_, index) => `${index}.pdf`))
      expect(jobs.length).toBe(forms.length)
      for (const { itemDetails, validationResult } of jobs) {
        const [judged] = validationResult
        expect(judged?.details.ruleSummaries, itemDetails.name).toEqual([])
        expect(judged?.compliant, itemDetails.name).toBe(true)
        expect(judged?.details.passedRules).toBeGreaterThan(100)
      }
      // The same form without its language and the title bar's setting: the checker sees what is missing.
      const [first] = forms
      const spoilt = Buffer.from(first?.pdf ?? [])
        .toString("latin1")
        .replace("/Lang (en-AU)", "/Nope (en-AU)")
        .replace("/DisplayDocTitle true", "/DisplayDocTitel true")
      writeFileSync(join(folder, "spoilt.pdf"), spoilt, "latin1")
      const [job] = check("spoilt.pdf")
      expect(job?.validationResult[0]?.compliant).toBe(false)
    }
  )
})

/**
 * The kits' examples for GitHub Actions: the kit's steps are run as a runner would, in an empty folder with nothing but the
 * packed kit, beside the example with three mistakes. What starts the user's own server isn't run.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { startProgram } from "@embedded-super/program/startProgram"
import { projectRoot } from "@embedded-super/program/projectRoot"

interface Step {
  readonly name?: string
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
}

interface Workflow {
  readonly on: { readonly push: { readonly branches: unknown; readonly tags: unknown } }
  readonly jobs: {
    readonly check: { readonly env: Readonly<Record<string, string>>; readonly steps: ReadonlyArray<Step> }
  }
}

interface Example {
  readonly kit: "fund-check" | "partner-check"
  readonly server: string
  readonly settings: ReadonlyArray<string>
  readonly finding: string
}

const examples: ReadonlyArray<Example> = [
  {
    kit: "fund-check",
    server: "server.mjs",
    settings: [
      ...["init", "--yes", "--operations", "registration,lookup"],
      ...["--matching-abn", "80000000001", "--unknown-abn", "42000000003"]
    ],
    finding: "The member number isn't a text."
  },
  {
    kit: "partner-check",
    server: "receiver.mjs",
    settings: ["init", "--name", "Wattle Payroll"],
    finding: "A delivery that was signed ten minutes ago is accepted."
  }
]

describe.each(examples)("the workflow of $kit", ({ finding, kit, server, settings }) => {
  const example = join(projectRoot, "packages/check/example", kit === "fund-check" ? "fund" : "partner")
  const { jobs, on } = parse(readFileSync(join(example, "github-actions.yaml"), "utf8")) as Workflow
  const { env, steps } = jobs.check
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-workflow-"))
  const inFolder = (file: string) => join(folder, file)
  const files = { GITHUB_ENV: inFolder("env"), GITHUB_STEP_SUMMARY: inFolder("summary") }
  beforeAll(() => {
    mkdirSync(inFolder("kit"))
    execFileSync(process.execPath, [join(projectRoot, "packages/check/src/pack.ts"), kit, inFolder("kit")])
    for (const file of Object.values(files)) writeFileSync(file, "")
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The variables that earlier steps left for later ones. */
  const left = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readFileSync(files.GITHUB_ENV, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
    )

  const step = (name: string, given: Readonly<Record<string, string>> = {}) => {
    const script = steps.find((one) => one.name === name)?.run
    if (script === undefined) throw new Error(`There is no step ${name}.`)
    return spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd: folder,
      encoding: "utf8",
      env: {
        HOME: folder,
        PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
        MODE: "dev",
        ...files,
        ...left(),
        ...given
      }
    })
  }

  it("runs on each push, and certifies on a tag", () => {
    expect(on.push).toMatchObject({ branches: ["main"], tags: ["v*"] })
    expect(env["MODE"]).toBe("${{ github.ref_type == 'tag' && 'certify' || 'dev' }}")
  })

  it("installs the kit, checks, shows the summary, and has the report to upload", async () => {
    const installed = step("Install the kit")
    expect(installed.status, installed.stderr).toBe(0)
    const kitItself = (...args: ReadonlyArray<string>) =>
      execFileSync("npx", ["--no-install", kit, ...args], {
        cwd: folder,
        env: { ...process.env, PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter) }
      })
    const secret = "a-key-of-thirty-two-letters-1234"
    kitItself(...settings)
    if (kit === "partner-check") expect(step("Make keys and secrets for this run").status).toBe(0)
    const program = startProgram(join(example, server), [], { API_KEY: secret, PORT: "0", ...left() })
    try {
      const url = await program.line((line) => /http:\S+/.exec(line)?.[0])
      if (kit === "partner-check") {
        const file = inFolder("partner-check.yaml")
        const text = readFileSync(file, "utf8")
        writeFileSync(
          file,
          text
            .replace(/^receiver_url: .*/m, `receiver_url: ${url}/webhooks`)
            .replace(/^service_url: .*/m, "service_url: http://127.0.0.1:0")
        )
      }
      const checked = step(kit === "fund-check" ? "Check the fund" : "Check the receiver", {
        FUND_CHECK_SECRET: secret,
        FUND_URL: url
      })
      expect(checked.status, checked.stderr).toBe(1)
      expect(checked.stdout).toContain(finding)
    } finally {
      await program.stop()
    }
    expect(step("Show the summary").status).toBe(0)
    expect(readFileSync(files.GITHUB_STEP_SUMMARY, "utf8")).toMatch(new RegExp(`^# ❌ ${kit}: `))
    const upload = steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@") === true)
    const paths = upload?.with?.["path"]?.trim().split("\n") ?? []
    expect(paths).toHaveLength(3)
    for (const path of paths) expect(existsSync(inFolder(path)), path).toBe(true)
  })
})

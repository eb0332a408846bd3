import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { startProgram } from "@embedded-super/program/startProgram"

/** Each script of the workspace that people run, and its Node command. */
const { postinstall: _, ...scripts }: Readonly<Record<string, string>> = JSON.parse(
  readFileSync("package.json", "utf8")
).scripts
const commands: ReadonlyArray<readonly [string, string]> = [
  ...Object.entries(scripts),
  ["change-ledger", "node scripts/change-ledger.ts"]
]

const run = (command: string, flag: string) => {
  const [, file = "", ...args] = command.split(" ")
  return startProgram(file, [...args, flag]).ended
}

describe.each(commands)("%s", (_, command) => {
  it("--help says what it takes, does nothing else, and exits 0", async () => {
    const { code, stderr, stdout } = await run(command, "--help")
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^(?:[a-z][\w:-]*: |DESCRIPTION\n)/)
    expect(stdout).not.toMatch(/\(\d+\.\d s\)|Published|\d written|\d passed/)
    expect(existsSync("packages/docs/--help")).toBe(false)
  })

  it("refuses a flag that it doesn't know in one sentence, and exits 2", async () => {
    const { code, stderr, stdout } = await run(command, "--nonsense")
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(/^[A-Z][^\n]*--nonsense[^\n]*\.\n$/)
  })
})

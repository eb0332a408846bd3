import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { heldDatabase } from "@embedded-super/program/postgres/heldDatabase"
import { removeOutside, masterKeyIn } from "@embedded-super/program/testing/dataFolder"
import { startProgram } from "@embedded-super/program/startProgram"
import { serviceProgram } from "./src/programs/service.ts"
import { takePort } from "@embedded-super/program/testing/takenPort"

interface Fault {
  readonly port: number
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
}

const UNREACHABLE = { DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/super" }

/** A program, and its arguments for a port and a data folder. */
interface Asked {
  readonly file: string
  readonly args: (fault: Fault) => ReadonlyArray<string>
}
const serve: Asked = {
  file: serviceProgram,
  args: ({ dataDir, port }) => ["serve", "--dev", "--port", `${port}`, "--data-dir", dataDir]
}
const start: Asked = {
  file: "scripts/start.ts",
  args: ({ dataDir, port }) =>
    ["--port", `${port}`, "--fund-port", "0", "--partner-port", "0"].concat("--data-dir", dataDir)
}

/** Two lines: the problem in one sentence, and its remedy. */
const twoSentences = /^[A-Z][^\n]*\.\n[A-Z][^\n]*\.\n$/

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-start-"))
  // If the tests run as root, the database's own user has to reach the folder.
  chmodSync(folder, 0o755)
  return folder
}

/** A data folder whose database was created by another version of PostgreSQL. */
const folderOfVersion16 = async (): Promise<string> => {
  const folder = newFolder()
  await (await heldDatabase(join(folder, "postgres"))).release()
  const location = join(folder, "postgres/location")
  const home = existsSync(location) ? readFileSync(location, "utf8") : join(folder, "postgres")
  writeFileSync(join(home, "cluster/PG_VERSION"), "16\n")
  return folder
}

describe("says in one sentence why it can't start, and what to do, and exits 1:", () => {
  const folders: Array<string> = []
  let taken: Awaited<ReturnType<typeof takePort>>

  beforeAll(async () => void (taken = await takePort()))
  afterAll(async () => {
    await taken.free()
    for (const folder of folders) {
      removeOutside(join(folder, "postgres"))
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const run = async ({ args, file }: Asked, fault: Partial<Fault>) => {
    const whole: Fault = { port: 0, dataDir: fault.dataDir ?? newFolder(), env: {}, ...fault }
    folders.push(whole.dataDir)
    const { code, stderr, stdout } = await startProgram(file, args(whole), {
      MASTER_KEY_FILE: masterKeyIn(whole.dataDir),
      ...whole.env
    }).ended
    const output = `${stdout}${stderr}`
    expect(output).toMatch(twoSentences)
    expect(output).not.toMatch(/^\s+at /m)
    expect(code).toBe(1)
    return output
  }

  it.each([
    ["serve", serve, UNREACHABLE],
    ["start", start, {}]
  ] as const)("%s: the port is taken", async (_, command, env) => {
    expect(await run(command, { port: taken.port, env })).toBe(
      `Port ${taken.port} is taken by another program.\n` +
        "End that program, or choose another port with --port or PORT.\n"
    )
  })

  it.each([
    ["serve", serve],
    ["start", start]
  ] as const)("%s: DATABASE_URL can't be reached; its password is not shown", async (_, command) => {
    const output = await run(command, { env: UNREACHABLE })
    expect(output).toMatch(
      /^The database at 127\.0\.0\.1:1\/super can't be used \(connect ECONNREFUSED 127\.0\.0\.1:1\)\.$/m
    )
    expect(output).toMatch(/DATABASE_URL/)
    expect(output).not.toContain("hunter2")
  })

  it("serve: DATABASE_URL isn't set", async () => {
    expect(await run(serve, {})).toMatch(/^DATABASE_URL isn't set, .*\nSet it to postgres:/)
  })

  it("start: the data folder was made by another version of PostgreSQL", async () => {
    const output = await run(start, { dataDir: await folderOfVersion16() })
    expect(output).toMatch(
      /^The data folder \S+ was made by PostgreSQL 16; this program brings PostgreSQL \d+\.$/m
    )
    expect(output).toMatch(/ or move \S+ away to start with an empty database\.$/m)
  })
})

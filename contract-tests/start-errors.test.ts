import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { removeOutside } from "./src/database/removeOutside.ts"
import { startProgram } from "./src/programs/ChildProgram.ts"
import { serviceProgram } from "./src/programs/service.ts"
import { masterKeyIn } from "./src/programs/masterKey.ts"
import { takePort } from "./src/programs/takenPort.ts"

interface Fault {
  readonly port: number
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
}

/** A program, and how it is asked to run on a port and a data folder. */
const programs: ReadonlyArray<readonly [string, string, (fault: Fault) => ReadonlyArray<string>]> = [
  [
    "serve",
    serviceProgram,
    ({ dataDir, port }) => ["serve", "--dev", "--port", `${port}`, "--data-dir", dataDir]
  ],
  [
    "start",
    "scripts/start.ts",
    ({ dataDir, port }) =>
      ["--port", `${port}`, "--fund-port", "0", "--partner-port", "0"].concat("--data-dir", dataDir)
  ]
]

/** Two lines: what is wrong, in one sentence, and what to do about it. */
const twoSentences = /^[A-Z][^\n]*\.\n[A-Z][^\n]*\.\n$/

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-start-"))
  // The database's own user has to reach it where the tests run as root.
  chmodSync(folder, 0o755)
  return folder
}

/** A data folder whose database another version of PostgreSQL has made. */
const folderOfVersion16 = async (): Promise<string> => {
  const folder = newFolder()
  const { code, stderr } = await startProgram(serviceProgram, ["migrate", "--dev", "--data-dir", folder])
    .ended
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const location = join(folder, "postgres/location")
  const home = existsSync(location) ? readFileSync(location, "utf8") : join(folder, "postgres")
  writeFileSync(join(home, "cluster/PG_VERSION"), "16\n")
  return folder
}

describe.each(programs)(
  "%s says in one sentence why it can't start, and what to do, and exits 1:",
  (_, file, argsOf) => {
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

    const run = async (fault: Partial<Fault>) => {
      const whole: Fault = { port: 0, dataDir: fault.dataDir ?? newFolder(), env: {}, ...fault }
      folders.push(whole.dataDir)
      const { code, stderr, stdout } = await startProgram(file, argsOf(whole), {
        MASTER_KEY_FILE: masterKeyIn(whole.dataDir),
        ...whole.env
      }).ended
      const said = `${stdout}${stderr}`
      expect(said).toMatch(twoSentences)
      expect(said).not.toMatch(/^\s+at /m)
      expect(code).toBe(1)
      return said
    }

    it("the port is taken", async () => {
      expect(await run({ port: taken.port })).toBe(
        `Port ${taken.port} is taken by another program.\n` +
          "End that program, or choose another port with --port or PORT.\n"
      )
    })

    it("DATABASE_URL can't be reached; its password is not shown", async () => {
      const env = { DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/super" }
      const said = await run({ env })
      expect(said).toMatch(
        /^The database at 127\.0\.0\.1:1\/super can't be used \(connect ECONNREFUSED 127\.0\.0\.1:1\)\.$/m
      )
      expect(said).toMatch(/DATABASE_URL/)
      expect(said).not.toContain("hunter2")
    })

    it("the data folder was made by another version of PostgreSQL", async () => {
      const said = await run({ dataDir: await folderOfVersion16() })
      expect(said).toMatch(
        /^The data folder \S+ was made by PostgreSQL 16; this program brings PostgreSQL \d+\.$/m
      )
      expect(said).toMatch(/ or move \S+ away to start with an empty database\.$/m)
    })
  }
)

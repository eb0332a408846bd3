import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { startProgram } from "@embedded-super/program/startProgram"
import { inScope } from "@embedded-super/program/testing/inScope"
import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { compileCache } from "@embedded-super/program/projectRoot"
import type { World } from "../../chaos/world/World.ts"

const KIB = 1024

/** The most memory that a process ever held, in MiB; undefined where the system doesn't report it. */
const peakOf = (pid: number): number | undefined => {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return kibibytes === undefined ? undefined : Number(kibibytes) / KIB
  } catch {
    return undefined
  }
}

/** The service's SFTP server, as `start` runs it, in a process of its own on this database; ends with the scope. */
export const startImporter = Effect.fnUntraced(function* (world: World, database: string) {
  const env = {
    NODE_COMPILE_CACHE: compileCache,
    DATABASE_URL: Redacted.value(world.server.url(database)),
    MASTER_KEY_FILE: world.masterKeyFile,
    LOG_FORMAT: "json",
    DATA_DIR: join(world.folder, "data"),
    SFTP_HOST: "127.0.0.1",
    SFTP_DIR: join(world.folder, "sftp")
  }
  const nodeFlags = ["--max-semi-space-size=16"]
  const program = yield* inScope(() =>
    startProgram(serviceProgram, ["sftp", "--dev", "--port", "0"], env, { nodeFlags })
  )
  const port = Number(yield* program.line((line) => /Serving SFTP on port (\d+)/.exec(line)?.[1]))
  return { port, peak: () => peakOf(program.pid), log: program.printed }
})

export type Importer = Effect.Success<ReturnType<typeof startImporter>>

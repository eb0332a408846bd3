import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { startProgram } from "../../../contract-tests/src/programs/ChildProgram.ts"
import { serviceProgram } from "../../../contract-tests/src/programs/service.ts"
import { compileCache } from "../../support/compileCache.ts"
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
  const program = yield* Effect.acquireRelease(
    Effect.sync(() =>
      startProgram("--max-semi-space-size=16", [serviceProgram, "sftp", "--dev", "--port", "0"], {
        NODE_COMPILE_CACHE: compileCache,
        DATABASE_URL: Redacted.value(world.server.url(database)),
        MASTER_KEY_FILE: world.masterKeyFile,
        LOG_FORMAT: "json",
        DATA_DIR: join(world.folder, "data"),
        SFTP_HOST: "127.0.0.1",
        SFTP_DIR: join(world.folder, "sftp")
      })
    ),
    ({ stop }) => Effect.promise(stop)
  )
  const found = (pattern: RegExp) => Effect.promise(() => program.line((line) => pattern.exec(line)?.[1]))
  const port = Number(yield* found(/Serving SFTP on port (\d+)/))
  return { port, peak: () => peakOf(program.pid), log: program.printed }
})

export type Importer = Effect.Success<ReturnType<typeof startImporter>>

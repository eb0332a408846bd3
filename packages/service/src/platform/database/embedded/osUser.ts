import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import process from "node:process"
import { OperatorError } from "../../OperatorError.ts"

/** The OS user that the server runs as; none: the user of this process. */
export interface OsUser {
  readonly uid: number
  readonly gid: number
}

export const isRoot: boolean = process.getuid?.() === 0

/** Few variables, so that neither `PG…` settings nor secrets of this process reach the server. */
export const serverEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" }

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs a program to its end as another user; never fails, a program that can't be started has code -1. */
export const run = (
  command: string,
  args: ReadonlyArray<string>,
  user: OsUser | undefined = undefined
): Effect.Effect<Outcome> =>
  Effect.callback((resume) => {
    const child = execFile(
      command,
      args,
      { ...user, cwd: "/", env: serverEnvironment },
      (error, stdout, stderr) =>
        resume(
          Effect.succeed({
            code: error === null ? 0 : typeof error.code === "number" ? error.code : -1,
            output: `${stdout}${stderr}`.trim() || (error?.message ?? "")
          })
        )
    )
    return Effect.sync(() => child.kill())
  })

const lookUp = (name: string) =>
  Effect.map(Effect.all([run("id", ["-u", name]), run("id", ["-g", name])]), ([uid, gid]) =>
    uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
  )

/**
 * PostgreSQL refuses to run as root. Then its traditional user is taken, and made if the machine has none.
 */
export const postgresUser: Effect.Effect<OsUser, OperatorError> = Effect.gen(function* () {
  const known = yield* lookUp("postgres")
  if (known !== undefined) return known
  const made = yield* run("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--shell",
    "/bin/false",
    "postgres"
  ])
  const user = yield* lookUp("postgres")
  if (user === undefined) {
    return yield* new OperatorError({
      problem: `PostgreSQL refuses to run as root, and a user "postgres" can't be made (${made.output}).`,
      remedy: "Run as an ordinary user, make that user yourself, or set DATABASE_URL to a PostgreSQL server."
    })
  }
  yield* Effect.logInfo("Made the OS user that the embedded database runs as").pipe(
    Effect.annotateLogs({ user: "postgres", uid: user.uid })
  )
  return user
})

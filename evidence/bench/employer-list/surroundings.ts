/** The parts that the measurements of lists share: a fund with a list, the services on its database, a stopwatch. */
import * as Effect from "effect/Effect"
import { FundProfiles, ListLookup, SftpAccounts, hostKey } from "@embedded-super/service/funds"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"
import * as Layer from "effect/Layer"
import { BusinessClock, Database, DatabaseUrl, Jobs } from "@embedded-super/service/platform"
import { devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
import * as FileSystem from "effect/FileSystem"
import { spawn } from "node:child_process"
import { keyPair, openSshArguments } from "@embedded-super/service/testing/sftp"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { finished } from "node:stream/promises"
import type { FundFileColumn } from "@embedded-super/contracts/fund-files"
import type { Abn } from "@embedded-super/contracts/schemas"

/** A fund that supplies a hashed list. */
export const aFund = Effect.fnUntraced(function* (slug: string, usi: string) {
  const product = aMySuper(usi)
  const list = { format: "hashed", complete_when: "renamed" }
  const profile = aFundProfile({
    fund: { slug, name: slug, abn: "60905115063" },
    products: [product],
    default_activate_usi: usi,
    operations: { member_registration: undefined, employer_lookup: { source: "list", list } }
  })
  return (yield* (yield* FundProfiles).load(profile)).fund
})

export type Fund = Effect.Success<ReturnType<typeof aFund>>

/** The services that provision and look up, as in production, on a database. */
export const servicesOn = (url: DatabaseUrl["Service"]) =>
  Layer.mergeAll(ListLookup.layer, SftpAccounts.layer, FundProfiles.layer).pipe(
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(BusinessClock.layer),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, url)),
    Layer.provideMerge(devSettings)
  )

/** Runs an effect, and returns its seconds beside its result. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    const value = yield* effect
    return { value, took: (performance.now() - began) / 1000 }
  })

/** The answer of sftp to `pwd`, which follows every command: it shows that the command is done. */
const DONE = "Remote working directory"

/** A session of OpenSSH's own sftp, kept open as a fund's own job would; `ask` waits until the server did what it says. */
export const openSshSession = Effect.fnUntraced(function* (port: number, { slug }: Fund) {
  const keys = keyPair()
  yield* (yield* SftpAccounts).provision(slug, keys.public)
  const { key } = yield* hostKey
  const server = { port, hostKey: `ssh-ed25519 ${key.getPublicSSH().toString("base64")}` }
  const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
  const args = yield* openSshArguments(server, slug, keys.private, folder, "-")
  const sftp = yield* Effect.acquireRelease(
    Effect.sync(() => spawn("sftp", args, { stdio: ["pipe", "pipe", "pipe"] })),
    (child) => Effect.sync(() => child.kill("SIGTERM"))
  )
  let output = ""
  for (const stream of [sftp.stdout, sftp.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text))
  }
  const ask = (command: string) =>
    Effect.callback<void>((resume) => {
      output = ""
      const look = () => {
        if (output.includes(DONE)) settle(Effect.void)
      }
      const ended = () => settle(Effect.die(new Error(`sftp ended at "${command}": ${output}`)))
      const settle = (result: Effect.Effect<void>) => {
        sftp.stdout.off("data", look)
        sftp.off("close", ended)
        resume(result)
      }
      sftp.stdout.on("data", look)
      sftp.on("close", ended)
      sftp.stdin.write(`${command}\npwd\n`)
    })
  return { ask }
})

export type OpenSshSession = Effect.Success<ReturnType<typeof openSshSession>>

/** A hashed entry need not be of a valid ABN. */
export const abnOf = (index: number): Abn => String(10_000_000_000 + index) as Abn

/** A list of employers that follow each other; the next one begins a tenth later, under other numbers. */
export interface List {
  readonly name: string
  readonly from: number
  readonly rows: number
}

export const listNamed = (name: string, rows: number, shift = 0): List => ({
  name,
  rows,
  from: Math.floor(rows / 10) * shift
})

/** The truth of a list about an employer: its number, undefined where it isn't listed. */
export const truthOf = ({ from, name, rows }: List, index: number): string | undefined =>
  index >= from && index < from + rows ? `${name}-${index}` : undefined

const AT_ONCE = 10_000
const COLUMNS: ReadonlyArray<FundFileColumn<"EmployerListRow">> = ["abn", "employer_number"]

/** Writes the list as a fund would that hashes without a salt. */
export const writeList = (path: string, { from, name, rows }: List) =>
  Effect.promise(async () => {
    const out = createWriteStream(path)
    out.write(`${COLUMNS.join(",")}\n`)
    for (let at = from; at < from + rows; at += AT_ONCE) {
      const lines = Array.from({ length: Math.min(AT_ONCE, from + rows - at) }, (_, nth) => {
        const hash = createHash("sha256")
          .update(abnOf(at + nth))
          .digest("hex")
        return `${hash},${name}-${at + nth}\n`
      })
      if (!out.write(lines.join(""))) await once(out, "drain")
    }
    out.end()
    await finished(out)
  })

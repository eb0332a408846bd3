/** A fund's upload job at the kit's SFTP server, and what the checks of it say. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import type { Outcome } from "../../src/check/Check.ts"
import type { FundProfile, SftpHostKey, Slug } from "@embedded-super/contracts/schemas"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import { newKeyPair } from "@embedded-super/rules/sftp/SftpSettings"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import type { Scope } from "effect/Scope"
import { openSftp, type SftpFailure, type SftpFiles } from "../../../../simulators/fund/src/sftp/SftpFiles.ts"
import { aFundProfile } from "../../../rules/test/aFundProfile.ts"
import { abns, listOf } from "../../../rules/test/lists.ts"
import type { FundUnderTest } from "../../src/fund/index.ts"
import { listBySftp } from "../../src/fund/list/sftp/listBySftp.ts"
import { listChecks as checks, outcomesAt } from "./checking.ts"

export const KEYS = newKeyPair("test")
export const OTHER_KEYS = newKeyPair("test")
export const GOOD = listOf(abns(3))
export const BAD = listOf(["51824753557"])

/** Seconds to wait for a file that doesn't come: an upload takes one. */
export const SHORT_WAIT = 8

/** Nothing waits so long for a file that comes. */
export const LONG_WAIT = 120

export const profileOf = (list: object, wait_seconds: number, publicKey = KEYS.public.trim()): FundProfile =>
  Result.getOrThrow(
    readProfile(
      aFundProfile({
        operations: {
          employer_lookup: { source: "list", list: { format: "plain", complete_when: "renamed", ...list } }
        },
        check: { list_sftp: { port: 0, public_key: publicKey, wait_seconds } }
      }),
      { dev: true }
    )
  )

export type Job = (
  login: (privateKey?: string, user?: string) => Effect.Effect<SftpFiles, SftpFailure, Scope>
) => Effect.Effect<unknown, SftpFailure, Scope>

/** Runs a fund's upload job while the checks wait for it. Returns the outcomes by id. */
export const outcomesOf = Effect.fnUntraced(function* (job: Job, wait: number, settings: object = {}) {
  const profile = profileOf(settings, wait)
  const sftp = profile.check?.list_sftp ?? assert.fail("there is no list_sftp")
  let running: Fiber.Fiber<unknown, SftpFailure> | undefined
  const list = yield* listBySftp(profile, sftp, {
    salt: undefined,
    onInbox: ({ host, hostKey, port, user }) =>
      Effect.sync(() => {
        const login = (privateKey = KEYS.private, name: string = user) =>
          openSftp({ host, port, user: name as Slug, host_key: hostKey as SftpHostKey }, privateKey)
        running = Effect.runFork(Effect.scoped(job(login)))
      })
  })
  const world: Partial<FundUnderTest> = { profile, mode: "dev", addressOf: () => undefined, list }
  const outcomes = yield* outcomesAt(world as FundUnderTest, checks)
  if (running !== undefined) yield* Effect.exit(Fiber.join(running))
  return outcomes
}, Effect.scoped)

export const causes = (outcomes: ReadonlyMap<string, Outcome>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...outcomes].flatMap(([id, outcome]) => (outcome.verdict === "fail" ? [[id, outcome.cause]] : []))
  )

export const upload = (files: SftpFiles, name: string, content: string, folder = "/inbox") =>
  Effect.andThen(
    files.put(`${folder}/${name}.part`, content),
    files.rename(`${folder}/${name}.part`, `${folder}/${name}`)
  )

/** Waits for the result as a fund's program does, and reads it. */
export const result = (files: SftpFiles, name: string, folder = "/inbox") =>
  Effect.gen(function* () {
    while (!(yield* files.list(folder)).includes(name)) yield* Effect.sleep("20 millis")
    return JSON.parse(yield* files.get(`${folder}/${name}`)) as Readonly<Record<string, unknown>>
  })

export const live = (name: string, test: Effect.Effect<void, unknown, NodeServices.NodeServices>) =>
  it.live(name, () => test.pipe(Effect.provide(NodeServices.layer)))

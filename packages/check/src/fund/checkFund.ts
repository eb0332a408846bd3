/**
 * Checks a fund: the kit as a function. The command line, `admin fund check` and the tests use it. It reads nothing but
 * its options and the variables that the profile names, and writes only keys of its own, into `keysFolder`.
 *
 * The trap: a profile with `simulated: false` is a live fund's. Only the mode probe may call it.
 */
import type { CheckReport, FundProfile } from "@embedded-super/contracts/schemas"
import type { FundCredential } from "@embedded-super/rules/authentication/AuthFlow"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { Scope } from "effect/Scope"
import type { LookupFunction } from "node:net"
import process from "node:process"
import { type CannotRun, usage } from "../cli/CannotRun.ts"
import { requireReachable as required } from "../cli/reachable.ts"
import { makeExchanges, type Exchange } from "../exchange/Exchange.ts"
import type { Subject } from "../run/reportOf.ts"
import type { RunRequest } from "../run/RunRequest.ts"
import { type Gap, gapsOf } from "../run/gaps.ts"
import { runKit } from "../run/runKit.ts"
import { select } from "../run/select.ts"
import { type KeyRing, keyRingOf, makeKeyRing } from "./caller/KeyRing.ts"
import { makeFundCaller } from "./caller/fundCaller.ts"
import { kit } from "./kit.ts"
import { openList, saltOf } from "./list/openList.ts"
import type { InboxAddress } from "./list/sftp/listBySftp.ts"
import { addressesOf } from "./profile/loadProfile.ts"
import { observed } from "./caller/pace.ts"

/** Fewer answers say little: a first one may wait for a cold start. */
const ENOUGH = 6

/** In milliseconds. A faster fund has a run of less than a minute. */
const SLOW = 400

/** Says once how long the fund takes for an answer, if that makes a long run; undefined otherwise. */
export const slowAnswers = () => {
  let isSaid = false
  return (made: ReadonlyArray<Pick<Exchange, "answer" | "took">>): string | undefined => {
    const times = made.filter(({ answer }) => answer !== undefined).map(({ took }) => took)
    const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]
    if (isSaid || median === undefined || times.length < ENOUGH || median < SLOW) return undefined
    isSaid = true
    const seconds = (median / 1000).toFixed(1)
    return `The fund takes about ${seconds} seconds for an answer, so a whole run takes minutes. Name groups or checks to run fewer.`
  }
}

/** Fails with one sentence if an address of the fund accepts no connection. */
const requireReachable = (
  addresses: ReadonlyArray<URL>,
  lookup?: LookupFunction
): Effect.Effect<void, CannotRun> =>
  required(addresses, {
    subject: "The fund",
    correct: "Correct the address in the profile, or name another with --base-url.",
    start: "Start the fund, or name its address with --base-url.",
    lookup
  })

export interface CheckFundOptions extends RunRequest {
  readonly profile: FundProfile
  /** The SHA-256 of the profile's file; left out if it didn't come from one. */
  readonly profileDigest?: string
  /** The variables with the secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder of the kit's own signing key and its JWKS, if the profile's flow needs one. Left out, `.fund-check`. */
  readonly keysFolder?: string
  /** The credential for the calls, in place of a secret from the environment or a key of the kit's own. */
  readonly credential?: FundCredential
  /** Resolves host names for every connection: a caller with rules for addresses enforces them here. */
  readonly lookup?: LookupFunction
  /** Sent with each call. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where the path of `check.list_file` begins: the profile's folder. Left out, the current one. */
  readonly profileFolder?: string
  /** Before the first call: serves the JWKS, for example. */
  readonly onKeys?: (keys: KeyRing) => Effect.Effect<void, CannotRun, Scope>
  /** When the SFTP server of `check.list_sftp` listens: says where the fund uploads its list. */
  readonly onInbox?: (address: InboxAddress) => Effect.Effect<void>
  /** How long the fund has to upload its list, where the profile doesn't say it. Left out, 20. */
  readonly uploadSeconds?: number
  /** Restarts the fund, or asks a person to, and ends when that is done. Left out, no check sees a restart. */
  readonly onRestart?: Effect.Effect<void>
  /** Before the first check: what the run won't observe of all that is required. */
  readonly onGaps?: (gaps: ReadonlyArray<Gap>) => Effect.Effect<void>
  /** Once, if the fund's answers take so long that the run does: with a sentence about it. */
  readonly onSlow?: (sentence: string) => Effect.Effect<void>
}

/** The fund as its report identifies it. */
const subjectOf = (
  { profile: { fund, products }, profileDigest }: CheckFundOptions,
  address: URL | undefined
): Subject => ({
  name: fund.name,
  ...(address === undefined ? {} : { address: address.origin }),
  slug: fund.slug,
  abn: fund.abn,
  usis: products.map(({ usi }) => usi),
  ...(profileDigest === undefined
    ? {}
    : { profile_sha256: profileDigest as Subject["profile_sha256"] & string })
})

const LIVE =
  "This profile is of a live fund (simulated: false). Check it with --mode probe, or check the fund's test environment with a profile that has simulated: true."

/** Runs the checks of this mode, and reports. */
export const checkFund = (
  options: CheckFundOptions
): Effect.Effect<CheckReport, CannotRun, FileSystem.FileSystem> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { environment, mode, names, onKeys, onProgress, profile } = options
      const { credential, headers, keysFolder = ".fund-check", lookup } = options
      const { onInbox, profileFolder = process.cwd() } = options
      if (!profile.simulated && mode !== "probe") return yield* usage(LIVE)
      const selected = yield* select(kit, mode, names)
      const keys =
        credential === undefined
          ? yield* makeKeyRing(profile, { environment, folder: keysFolder })
          : keyRingOf(credential)
      yield* onKeys?.(keys) ?? Effect.void
      const addresses = addressesOf(profile)
      yield* requireReachable(addresses, lookup)
      const exchanges = makeExchanges()
      const slowness = slowAnswers()
      const sftp = profile.check?.list_sftp
      const list = yield* sftp === undefined
        ? openList(profile, { environment, folder: profileFolder })
        : Effect.flatMap(
            Effect.promise(() => import("./list/sftp/listBySftp.ts")),
            ({ listBySftp }) =>
              listBySftp(profile, sftp, {
                salt: saltOf(profile, environment),
                onInbox: onInbox ?? (() => Effect.void),
                keysFolder,
                waitSeconds: options.uploadSeconds
              })
          )
      const worldOf = yield* makeFundCaller({
        ...{ profile, mode, keys, exchanges, list, lookup, headers },
        restart: options.onRestart
      })
      yield* options.onGaps?.(gapsOf(selected, worldOf({ seed: options.seed, mode }))) ?? Effect.void
      const [first] = addresses
      return yield* runKit({
        ...options,
        kit: observed(selected, profile, mode),
        // A certifying run skips nothing, also where each answer takes half a minute.
        ...(mode === "certify" ? { timeLimit: "2 hours" } : {}),
        worldOf: (draws, { level }) => worldOf(draws, level),
        subject: subjectOf(options, first),
        exchanges,
        aliveness: {
          subject: "fund",
          isReachable: Effect.match(requireReachable(addresses, lookup), {
            onSuccess: () => true,
            onFailure: () => false
          })
        },
        onProgress: (progress) =>
          Effect.suspend(() => {
            const sentence = progress.event === "check_ended" ? slowness(exchanges.all()) : undefined
            const said = sentence === undefined ? undefined : options.onSlow?.(sentence)
            return Effect.andThen(said ?? Effect.void, onProgress?.(progress) ?? Effect.void)
          })
      })
    })
  )

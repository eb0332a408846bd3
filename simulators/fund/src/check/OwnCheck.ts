/**
 * The check of this simulator by the conformance kit, in the mode `dev`, over HTTP like any caller's. The page begins it and
 * shows where it is.
 *
 * Why a key of the kit's own for flows with tokens: the caller's private key isn't here. Its public half is in
 * `check-keys` while the check runs, and `CallerKeys` accepts it beside the caller's.
 *
 * The trap: the members that the check registers stay, as with any caller; "Start afresh" removes them.
 */
import { type CheckReport, FundProfile, type WorkbenchCheck } from "@embedded-super/contracts/schemas"
import { callerFileOf, DataFolder, EventLog } from "@embedded-super/simulator-kit"
import { KIT_STATE } from "@embedded-super/pages/trace/traceparent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { randomInt } from "node:crypto"
import { PlayedFund } from "../funds.ts"
import { profileFileOf } from "../profile/fundProfile.ts"
import { keyFileOf } from "../security/FundKey.ts"
import { flows } from "../security/flows.ts"
import { checkKeysOf } from "../security/CallerKeys.ts"
import type { Kit } from "./kit.ts"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(FundProfile))

export class OwnCheck extends Context.Service<
  OwnCheck,
  {
    /** Where the check is; undefined without a kit. */
    readonly now: Effect.Effect<WorkbenchCheck | undefined>
    /** Begins a check unless one runs. Without a kit it does nothing. */
    readonly start: Effect.Effect<void>
    /** The HTML report of the last check; undefined if there is none. */
    readonly report: Effect.Effect<string | undefined>
    /** The text of the simulator's profile, JSON and so YAML, with its `check` section: for the kit's command line. */
    readonly profile: Effect.Effect<string>
    /** The file with what callers present; undefined for a flow whose key the caller makes. */
    readonly secretFile: string | undefined
  }
>()("@embedded-super/fund-simulator/OwnCheck") {
  static readonly layer = (apiKeyFile: string | undefined) =>
    Layer.effect(
      OwnCheck,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* DataFolder
        const fund = yield* PlayedFund
        const log = yield* EventLog
        const scope = yield* Effect.scope
        const kind = flows[fund.authentication.flow].secret
        const secretFile =
          kind === undefined
            ? undefined
            : { key: keyFileOf(folder, apiKeyFile), certificate: callerFileOf(folder) }[kind]

        const loaded = yield* Effect.cached(
          Effect.gen(function* () {
            const { kit } = yield* Effect.promise(() => import("./kit.ts"))
            if (kit === undefined) return undefined
            return { kit, run: yield* Effect.provideService(kit.watchedRun, Scope.Scope, scope) }
          })
        )

        const profile = Effect.orDie(fs.readFileString(profileFileOf(folder)))

        const check = Effect.fnUntraced(function* (
          { checkFund }: Kit,
          onProgress: Parameters<Parameters<Effect.Success<Kit["watchedRun"]>["begin"]>[0]>[0]
        ): Effect.fn.Return<CheckReport, string> {
          const keysFolder = checkKeysOf(folder)
          const text = secretFile === undefined ? "" : yield* Effect.orDie(fs.readFileString(secretFile))
          // Two keys while one is rotated.
          const secret = kind === "key" ? text.trim().split("\n", 1)[0] : text
          yield* log.note({ kind: "check_begun", summary: "fund-check began to check this fund." })
          return yield* checkFund({
            profile: yield* Effect.orDie(decode(yield* profile)),
            mode: "dev",
            seed: randomInt(2 ** 31 - 1),
            environment: { FUND_CHECK_SECRET: secret },
            keysFolder,
            headers: { tracestate: KIT_STATE },
            onProgress
          }).pipe(
            Effect.mapError(({ sentence }) => sentence),
            Effect.ensuring(Effect.ignore(fs.remove(keysFolder, { recursive: true, force: true }))),
            Effect.provideService(FileSystem.FileSystem, fs)
          )
        })

        return {
          now: Effect.map(loaded, (own) => own?.run.now()),
          start: Effect.flatMap(loaded, (own) =>
            own === undefined ? Effect.void : own.run.begin((onProgress) => check(own.kit, onProgress))
          ),
          report: Effect.map(loaded, (own) => {
            const report = own?.run.report()
            return report === undefined ? undefined : own?.kit.reportFiles(report)["report.html"]
          }),
          profile,
          secretFile
        }
      })
    )
}

/**
 * Checks of funds with the kit `fund-check`: its calls, with the profile and the credentials that the service would use.
 * `Checks.admin` is the operator's command. The verdict of the last whole check stays with the fund, and nothing that
 * was sent or answered.
 *
 * Why the kit is loaded when a check runs, and not before: it is as large as the rest of the service, and most
 * processes never run a check.
 *
 * The trap: a check calls as the service does, but not through the fund's gate: only the holds that are looked at when it
 * begins stop it, those of operators. Only the mode `probe` does no harm to a live fund.
 */
import type { CannotRun, Progress } from "@embedded-super/check"
import type { CheckMode, CheckReport, FundProfile, WebUrl } from "@embedded-super/contracts/schemas"
import type { FundCredential } from "@embedded-super/rules/authentication/AuthFlow"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { randomInt } from "node:crypto"
import { isIP } from "node:net"
import { servedAddress } from "../../platform/outgoing/ServedDatabaseRepo.ts"
import { audit, operator } from "../../platform/audit/audit.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { databaseDefects, operation, transactions } from "../../platform/database/operation.ts"
import { isAllowedAddress } from "../../platform/egress/addressRules.ts"
import { checkedLookup } from "../../platform/egress/checkedConnector.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { Outgoing } from "../../platform/outgoing/Outgoing.ts"
import { fundAddresses } from "../client/FundAgents.ts"
import { FundCredentials } from "../FundCredentials.ts"
import { fundsRepo, type StoredFund } from "../FundsRepo.ts"
import { openedCheckSettings, fundChecksRepo, type LastCheck } from "./FundChecksRepo.ts"

/** A fund that can be checked, with all that a run needs. */
export interface CheckableFund {
  readonly fund: StoredFund
  /** The stored profile with its `check` section, without the list, which only the fund's own machine has. */
  readonly profile: FundProfile
  /** The addresses that are called: those of its operations, and its token endpoint. */
  readonly addresses: ReadonlyArray<URL>
  readonly credential: FundCredential
  readonly mode: CheckMode
  /** Where findings lead: the docs of the running service, unless the instance file names others. */
  readonly docsUrl: WebUrl
  /** A simulated fund, and a process that calls nothing on this machine. */
  readonly needsDev: boolean
}

export interface RunCheck {
  /** Groups and ids; empty for all. The verdict is kept only if all ran. */
  readonly names?: ReadonlyArray<string>
  /** Sent with each call. */
  readonly headers?: Readonly<Record<string, string>>
  /** Before the first call. */
  readonly onBegin?: (head: Pick<CheckReport, "kit" | "kit_version" | "seed">) => Effect.Effect<void>
  readonly onProgress?: (progress: Progress) => Effect.Effect<void>
}

const kitOfFunds = Effect.promise(() => import("@embedded-super/check/fund"))

/** Certifying and probing runs have the same cases each time. */
const FIXED_SEED = 1

export class FundChecks extends Context.Service<
  FundChecks,
  {
    /**
     * Reads the data for a check. The default mode is `probe` for a fund that is live or linked, and else `dev`. Fails
     * if something is missing, before anything is called.
     */
    readonly prepare: (slug: string, mode?: CheckMode) => Effect.Effect<CheckableFund, OperatorError>
    /** Calls the fund and returns the report. */
    readonly run: (
      fund: CheckableFund,
      options?: RunCheck
    ) => Effect.Effect<CheckReport, CannotRun, FileSystem.FileSystem>
    /** The last whole check of a fund; undefined if there was none. */
    readonly last: (slug: string) => Effect.Effect<LastCheck | undefined>
  }
>()("@embedded-super/service/funds/checks/FundChecks") {
  static readonly layer = Layer.effect(
    FundChecks,
    Effect.gen(function* () {
      const { baseUrl, dev, instance, isInstanceOwn } = yield* Settings
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const transaction = yield* transactions
      const funds = yield* fundsRepo
      const checks = yield* fundChecksRepo
      const credentials = yield* FundCredentials
      const outgoing = yield* Outgoing
      const { reachable } = fundAddresses(dev)

      /** The egress rules that no look-up enforces: plain http, and an IP address in the URL. */
      const mistakeIn = (fund: StoredFund, { hostname, href }: URL): string | undefined => {
        const at = reachable(fund, href)
        if (Result.isFailure(at)) return at.failure
        const host = hostname.replace(/^\[|\]$/g, "")
        return isIP(host) === 0 || isAllowedAddress(host, { allowLoopback: dev && fund.simulated })
          ? undefined
          : "The fund's address is an IP address that may not be called."
      }

      const begin = transaction("FundChecks.begin")(function* ({ fund, mode }: CheckableFund) {
        yield* audit({
          actor: yield* operator,
          action: "fund.check",
          entity: { kind: "fund", id: fund.id },
          detail: { slug: fund.slug, version: fund.version, mode }
        })
      })

      return FundChecks.of({
        prepare: operation("FundChecks.prepare")(function* (slug: string, given?: CheckMode) {
          if ((yield* outgoing.look) !== undefined) return yield* outgoingIsHeld
          const fund = yield* funds.named(slug)
          if (yield* checks.isHeldByOperator(fund)) return yield* fundIsHeld(slug)
          const mode =
            given ??
            (!fund.simulated || (yield* checks.isLinked(fund.id)) ? ("probe" as const) : ("dev" as const))
          const sealed = yield* funds.checkSettings(fund.id)
          const settings = sealed === null ? undefined : yield* openedCheckSettings(vault, fund.id, sealed)
          if (settings === undefined) return yield* noSettings(slug)
          const credential = yield* credentials.current(fund.id)
          if (Option.isNone(credential)) return yield* noCredentials(slug)
          const served =
            (yield* servedAddress.pipe(Effect.provideService(SqlClient.SqlClient, sql))) ?? baseUrl
          const issuer = served as WebUrl
          const { list_file: _, list_sftp: __, ...check } = settings
          const profile = { ...fund.profile, check: { ...check, issuer } }
          const { addressesOf } = yield* kitOfFunds
          const addresses = addressesOf(profile)
          const needsDev = fund.simulated && !dev
          for (const address of addresses) {
            const mistake = mistakeIn(fund, address)
            if (mistake !== undefined) return yield* mayNotBeCalled(mistake, needsDev ? slug : undefined)
          }
          const docsUrl = isInstanceOwn ? instance.docs_url : (`${served}/docs` as WebUrl)
          return { fund, profile, addresses, credential: credential.value, mode, docsUrl, needsDev }
        }),

        run: Effect.fn("FundChecks.run")(function* (checkable, options = {}) {
          const { credential, docsUrl, fund, mode, profile } = checkable
          const { headers, names = [], onBegin, onProgress } = options
          const { checkFund, kit } = yield* kitOfFunds
          const seed = mode === "dev" ? randomInt(2 ** 31 - 1) : FIXED_SEED
          yield* begin(checkable)
          yield* onBegin?.({ kit: kit.name, kit_version: kit.version, seed }) ?? Effect.void
          const report = yield* checkFund({
            profile,
            mode,
            seed,
            names,
            credential,
            environment: {},
            docsUrl,
            lookup: checkedLookup({ allowLoopback: dev && fund.simulated }),
            ...(headers === undefined ? {} : { headers }),
            ...(onProgress === undefined ? {} : { onProgress })
          })
          if (names.length === 0) yield* databaseDefects(checks.keep(fund.id, fund.version, report))
          return report
        }),

        last: operation("FundChecks.last")(function* (slug: string) {
          return yield* checks.last(slug)
        })
      })
    })
  )
}

const outgoingIsHeld = new OperatorError({
  problem: "Outgoing work is held or switched off, so no fund is called.",
  remedy: "`admin status` says why; or run the kit `fund-check` by itself against a fund of your own."
})

const fundIsHeld = (slug: string) =>
  new OperatorError({
    problem: `An operator holds the fund ${slug}, so it isn't called.`,
    remedy: `End the hold with \`admin fund release --fund ${slug}\`, and check again.`
  })

const noSettings = (slug: string) =>
  new OperatorError({
    problem: `The profile of fund ${slug} has no \`check\` section, so a check has no ABN to look up.`,
    remedy:
      "Add the section with at least matching_abn and unknown_abn, load the profile with `admin fund load`, and check again."
  })

/** The remedy if the address of a simulated fund may be called only with --dev. */
export const withDev = (slug: string): string =>
  `A simulated fund on this machine may be called with --dev only: add it to \`admin fund check --fund ${slug}\`.`

const mayNotBeCalled = (mistake: string, needsDev: string | undefined) =>
  new OperatorError({
    problem: mistake,
    remedy:
      needsDev === undefined
        ? "Correct the address in the fund's profile and load it with `admin fund load`; nothing was called."
        : `${withDev(needsDev)} Nothing was called.`
  })

const noCredentials = (slug: string) =>
  new OperatorError({
    problem: `The fund ${slug} has no credentials to call it with.`,
    remedy: `Give some with \`admin fund credentials --fund ${slug}\`, and check again.`
  })

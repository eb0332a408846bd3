/**
 * Funds: the profiles that operators load, the calls to each fund, its limits and its breaker, and when a failed call
 * is tried again. A fund is a row made from its profile (YAML or JSON); nothing else changes it. Its products are in
 * `FundDirectory`, its links to partners' products in `FundLinks`, its credentials in `FundCredentials`, and the
 * contract breaches of its answers in `FundBreachLedger`. `client/` calls it; `calls/` keeps each call until it ends.
 *
 * Why a profile: each fund has its own addresses, authentication, member fields and limits, and none of them is code.
 *
 * The trap: a slug names one fund forever, simulated or real. A product that a later profile doesn't name is withdrawn
 * and never deleted, because sessions and employers name it; a job then reviews the employers that have it as default.
 * Another fund's profile may then name it: the USI is still the same product, so its row and its id move to that fund.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Mistake } from "@embedded-super/rules/profile/profileRules"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import { audit, operator } from "../platform/audit/audit.ts"
import { type Change, changeOf, type Facts } from "../platform/audit/changeOf.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { Settings } from "../platform/config/Settings.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { queues } from "../platform/jobs/queues.ts"
import { sealedCheckSettings } from "./checks/FundChecksRepo.ts"
import { fundsRepo, type FundSummary, type OtherProduct, type StoredFund } from "./FundsRepo.ts"
import { transactions } from "../platform/database/operation.ts"

/** The result of a load. */
export interface LoadedFund {
  readonly fund: StoredFund
  readonly change: "created" | "changed" | "unchanged"
  /** Whether the file has test data, which is stored apart from the profile's versions. */
  readonly hasTestData: boolean
  /** The products that other funds had given up, and that are this fund's now. */
  readonly moved: ReadonlyArray<OtherProduct>
}

/** Funds, as their profiles describe them. The operator loads a profile from a file; nothing else changes a profile. */
export class FundProfiles extends Context.Service<
  FundProfiles,
  {
    /**
     * Loads a profile from the text of a YAML or JSON file, and finds its fund by slug. An invalid profile is refused
     * with a list of all its mistakes. A new version starts a review of the employers whose default fund may have
     * closed.
     */
    readonly load: (text: string) => Effect.Effect<LoadedFund, OperatorError>
    /** Every fund, sorted by slug. */
    readonly list: Effect.Effect<ReadonlyArray<FundSummary>>
  }
>()("@embedded-super/service/funds/FundProfiles") {
  static readonly layer = Layer.effect(
    FundProfiles,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const policy = yield* Settings
      const vault = yield* Vault
      const repo = yield* fundsRepo
      const reviews = yield* queues.defaultFundReviews

      return FundProfiles.of({
        load: transaction("FundProfiles.load")(function* (text) {
          const read = readProfile(text, policy)
          if (Result.isFailure(read)) return yield* refused(read.failure)
          const profile = read.success
          const before = Option.getOrUndefined(yield* repo.lockBySlug(profile.fund.slug))
          if (before !== undefined && before.simulated !== profile.simulated)
            return yield* anotherKind(before)
          const fund = yield* repo.upsert(profile)
          yield* repo.setCheckSettings(fund.id, yield* sealedCheckSettings(vault, fund.id, profile))
          const { moved, taken } = yield* repo.replaceProducts(fund)
          if (taken.length > 0) return yield* usisTaken(taken)
          if (before !== undefined || moved.length > 0) yield* reviews.offer({ fund_id: fund.id })
          const change =
            before === undefined ? "created" : before.version === fund.version ? "unchanged" : "changed"
          yield* audit({
            actor: yield* operator,
            action: "fund.load",
            entity: { kind: "fund", id: fund.id },
            detail: {
              ...{ slug: fund.slug, version: fund.version, outcome: change },
              ...(moved.length === 0 ? {} : { moved: moved.map(({ slug, usi }) => `${usi} of ${slug}`) })
            },
            change: profileChange(before, fund)
          })
          return { fund, change, hasTestData: profile.check !== undefined, moved }
        }),

        list: repo.summaries.pipe(Effect.orDie, Effect.withSpan("FundProfiles.list"))
      })
    })
  )
}

/** Each member of a profile as a text: what matters to a reader in full, of the rest that it differs. */
const audited = ({ profile, version }: StoredFund): Facts => {
  const { authentication, operations, products, simulated, ...rest } = profile
  return {
    ...Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, JSON.stringify(value ?? null)] as const)
    ),
    version,
    simulated,
    authentication: authentication.flow,
    "authentication.settings": JSON.stringify(authentication),
    usis: products.map(({ usi }) => usi),
    products: JSON.stringify(products),
    addresses: Object.values(operations).flatMap((operation) =>
      operation !== undefined && "url" in operation ? [URL.parse(operation.url)?.host ?? ""] : []
    ),
    operations: JSON.stringify(operations)
  }
}

const SHOWN = new Set(["version", "simulated", "authentication", "usis", "addresses"])

const profileChange = (before: StoredFund | undefined, after: StoredFund): Change => {
  const facts = audited(after)
  return changeOf(
    before && audited(before),
    facts,
    Object.keys(facts).filter((name) => !SHOWN.has(name))
  )
}

const refused = (mistakes: ReadonlyArray<Mistake>) =>
  new OperatorError({
    problem: [
      `The profile is refused, with ${mistakes.length === 1 ? "one mistake" : `${mistakes.length} mistakes`}:`,
      ...mistakes.map(({ pointer, detail }) => `  ${pointer}  ${detail}`)
    ].join("\n"),
    remedy: "Correct the file and load it again; nothing was changed."
  })

const anotherKind = ({ simulated, slug }: StoredFund) =>
  new OperatorError({
    problem: `The fund ${slug} is ${simulated ? "simulated" : "real"}, and the profile would change that.`,
    remedy: "Load the profile under another slug: a slug always means the same fund."
  })

const usisTaken = (taken: ReadonlyArray<OtherProduct>) =>
  new OperatorError({
    problem: taken
      .map(
        ({ slug, usi }) => `The USI ${usi} is in the profile of fund ${slug}, and a USI is in one profile.`
      )
      .join("\n"),
    remedy:
      "Remove it from this profile; or remove it from the other one, load that first, then load this one again. " +
      "Nothing was changed."
  })

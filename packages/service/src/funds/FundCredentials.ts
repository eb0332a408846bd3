import { type FundId, JsonWebKey } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import { audit, operator } from "../platform/audit/audit.ts"
import { changeOf } from "../platform/audit/changeOf.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { newId } from "../platform/ids/newId.ts"
import { names } from "../platform/timeline/NamesRepo.ts"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import type { CredentialKey, FundCredential } from "@embedded-super/rules/authentication/AuthFlow"
import { authFlowOf } from "@embedded-super/rules/authentication/authFlows"
import { fundsRepo, type StoredFund } from "./FundsRepo.ts"
import { fundCredentialsRepo, type StoredCredentials } from "./FundCredentialsRepo.ts"
import { transactions } from "../platform/database/operation.ts"

/** The result of replacing or generating credentials. */
export interface NewCredentials {
  readonly version: number
  /** The key id (`kid`) in tokens; null if the flow has no key. */
  readonly keyId: string | null
  /** Whether the key is a key pair, whose public half is published. */
  readonly isPublished: boolean
}

/**
 * The secrets with which the service authenticates to funds: sealed, and numbered by version. During the overlap of two
 * versions the newer one is used; the older one is used if the fund refuses the newer. Credentials that a fund has
 * refused are never used again.
 */
export class FundCredentials extends Context.Service<
  FundCredentials,
  {
    /**
     * Stores new credentials for a fund and returns their version. The replaced credentials stay valid for another 24
     * hours, unless the fund refused them; older ones are deleted.
     */
    readonly replace: (
      slug: string,
      secret: Redacted.Redacted
    ) => Effect.Effect<NewCredentials, OperatorError>
    /**
     * Replaces the credentials with a secret that the service generates, so no person ever sees it. Refused for some
     * flows.
     */
    readonly generate: (slug: string) => Effect.Effect<NewCredentials, OperatorError>
    /** Stores the newest secret again as a new version, so that the fund is tried with it, even if it refused it. */
    readonly renew: (slug: string) => Effect.Effect<NewCredentials, OperatorError>
    /** The public halves of all keys that sign now or signed in the last 24 hours, newest first. */
    readonly published: Effect.Effect<ReadonlyArray<JsonWebKey>, SqlError>
    /** The newest credentials that the fund hasn't refused. */
    readonly current: (fundId: FundId) => Effect.Effect<Option.Option<FundCredential>, SqlError>
    /** Opens credentials that were read from the database. */
    readonly opened: (fundId: FundId, stored: StoredCredentials) => Effect.Effect<FundCredential>
    /** Records that the fund answered 401 or 403 to this version. */
    readonly refused: (fundId: FundId, version: number) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/funds/FundCredentials") {
  static readonly layer = Layer.effect(
    FundCredentials,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const vault = yield* Vault
      const funds = yield* fundsRepo
      const repo = yield* fundCredentialsRepo
      const timeline = yield* Timeline
      const nameOf = yield* names

      const cell = (fundId: FundId, id: string) => ({
        table: "fund_credentials",
        column: "sealed",
        tenant: fundId,
        row: id
      })

      const opened = (fundId: FundId, { id, key_id, sealed, version }: StoredCredentials) =>
        Effect.map(Effect.orDie(vault.open(cell(fundId, id), sealed)), (secret) => ({
          version,
          secret,
          keyId: key_id
        }))

      /** A key id names one key forever, across all funds: a verifier selects the key by this id only. */
      const requireOwnName = Effect.fnUntraced(function* (key: CredentialKey) {
        const isTaken = key.publicKey !== null && (yield* repo.isNameTaken(key))
        if (isTaken) return yield* nameIsTaken(key.keyId)
      })

      const take = Effect.fnUntraced(function* (fund: StoredFund, secret: Redacted.Redacted) {
        const flow = authFlowOf(fund.profile.authentication)
        const mistake = flow.mistakeIn(Redacted.value(secret))
        if (mistake !== undefined) return yield* notASecret(mistake)
        const newest = yield* repo.newest(fund.id)
        const version = newest.version + 1
        const key = yield* flow.keyOf?.(Redacted.value(secret), version) ?? Effect.undefined
        if (key !== undefined) yield* requireOwnName(key)
        yield* repo.keepOnly(fund.id, newest.previous)
        const id = yield* newId
        const sealed = yield* vault.seal(cell(fund.id, id), secret)
        const publicKey = key?.publicKey ?? null
        yield* repo.insert(fund.id, { id, version, sealed, key_id: key?.keyId ?? null }, publicKey)
        yield* Effect.logInfo(`The fund has new credentials, version ${version}; one call tests them`).pipe(
          Effect.annotateLogs({ fund: fund.slug })
        )
        yield* audit({
          actor: yield* operator,
          action: "fund.credentials",
          entity: { kind: "fund", id: fund.id },
          detail: { slug: fund.slug, ...(key === undefined ? {} : { key_id: key.keyId }) },
          change: changeOf(newest.version === 0 ? undefined : { version: newest.version }, { version })
        })
        return { version, keyId: key?.keyId ?? null, isPublished: publicKey !== null }
      })

      return FundCredentials.of({
        replace: transaction("FundCredentials.replace")(function* (slug, secret) {
          return yield* take(yield* funds.lockNamed(slug), secret)
        }),

        generate: transaction("FundCredentials.generate")(function* (slug) {
          const fund = yield* funds.lockNamed(slug)
          const made = authFlowOf(fund.profile.authentication).generate?.()
          if (made === undefined) return yield* comesFromTheFund(fund)
          return yield* take(fund, made)
        }),

        renew: transaction("FundCredentials.renew")(function* (slug) {
          const fund = yield* funds.lockNamed(slug)
          const row = yield* repo.last(fund.id)
          if (row === undefined) return yield* noneYet(slug)
          return yield* take(fund, yield* Effect.orDie(vault.open(cell(fund.id, row.id), row.sealed)))
        }),

        published: repo.publicKeys.pipe(
          Effect.flatMap((keys) => Effect.forEach(keys, (key) => Effect.orDie(decodeKey(key)))),
          Effect.withSpan("FundCredentials.published")
        ),

        current: Effect.fn("FundCredentials.current")(function* (fundId) {
          const [row] = yield* repo.current(fundId)
          return row === undefined ? Option.none() : Option.some(yield* opened(fundId, row))
        }),

        opened,

        refused: Effect.fn("FundCredentials.refused")(function* (fundId, version) {
          const slug = yield* repo.refuse(fundId, version)
          if (slug === undefined) return
          yield* Effect.logError("A fund refuses its credentials").pipe(
            Effect.annotateLogs({ fund: slug, version })
          )
          if (!timeline.isOn) return
          const fund = (yield* nameOf.fund(fundId)) ?? slug
          const about = things({ fund: fundId })
          yield* timeline.note({ kind: "credentials_refused", detail: { fund, version }, about })
        })
      })
    })
  )
}

const decodeKey = Schema.decodeUnknownEffect(JsonWebKey)

const comesFromTheFund = ({ profile, slug }: StoredFund) =>
  new OperatorError({
    problem: `The credentials of fund ${slug} (${profile.authentication.flow}) come from the fund: the service can't generate them.`,
    remedy: "Give them with --file, or write them to standard input."
  })

const noneYet = (slug: string) =>
  new OperatorError({
    problem: `The fund ${slug} has no credentials that could be given again.`,
    remedy: "Give some with `admin fund credentials`."
  })

const nameIsTaken = (keyId: string) =>
  new OperatorError({
    problem: `Another key has the id ${keyId} already.`,
    remedy:
      "Load the fund's profile with a new authentication.key_id, or without one; then give the key again."
  })

const notASecret = (mistake: string) =>
  new OperatorError({
    problem: `The credentials can't be used: ${mistake}.`,
    remedy: "Give a file that holds only the secret, or write the secret to standard input."
  })

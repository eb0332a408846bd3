/**
 * Partners and their products (`Products`), API keys (`ApiKeys`), webhook addresses, set, tested and paused
 * (`ProductWebhooks`), and what a product needs to go live (`go-live/`). `apiKeySecurity` authenticates the partner API. The operator's `admin` commands use this file and
 * `OperatorKeys`.
 *
 * Why two sides: a partner manages its products with its partner key. Only the operator creates a partner, makes or
 * ends a partner key, sets retention rules, and permits issue webhooks (R-2.1-18) and the reading of whole tax file
 * numbers.
 *
 * The trap: a key's text exists only in the result that made it, because the database has its hash. A lost key can only
 * be replaced, and a third working key is refused (D-api-keys). A product stays sandboxed or live forever (D-products).
 * A change of a partner's field that products show must call `raiseVersions`, or the products' ETags are out of date.
 */

import * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Slug } from "@embedded-super/contracts/schemas"
import { audit, operator } from "../platform/audit/audit.ts"
import { changeOf } from "../platform/audit/changeOf.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { newId } from "../platform/ids/newId.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { now } from "../platform/time/timestamp.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { partnersRepo } from "./PartnersRepo.ts"
import { productsRepo } from "./ProductsRepo.ts"

/** Makes a slug from a name: lower case letters and digits with single hyphens between, at most 63 characters. */
const slugOf = (name: string): Slug => {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-|-$/g, "")
  // A name in another script leaves nothing; the caller's uniqueness check still separates two such names.
  return (slug === "" ? "product" : slug) as Slug
}

/** Makes a slug from a name that isn't in `taken`: the second slug of the same name ends in -2. */
export const freeSlug = (name: string, taken: ReadonlySet<string>): Slug => {
  const slug = slugOf(name)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : (`${slug.slice(0, 58)}-${n}` as Slug)
    if (!taken.has(candidate)) return candidate
  }
}

export interface Partner {
  readonly id: S.PartnerId
  readonly name: string
  readonly slug: string
  readonly sandboxed: boolean
}

/** A partner's retention rules for personal data. */
export interface Retention {
  readonly tfnDays: number
  readonly choiceRecordsKept: boolean
}

/** A change of the rules; undefined keeps a rule. */
export interface RetentionChange {
  readonly tfnDays: number | undefined
  readonly choiceRecordsKept: boolean | undefined
}

/**
 * Partners: payroll and HR software that embeds onboarding. The operator makes them; they do everything else with their
 * key.
 */
export class Partners extends Context.Service<
  Partners,
  {
    /** Makes a partner and its key. The result is the only place where the key's text exists. */
    readonly create: (input: {
      readonly name: string
      readonly slug?: string | undefined
      readonly sandboxed: boolean
    }) => Effect.Effect<{ readonly partner: Partner; readonly key: Redacted.Redacted }, OperatorError>
    readonly findBySlug: (slug: string) => Effect.Effect<Option.Option<Partner>>
    /**
     * Switches the webhooks about employer issues on or off for all the partner's products; a new partner has them off
     * (R-2.1-17, R-2.1-18). Earlier events are never sent, not even in the feed; automatic resolutions of issues that
     * were opened earlier are sent. Returns false if nothing changes.
     */
    readonly setIssueWebhooks: (slug: string, enabled: boolean) => Effect.Effect<boolean, OperatorError>
    /**
     * Suspends a partner: its keys and embeds are refused, and everything under way goes on. Or ends that. Returns false if
     * it was so already.
     */
    readonly setSuspended: (slug: string, isSuspended: boolean) => Effect.Effect<boolean, OperatorError>
    /**
     * Sets how long tax file numbers are kept after a session has ended (3 to 90 days), and whether the records of
     * choices are kept for five years; an omitted rule doesn't change.
     */
    readonly setRetention: (
      slug: string,
      retention: RetentionChange
    ) => Effect.Effect<Retention, OperatorError>
    /**
     * Allows or forbids a product to read whole tax file numbers. Recorded in the audit log even if nothing changes.
     */
    readonly setTfnAccess: (productId: string, enabled: boolean) => Effect.Effect<void, OperatorError>
  }
>()("@embedded-super/service/partners/Partners") {
  static readonly layer = Layer.effect(
    Partners,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* partnersRepo
      const products = yield* productsRepo
      const keys = yield* ApiKeys

      return Partners.of({
        create: transaction("Partners.create")(function* (input) {
          if (!isName(input.name)) return yield* badNames
          const partner: Partner = {
            id: (yield* newId) as S.PartnerId,
            name: input.name,
            slug: input.slug ?? slugOf(input.name),
            sandboxed: input.sandboxed
          }
          if (!(yield* refusing(badNames, repo.insert(partner)))) return yield* slugTaken(partner.slug)
          const owner = { partnerId: partner.id, productId: null, sandboxed: partner.sandboxed }
          const { secret } = yield* keys.create(owner).pipe(Effect.catchTag("Conflict", Effect.die))
          yield* audit({
            actor: yield* operator,
            action: "partner.create",
            partnerId: partner.id,
            entity: { kind: "partner", id: partner.id },
            change: changeOf(undefined, { slug: partner.slug, sandboxed: partner.sandboxed })
          })
          return { partner, key: secret }
        }),

        findBySlug: operation("Partners.findBySlug")(function* (slug) {
          return Option.fromUndefinedOr(yield* repo.findBySlug(slug))
        }),

        setIssueWebhooks: transaction("Partners.setIssueWebhooks")(function* (slug, enabled) {
          const partner = yield* repo.lockIssueWebhooks(slug)
          if (partner === undefined) return yield* noSuchPartner(slug)
          if (partner.enabled === enabled) return false
          const at = yield* now
          yield* repo.setIssueWebhooks(partner.id, enabled, at)
          // Every product shows the switch, so each gets a new ETag.
          yield* products.raiseVersions(partner.id, at)
          yield* audit({
            actor: yield* operator,
            action: "partner.issue_webhooks",
            partnerId: partner.id,
            entity: { kind: "partner", id: partner.id },
            change: changeOf({ enabled: partner.enabled }, { enabled })
          })
          return true
        }),

        setSuspended: transaction("Partners.setSuspended")(function* (slug, isSuspended) {
          const changed = yield* repo.setSuspended(slug, isSuspended, yield* now)
          if (changed === undefined) {
            return (yield* repo.findBySlug(slug)) === undefined ? yield* noSuchPartner(slug) : false
          }
          yield* audit({
            actor: yield* operator,
            action: isSuspended ? "partner.suspend" : "partner.resume",
            partnerId: changed.id,
            entity: { kind: "partner", id: changed.id }
          })
          return true
        }),

        setRetention: transaction("Partners.setRetention")(function* (slug, change) {
          const before = yield* repo.lockRetention(slug)
          const partner = yield* refusing(badDays, repo.setRetention(slug, change, yield* now))
          if (partner === undefined || before === undefined) return yield* noSuchPartner(slug)
          const { id, ...retention } = partner
          yield* audit({
            actor: yield* operator,
            action: "partner.retention",
            partnerId: id,
            entity: { kind: "partner", id },
            change: changeOf(auditedRetention(before), auditedRetention(retention))
          })
          return retention
        }),

        setTfnAccess: transaction("Partners.setTfnAccess")(function* (productId, enabled) {
          const product = yield* products.lockAny(productId)
          if (product === undefined) return yield* noSuchProduct(productId)
          yield* products.setTfnAccess(productId, enabled, yield* now)
          yield* audit({
            actor: yield* operator,
            action: enabled ? "product.tfn_access_permit" : "product.tfn_access_withdraw",
            partnerId: product.partner_id,
            productId: product.id,
            entity: { kind: "product", id: product.id },
            change: changeOf({ tfn_access: product.tfn_access_enabled }, { tfn_access: enabled })
          })
        })
      })
    })
  )
}

const auditedRetention = ({ choiceRecordsKept, tfnDays }: Retention) => ({
  tfn_days: tfnDays,
  choice_records_kept: choiceRecordsKept
})

/** Fails with this refusal if a statement violates a constraint of the table. */
const refusing = <A>(refusal: OperatorError, statement: Effect.Effect<A, SqlError>) =>
  Effect.mapError(statement, (error) => (error.reason._tag === "ConstraintError" ? refusal : error))

const slugTaken = (slug: string) =>
  new OperatorError({
    problem: `There is a partner with the slug ${slug} already.`,
    remedy: "Give another with --slug."
  })

/** The operator named a partner that doesn't exist. */
export const noSuchPartner = (slug: string) =>
  new OperatorError({
    problem: `There is no partner with the slug ${slug}.`,
    remedy: "`admin partner list` shows the slugs."
  })

/** The operator named a product that doesn't exist. */
export const noSuchProduct = (id: string) =>
  new OperatorError({ problem: `There is no product ${id}.`, remedy: "Give the id of a partner's product." })

const isName = Schema.is(S.OrganisationName)

const badNames = new OperatorError({
  problem: "The name or the slug can't be used.",
  remedy:
    "Give a name of 1 to 200 characters, none of them a control character or invisible, " +
    "and a slug of lower case letters, digits and single hyphens."
})

const badDays = new OperatorError({
  problem: "Tax file numbers can't be kept for that long.",
  remedy: "Give 3 to 90 days."
})

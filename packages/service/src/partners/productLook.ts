import { ValidationFailed } from "@embedded-super/contracts/problems"
import { ProductChange } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { normaliseEmail } from "../personal-data/text.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import { type Change, changeOf, type Facts } from "../platform/audit/changeOf.ts"
import { Settings } from "../platform/config/Settings.ts"
import { transactions } from "../platform/database/operation.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { now } from "../platform/time/timestamp.ts"
import { noSuchProduct } from "./Partners.ts"
import { productsRepo, type StoredProduct } from "./ProductsRepo.ts"

/** The partner's details that a product's embeds show, and the origins that may frame them, as given by the partner. */
type GivenLook = Pick<S.ProductChange, "target_origins" | "help_url" | "help_email" | "accent">

type Look = Pick<StoredProduct, "target_origins" | "help_url" | "help_email" | "accent">

/** Any port of this machine: no browser of another machine reaches it. */
const isLocal = (origin: string) => origin.endsWith(":*")

/** An origin as a browser writes it: without the port that its scheme has anyway. */
const asBrowsersDo = (origin: S.TargetOrigin): S.TargetOrigin =>
  isLocal(origin) ? origin : ((URL.parse(origin)?.origin ?? origin) as S.TargetOrigin)

const kept = <A>(given: A | null | undefined, before: A | null): A | null =>
  given === undefined ? before : given

/** The look with the given fields changed; the others stay. Origins of this machine are for development only. */
export const readLook = (
  given: GivenLook,
  before: Look,
  { dev }: { readonly dev: boolean }
): Effect.Effect<Look, ValidationFailed> => {
  const origins = given.target_origins ?? before.target_origins
  const local = (given.target_origins ?? []).flatMap((origin, index) => (isLocal(origin) ? [index] : []))
  if (local.length > 0 && !dev) return Effect.fail(developmentOnly(local))
  return Effect.succeed({
    target_origins: [...new Set(origins.map(asBrowsersDo))],
    help_url: kept(given.help_url, before.help_url),
    help_email: kept(given.help_email && normaliseEmail(given.help_email), before.help_email),
    accent: kept(given.accent && (given.accent.toLowerCase() as S.Colour), before.accent)
  })
}

const developmentOnly = (indexes: ReadonlyArray<number>) =>
  new ValidationFailed({
    code: "validation_failed",
    detail: "Pages of this machine may frame the embeds of a service in development only.",
    errors: indexes.map((index) => ({
      in: "body" as const,
      pointer: `#/target_origins/${index}`,
      code: "not_allowed" as const,
      detail: "Give an origin with its port. Any port of this machine works only with `--dev`."
    }))
  })

const badLook = (detail: string) =>
  new OperatorError({
    problem: `The embeds can't look like this: ${detail}`,
    remedy:
      "Give exact origins such as https://payroll.example.com, addresses of the web, and a colour such as #1d6b52."
  })

/** A product without what it takes from its partner. */
export type AuditedProduct = Omit<StoredProduct, "employer_issue_webhooks_enabled">

const audited = (product: AuditedProduct): Facts => ({
  name: product.name,
  slug: product.slug,
  sandboxed: product.sandboxed,
  target_origins: product.target_origins,
  help_url: product.help_url,
  help_email: product.help_email,
  accent: product.accent,
  technical_contact_email: product.technical_contact_email,
  abandonment_policy: product.abandonment_policy
})

/** A change of a product, for the audit log: without the addresses of people, and the name that a person typed. */
export const productChange = (before: AuditedProduct | undefined, after: AuditedProduct): Change =>
  changeOf(before && audited(before), audited(after), ["name", "help_email", "technical_contact_email"])

/** Lets the operator change a product's `Look`, as the partner itself can. */
export const operatorLook = Effect.gen(function* () {
  const transaction = yield* transactions
  const repo = yield* productsRepo
  const settings = yield* Settings

  return transaction("operatorLook")(function* (id: string, fields: Record<keyof GivenLook, unknown>) {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const change = yield* Schema.decodeUnknownEffect(ProductChange)(given).pipe(
      Effect.mapError((error) => badLook(error.message))
    )
    const product = yield* repo.lockAny(id)
    if (product === undefined) return yield* noSuchProduct(id)
    const look = yield* readLook(change, product, settings).pipe(
      Effect.mapError(({ detail }) => badLook(detail ?? ""))
    )
    const changed = { ...product, ...look, version: product.version + 1, updated_at: yield* now }
    yield* repo.update(changed)
    yield* audit({
      actor: yield* operator,
      action: "product.look",
      partnerId: product.partner_id,
      productId: product.id,
      entity: { kind: "product", id: product.id },
      change: productChange(product, changed)
    })
    return look
  })
})

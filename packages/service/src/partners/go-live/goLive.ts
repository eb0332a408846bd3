import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as S from "@embedded-super/contracts/schemas"
import { audit, operator } from "../../platform/audit/audit.ts"
import { transactions } from "../../platform/database/operation.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { WebhookEndpoints } from "../../webhooks/endpoints/WebhookEndpoints.ts"
import { ApiKeys } from "../ApiKeys.ts"
import { noSuchPartner, noSuchProduct, type Partner, freeSlug } from "../Partners.ts"
import { partnersRepo } from "../PartnersRepo.ts"
import { Products } from "../Products.ts"
import { productsRepo, type StoredProduct } from "../ProductsRepo.ts"
import { checkReportsRepo } from "./CheckReportsRepo.ts"

/** A live product that was made from a sandboxed one. The result is the only place where its key and secret exist. */
export interface WentLive {
  readonly sandboxed: StoredProduct
  readonly product: S.Product
  readonly owner: Partner
  readonly key: Redacted.Redacted
  /** The signing secret of its webhooks; none if the address wasn't taken over. */
  readonly secret: Option.Option<Redacted.Redacted>
  /** Addresses of the sandboxed product that a live product can't have. */
  readonly notTakenOver: ReadonlyArray<string>
}

/**
 * Makes a live product with the name, origins, help, colour, contact, abandonment policy and webhook address of a
 * sandboxed one, and the partner's report of partner-check (D-products). The sandboxed one stays as it is. Employers, links
 * to funds and the permission to read whole tax file numbers aren't copied: the first would mix test data with real ones,
 * the others are decisions of their own.
 *
 * The owner is the product's partner, or the live partner with the slug `partner`. Fails if that partner is sandboxed,
 * or already has a live product of this name.
 */
export const goLive = Effect.gen(function* () {
  const transaction = yield* transactions
  const partners = yield* partnersRepo
  const repo = yield* productsRepo
  const products = yield* Products
  const keys = yield* ApiKeys
  const endpoints = yield* WebhookEndpoints
  const reports = yield* checkReportsRepo

  const ownerOf = Effect.fnUntraced(function* ({ partner_id }: StoredProduct, slug: string | undefined) {
    const partner = yield* slug === undefined ? partners.find(partner_id) : partners.findBySlug(slug)
    if (partner === undefined) return yield* noSuchPartner(slug ?? partner_id)
    return partner.sandboxed ? yield* sandboxedOwner(partner) : partner
  })

  /** Sets the webhook address of the sandboxed product, if it is one that a live product can have. */
  const takeOverWebhook = Effect.fnUntraced(function* (from: S.ProductId, to: S.ProductId) {
    const before = Option.getOrUndefined(yield* endpoints.find(from))
    if (before === undefined) return { secret: Option.none<Redacted.Redacted>(), refused: [] }
    const { enabled, url } = before
    return yield* endpoints.set({ productId: to, url, enabled }).pipe(
      Effect.map(({ secret }) => ({ secret, refused: [] as ReadonlyArray<string> })),
      Effect.catchTag("InvalidWebhookUrl", () =>
        Effect.succeed({ secret: Option.none<Redacted.Redacted>(), refused: [url] })
      )
    )
  })

  return transaction("goLive")(function* (id: string, partnerSlug: string | undefined) {
    // Locked, so that two runs at once can't make two live products.
    const sandboxed = yield* repo.lockAny(id)
    if (sandboxed === undefined) return yield* noSuchProduct(id)
    if (!sandboxed.sandboxed) return yield* isLive(sandboxed)
    const owner = yield* ownerOf(sandboxed, partnerSlug)
    const made = yield* repo.liveNamed(owner.id, sandboxed.name)
    if (made !== undefined) return yield* wentLiveBefore(owner, made.id)

    const taken = yield* repo.slugs(owner.id)
    const origins = sandboxed.target_origins.filter((origin) => origin.startsWith("https://"))
    const { accent, help_email, help_url, technical_contact_email } = sandboxed
    const { data: product } = yield* Effect.orDie(
      products.create(owner.id, {
        name: sandboxed.name,
        slug: taken.has(sandboxed.slug) ? freeSlug(`${sandboxed.slug} live`, taken) : sandboxed.slug,
        sandboxed: false,
        abandonment_policy: sandboxed.abandonment_policy,
        ...(origins.length === 0 ? {} : { target_origins: origins }),
        ...(help_url === null ? {} : { help_url }),
        ...(help_email === null ? {} : { help_email }),
        ...(accent === null ? {} : { accent }),
        ...(technical_contact_email === null ? {} : { technical_contact_email })
      })
    )
    const { secret: key } = yield* Effect.orDie(
      keys.create({ partnerId: owner.id, productId: product.id, sandboxed: false })
    )
    const { refused, secret } = yield* takeOverWebhook(sandboxed.id, product.id)
    yield* reports.copy(sandboxed.id, product.id)
    yield* audit({
      actor: yield* operator,
      action: "product.go_live",
      partnerId: owner.id,
      productId: product.id,
      entity: { kind: "product", id: product.id },
      detail: { sandboxed_product: sandboxed.id }
    })
    const result: WentLive = {
      sandboxed,
      product: (yield* Effect.orDie(products.get(owner.id, product.id))).data,
      owner,
      key,
      secret,
      notTakenOver: [...sandboxed.target_origins.filter((origin) => !origins.includes(origin)), ...refused]
    }
    return result
  })
})

const isLive = ({ id }: StoredProduct) =>
  new OperatorError({
    problem: `The product ${id} is live already.`,
    remedy: "Give the id of the sandboxed product that was tested; `admin product list` shows which are."
  })

const sandboxedOwner = ({ slug }: Partner) =>
  new OperatorError({
    problem: `The partner ${slug} is sandboxed, so it can't have a live product.`,
    remedy:
      "Make a live partner with `admin partner create NAME --live`, then repeat this command with `--partner` and its slug."
  })

const wentLiveBefore = ({ slug }: Partner, id: string) =>
  new OperatorError({
    problem: `The partner ${slug} has a live product of this name already: ${id}.`,
    remedy: "Use that one. For a second one, rename the sandboxed product first."
  })

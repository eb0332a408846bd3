/**
 * The demo seed: the command `seed` creates what a file names (`SeedFile`): a sandboxed partner, its products with keys
 * and webhook addresses, and linked funds. A second run creates only what is missing.
 *
 * Why a result file: the database has only the hashes of keys, so the result of one run is an input of the next. The
 * seed keeps each key that still works. It also keeps a webhook address that the partner has set since.
 *
 * The trap: without the earlier result the seed replaces the keys and webhook secrets. `ApiKeys.reissue` ends all keys
 * of their owner, even those that another program uses. A run isn't one transaction, and its result is written at the
 * end. A run that fails keeps what it made, and the next run replaces the keys that it didn't write.
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { SftpAccounts } from "../employer-lists/sftp/SftpAccounts.ts"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { ApiKeys, type KeyOwner } from "../partners/ApiKeys.ts"
import { type Partner, Partners } from "../partners/Partners.ts"
import { Products } from "../partners/Products.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { entityTag } from "../platform/versions/ifMatch.ts"
import { WebhookEndpoints } from "../webhooks/endpoints/WebhookEndpoints.ts"
import { fictionalFunds } from "./fictionalFunds.ts"
import { readText, type SeedFile, type SeedResult } from "./SeedFile.ts"

/** Loads a seed's fund, stores its credentials unless they are current, and links it to the products. */
const seedFund = Effect.gen(function* () {
  const profiles = yield* FundProfiles
  const credentials = yield* FundCredentials
  const links = yield* FundLinks
  const accounts = yield* SftpAccounts

  return Effect.fn("seedFund")(function* (
    wanted: SeedFile["funds"][number],
    productIds: ReadonlyArray<S.ProductId>
  ) {
    const { fund } = yield* profiles.load(yield* readText(wanted.profile))
    const secret = (yield* readText(wanted.api_key_file)).trim()
    const current = yield* Effect.orDie(credentials.current(fund.id))
    if (!Option.exists(current, (credential) => Redacted.value(credential.secret) === secret)) {
      yield* credentials.replace(fund.slug, Redacted.make(secret))
    }
    for (const productId of productIds) yield* links.link(fund.slug, productId)
    if (wanted.sftp_key_file !== undefined) {
      yield* accounts.provision(fund.slug, yield* readText(wanted.sftp_key_file))
    }
    const { member_registration } = fund.profile.operations
    return {
      id: fund.id,
      name: fund.name,
      url: member_registration === undefined ? "" : new URL(member_registration.url).origin,
      auth: fund.profile.authentication.flow
    }
  })
})

/** Fills the directory with funds that are searched and chosen, and never called. */
const seedDirectory = Effect.gen(function* () {
  const profiles = yield* FundProfiles
  const links = yield* FundLinks
  return Effect.fn("seedDirectory")(function* (productIds: ReadonlyArray<S.ProductId>) {
    for (const profile of fictionalFunds) {
      const { fund } = yield* profiles.load(JSON.stringify(profile))
      for (const productId of productIds) yield* links.link(fund.slug, productId)
    }
  })
})

/** A product names at most so many origins. */
const MOST_ORIGINS = 10

/** Page size of the search for the products that a seed names. */
const PAGE = 100

export const demoSeed = Effect.gen(function* () {
  const partners = yield* Partners
  const products = yield* Products
  const keys = yield* ApiKeys
  const endpoints = yield* WebhookEndpoints
  const fundOf = yield* seedFund
  const fillDirectory = yield* seedDirectory

  const aPartner = Effect.fnUntraced(function* ({ name, slug }: SeedFile["partner"]) {
    const found = yield* partners.findBySlug(slug)
    if (Option.isSome(found)) return { partner: found.value, key: undefined }
    return yield* partners.create({ name, slug, sandboxed: true })
  })

  /** The earlier key if it still works for this owner; otherwise a new one, which replaces all others. */
  const aKey = Effect.fnUntraced(function* (owner: KeyOwner, earlier: string | undefined) {
    const caller = earlier === undefined ? Option.none() : yield* keys.authenticate(Redacted.make(earlier))
    const works = Option.exists(
      caller,
      (found) => found.partner_id === owner.partnerId && found.product_id === owner.productId
    )
    if (works && earlier !== undefined) return earlier
    return Redacted.value((yield* keys.reissue(owner)).secret)
  })

  const aProduct = Effect.fnUntraced(function* (
    partner: Partner,
    { name, slug, target_origins = [] }: SeedFile["products"][number]
  ) {
    const { items } = yield* products.list(partner.id, { after: undefined, limit: PAGE })
    const found = items.find((product) => product.slug === slug)
    if (found === undefined) {
      return (yield* products.create(partner.id, { name, slug, sandboxed: true, target_origins })).data
    }
    const added = target_origins.filter((origin) => !found.target_origins.includes(origin))
    if (added.length === 0) return found
    const { version } = yield* products.get(partner.id, found.id)
    const all = { target_origins: [...found.target_origins, ...added].slice(0, MOST_ORIGINS) }
    return (yield* products.update(partner.id, found.id, entityTag(version), all)).data
  }, Effect.mapError(refused))

  const aSecret = Effect.fnUntraced(function* (
    productId: S.ProductId,
    wanted: SeedFile["products"][number],
    earlier: string | undefined
  ) {
    const endpoint = yield* endpoints.find(productId)
    const isOurs = Option.match(endpoint, {
      onNone: () => true,
      onSome: ({ url }) => url === wanted.webhook_url || url === wanted.earlier_webhook_url
    })
    const secret = isOurs
      ? (yield* endpoints.set({ productId, url: wanted.webhook_url })).secret
      : Option.none<Redacted.Redacted>()
    if (Option.isSome(secret)) return Redacted.value(secret.value)
    if (earlier !== undefined) return earlier
    const rotated = yield* endpoints.rotateSecret(productId)
    return Option.match(rotated, { onNone: () => "", onSome: Redacted.value })
  }, Effect.mapError(refused))

  return {
    run: Effect.fn("DemoSeed.run")(function* (file: SeedFile, earlier: Option.Option<SeedResult>) {
      const before = Option.getOrUndefined(earlier)
      const { key, partner } = yield* aPartner(file.partner)
      const owner = { partnerId: partner.id, productId: null, sandboxed: partner.sandboxed }
      const partnerKey = key === undefined ? yield* aKey(owner, before?.partner.key) : Redacted.value(key)

      const seeded = yield* Effect.forEach(
        file.products,
        Effect.fnUntraced(function* (wanted) {
          const { id, name } = yield* aProduct(partner, wanted)
          const kept = before?.products.find((product) => product.id === id)
          return {
            id,
            name,
            key: yield* aKey({ ...owner, productId: id }, kept?.key),
            webhook_secret: yield* aSecret(id, wanted, kept?.webhook_secret)
          }
        })
      )
      const productIds = seeded.map(({ id }) => id)
      if (file.partner.issue_webhooks === true) yield* partners.setIssueWebhooks(file.partner.slug, true)
      if (file.fictional_funds === true) yield* fillDirectory(productIds)
      const funds = yield* Effect.forEach(file.funds, (fund) => fundOf(fund, productIds))
      return { partner: { id: partner.id, key: partnerKey }, products: seeded, funds }
    })
  }
})

const refused = (error: { readonly message: string }) =>
  new OperatorError({
    problem: `The demo can't be seeded: ${error.message}`,
    remedy: "Correct the seed file."
  })

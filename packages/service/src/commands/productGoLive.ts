import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Ato } from "../ato/Ato.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { TextMessages } from "../onboarding-sessions/phone-verification/PhoneVerification.ts"
import { goLive, type WentLive } from "../partners/goLive.ts"
import { Settings } from "../platform/config/Settings.ts"
import { noSuchPartner, Partners } from "../partners/Partners.ts"
import { productsRepo } from "../partners/ProductsRepo.ts"

/** The parts that this service lacks for every live product: one line each, with the consequence. */
const missingForLive = Effect.gen(function* () {
  const { isInstanceOwn } = yield* Settings
  const hasTexts = (yield* TextMessages).isConfigured
  const hasAto = (yield* Ato).isConfigured({ sandboxed: false })
  return [
    ...(isInstanceOwn
      ? []
      : ["no instance file: INSTANCE_FILE, which `serve` needs outside of development, isn't set here"]),
    ...(hasTexts ? [] : ["no text messages: a session needs an e-mail address or phone that you validated"]),
    ...(hasAto
      ? []
      : ["no connection to the ATO: employers aren't offered it, and stapled funds aren't looked up"])
  ]
})

/** The live product's missing settings: one line each, with the command or the operation that adds it. */
const missingFor = Effect.fnUntraced(function* ({ notTakenOver, owner, product, sandboxed }: WentLive) {
  const { id, target_origins, technical_contact_email, webhook } = product
  const real = (yield* (yield* FundProfiles).list).filter(({ simulated }) => !simulated)
  const isMoved = owner.id !== sandboxed.partner_id
  return [
    ...notTakenOver.map((address) => `${address} wasn't taken over: a live product can't use it`),
    ...(webhook === null
      ? [`no webhook address: the partner sets one with PUT /api/v1/products/${id}/webhook`]
      : []),
    ...(target_origins.length === 0
      ? ["no page may show its embeds: set target_origins, or `admin product look`"]
      : []),
    ...(technical_contact_email === null
      ? ["no technical contact: nobody is told when webhooks can't be delivered"]
      : []),
    real.length === 0
      ? "no live fund is loaded: `admin fund load`"
      : `no fund is linked: \`admin fund link --product ${id} --fund SLUG\`, for each of ${real.map(({ slug }) => slug).join(", ")} that it may reach`,
    ...(sandboxed.tfn_access_enabled
      ? [`it may not read whole tax file numbers: \`admin product tfn-access ${id} on\``]
      : []),
    ...(isMoved && sandboxed.employer_issue_webhooks_enabled && !product.employer_issue_webhooks_enabled
      ? [`webhooks about employer issues are off: \`admin issue-webhooks on --partner ${owner.slug}\``]
      : []),
    ...(isMoved
      ? [`retention rules are those of the partner ${owner.slug}: \`admin retention\` sets them`]
      : []),
    ...(yield* missingForLive),
    "the certificate of partner-check isn't kept here: ask the partner for go-live/report.json"
  ]
})

/** `admin product go-live`: the live product of a sandboxed one (D-products). */
export const productGoLive = Command.make(
  "go-live",
  {
    product: Argument.String("product").pipe(
      Argument.withDescription("The id of the sandboxed product that was tested")
    ),
    partner: Flag.String("partner").pipe(
      Flag.withDescription("The slug of the live partner that gets the product; its own partner if left out"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ partner, product }) {
    const make = yield* goLive
    const made = yield* make(product, Option.getOrUndefined(partner))
    yield* Console.log(`live product ${made.product.id} (${made.product.slug}) of partner ${made.owner.slug}`)
    yield* Console.log(`product key, shown this once: ${Redacted.value(made.key)}`)
    if (Option.isSome(made.secret)) {
      yield* Console.log(`webhook secret, shown this once: ${Redacted.value(made.secret.value)}`)
    }
    yield* Console.log(
      `the sandboxed product ${made.sandboxed.id} stays as it is; employers are created anew`
    )
    yield* Console.log("still missing:")
    for (const line of yield* missingFor(made)) yield* Console.log(`- ${line}`)
  })
).pipe(Command.withDescription("Make the live product of a sandboxed one, and show its key and secret once"))

/** `admin product list`: the products, and the parts that this service lacks for live ones. */
export const productList = Command.make(
  "list",
  {
    partner: Flag.String("partner").pipe(
      Flag.withDescription("The slug of one partner; all partners' products if left out"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ partner }) {
    if (Option.isSome(partner) && Option.isNone(yield* (yield* Partners).findBySlug(partner.value))) {
      return yield* noSuchPartner(partner.value)
    }
    const products = yield* (yield* productsRepo).list(Option.getOrUndefined(partner))
    if (products.length === 0) {
      return yield* Console.log(
        "There are no products. A partner makes them with its key: POST /api/v1/products."
      )
    }
    for (const row of products) {
      const kind = row.sandboxed ? "sandboxed" : "live"
      const tfns = row.tfn_access_enabled ? "on" : "off"
      yield* Console.log(
        `${row.id}  ${row.slug}  ${row.name}  ${kind}  whole TFNs ${tfns}  of ${row.partner}`
      )
    }
    const missing = yield* missingForLive
    if (missing.length > 0) yield* Console.log(["missing for going live:", ...missing].join("\n- "))
  })
).pipe(Command.withDescription("Show products, with the ids that other commands take"))

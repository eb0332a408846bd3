import type * as S from "@embedded-super/contracts/schemas"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { noSuchPartner, Partners } from "../Partners.ts"
import { productsRepo } from "../ProductsRepo.ts"
import { goLive, type WentLive } from "./goLive.ts"
import { GoLiveChecklists } from "./GoLiveChecklists.ts"
import { answer } from "../../platform/OperatorAnswer.ts"

/** The items of a state below its heading; nothing if there are none. */
const listed = (heading: string, state: S.GoLiveState, items: ReadonlyArray<S.GoLiveItem>) => {
  const lines = items
    .filter((item) => item.state === state)
    .map(({ found, kind, to_do }) => `- ${kind}: ${found}${to_do === null ? "" : ` ${to_do}`}`)
  return lines.length === 0 ? [] : [heading, ...lines]
}

/** What the sandboxed product has and the live one doesn't, beside what a checklist knows. */
const leftBehind = ({ notTakenOver, owner, sandboxed }: WentLive): ReadonlyArray<string> => [
  ...notTakenOver.map((address) => `${address} wasn't taken over: a live product can't use it`),
  ...(owner.id === sandboxed.partner_id
    ? []
    : [`retention rules are those of the partner ${owner.slug}: \`admin retention\` sets them`])
]

/** `admin product go-live`: the live product of a sandboxed one (D-products), and its checklist. */
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
    const checklists = yield* GoLiveChecklists
    const made = yield* make(product, Option.getOrUndefined(partner))
    const { items } = yield* Effect.orDie(checklists.of(made.owner.id, made.product.id))
    const value = {
      id: made.product.id,
      slug: made.product.slug,
      partner: made.owner.slug,
      sandboxedProduct: made.sandboxed.id,
      key: Redacted.value(made.key),
      webhookSecret: Option.getOrNull(Option.map(made.secret, Redacted.value)),
      notes: leftBehind(made),
      items
    }
    yield* answer(value, ({ id, key, notes, slug, webhookSecret }) => [
      `live product ${id} (${slug}) of partner ${made.owner.slug}`,
      `product key, shown this once: ${key}`,
      ...(webhookSecret === null ? [] : [`webhook secret, shown this once: ${webhookSecret}`]),
      `the sandboxed product ${made.sandboxed.id} stays as it is; employers are created anew`,
      ...notes,
      `The checklist, which the partner reads with GET /api/v1/products/${id}/go-live:`,
      ...listed("missing:", "missing", items),
      ...listed("to agree with the partner:", "to_agree", items),
      ...listed("done:", "done", items)
    ])
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
    const { ofService } = yield* GoLiveChecklists
    yield* answer(products, () =>
      products.length === 0
        ? "There are no products. A partner makes them with its key: POST /api/v1/products."
        : [
            ...products.map((row) => {
              const kind = row.sandboxed ? "sandboxed" : "live"
              const tfns = row.tfn_access_enabled ? "on" : "off"
              return `${row.id}  ${row.slug}  ${row.name}  ${kind}  whole TFNs ${tfns}  of ${row.partner}`
            }),
            ...listed("missing for going live:", "missing", ofService),
            ...listed("to agree for going live:", "to_agree", ofService)
          ]
    )
  })
).pipe(Command.withDescription("Show products, with the ids that other commands take"))

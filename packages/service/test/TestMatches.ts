/** Helpers for tests of Default Activate and of employer details: the services, linked funds and open embeds. */
import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { Ato } from "../src/ato/Ato.ts"
import { EmployerMatches } from "../src/default-activate/EmployerMatches.ts"
import type { OpenEmbed } from "../src/embed-sessions/embedSecurity.ts"
import { EmployerDetails } from "../src/employer-details/EmployerDetails.ts"
import { EmployerIssues } from "../src/employer-issues/EmployerIssues.ts"
import { Employers } from "../src/employers/Employers.ts"
import { EmployerSettings } from "../src/employers/EmployerSettings.ts"
import { FundCalls } from "../src/funds/calls/FundCalls.ts"
import { FundLinks } from "../src/funds/FundLinks.ts"
import { FundDetails } from "../src/ports.ts"
import { newId } from "../src/platform/ids/newId.ts"
import { aMySuper } from "../../rules/test/aFundProfile.ts"
import { aProduct } from "./aProduct.ts"
import { type FundAnswer, fundServer } from "./funds/fundServer.ts"
import { aFund } from "./funds/TestFundCalls.ts"
import { termsAccepted } from "./TestSettings.ts"
import { TestEvents } from "./TestEvents.ts"

/** Matches, their confirmation and employer details, over `TestLists` or `TestFundCalls`. */
export const TestMatches = {
  layer: EmployerMatches.layer.pipe(
    Layer.provideMerge(EmployerDetails.layer),
    Layer.provideMerge([Employers.layer, EmployerSettings.layer, FundCalls.layer]),
    Layer.provide([EmployerIssues.layer, Ato.layer, FundDetails.layer]),
    Layer.provideMerge(TestEvents.layer)
  )
}

export const ABN = "51824753556"

/** A new product that is linked to this fund. */
export const aLinkedProduct = Effect.fnUntraced(function* ({ slug }: { readonly slug: string }) {
  const productId = yield* aProduct()
  yield* (yield* FundLinks).link(slug, productId)
  return productId
})

/** An open embed of this employer. */
export const anEmbed = Effect.fnUntraced(function* (productId: S.ProductId, employerId: S.EmployerId) {
  const sql = yield* SqlClient.SqlClient
  const embedSessionId = (yield* newId) as S.EmbedSessionId
  yield* sql`INSERT INTO embed_sessions
      (id, product_id, app, entity_id, nonce, token_hash, opened_at, last_used_at, expires_at)
    VALUES (${embedSessionId}, ${productId}, 'super_settings', ${employerId}, ${embedSessionId},
      sha256(${embedSessionId}::text::bytea), now(), now(), now() + interval '12 hours')`
  return { productId, employerId, embedSessionId } satisfies OpenEmbed
})

/** An open embed of a new employer of this product. */
export const anEmployerEmbed = Effect.fnUntraced(function* (
  productId: S.ProductId,
  abn = ABN,
  name = "Wattle Pty Ltd"
) {
  const creation = Schema.decodeSync(EmployerCreation)({ abn, name, remote_id: abn })
  const { data } = yield* (yield* Employers).create(productId, creation)
  return yield* anEmbed(productId, data.id)
})

/** The embed of a new employer of a new product that confirmed this fund, whose list or answer has the employer. */
export const aConfirmedEmbed = Effect.fnUntraced(function* (fund: { readonly slug: string }, abn = ABN) {
  const embed = yield* anEmployerEmbed(yield* aLinkedProduct(fund), abn, '@Wattle, Sons & "Daughters"')
  const { confirm, find } = yield* EmployerMatches
  const [match] = (yield* find(embed)).matches
  if (match === undefined) return yield* Effect.die(new Error("No match"))
  yield* confirm(embed, match.id, termsAccepted)
  return embed
})

let linked = 0

/** A fund that gives this answer to lookups, linked to the embed's product. */
export const aLinkedFund = Effect.fnUntraced(function* (
  { productId }: OpenEmbed,
  answer: (nth: number) => FundAnswer,
  { isMySuper = true, message }: { readonly isMySuper?: boolean; readonly message?: string } = {}
) {
  const server = yield* fundServer((_, nth) => answer(nth))
  linked += 1
  const usi = `LKP${String(linked).padStart(4, "0")}AU`
  const slug = `lookup-${linked}`
  const fund = yield* aFund(server.url, {
    fund: { slug, name: `Fund ${slug}`, abn: "60905115063", message_to_employers: message },
    products: [aMySuper(usi, { is_mysuper: isMySuper })],
    ...(isMySuper ? { default_activate_usi: usi } : {}),
    operations: {
      member_registration: undefined,
      employer_lookup: { source: "live", url: server.url.replace("member_registration", "who-uses-us") }
    }
  }).pipe(Effect.orDie)
  yield* (yield* FundLinks).link(slug, productId)
  return { fund, usi, calls: server.calls, next: server.next }
})

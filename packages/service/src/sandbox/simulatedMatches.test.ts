import * as NodeServices from "@effect/platform-node/NodeServices"
import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { aMySuper } from "../../../rules/test/aFundProfile.ts"
import { aProduct } from "../../test/aProduct.ts"
import { fundServer } from "../../test/funds/fundServer.ts"
import { aFund } from "../../test/funds/TestFundCalls.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { TestVault, devSettings } from "../../test/TestSettings.ts"
import { Employers } from "../employers/Employers.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { Services } from "../services.ts"
import { simulatedMatches } from "./simulatedMatches.ts"

const services = Services.pipe(
  Layer.provideMerge([TestVault.layer, BusinessClock.layer]),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(devSettings),
  Layer.provideMerge(NodeServices.layer),
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
)

const form = {
  fields: { industry_code: "required", contact_name: "required", contact_phone: "optional" },
  custom_questions: [
    { question_id: "size", question: "How large?", required: true, options: ["Small", "Large"] },
    { question_id: "else", question: "What else?", required: true }
  ]
}

let linked = 0

/** A fund with this answer for every employer, linked to the product. */
const aLinkedFund = Effect.fnUntraced(function* (productId: S.ProductId, employer_found: boolean) {
  const server = yield* fundServer(({ path }) =>
    path === "/lookup" ? { status: 200, body: { employer_found } } : { status: 204 }
  )
  const usi = `SIM${String((linked += 1)).padStart(4, "0")}AU`
  const fund = yield* aFund(server.url, {
    products: [aMySuper(usi)],
    default_activate_usi: usi,
    operations: {
      member_registration: { url: server.url, usi },
      employer_lookup: { source: "live", url: `${server.origin}/lookup` },
      employer_details: { delivery: "api", url: `${server.origin}/details`, form }
    }
  })
  yield* (yield* FundLinks).link(fund.slug, productId)
  return { slug: fund.slug, usi, calls: server.calls }
})

const anEmployer = Effect.gen(function* () {
  const productId = yield* aProduct()
  const creation = Schema.decodeSync(EmployerCreation)({
    abn: "51824753556",
    name: "Wattle & Daughters Pty Ltd",
    remote_id: "1234"
  })
  const { data } = yield* (yield* Employers).create(productId, creation)
  return { productId, employerId: data.id }
})

const play = ({ employerId, productId }: Effect.Success<typeof anEmployer>, confirm?: S.Slug) =>
  Effect.flatMap(simulatedMatches, (matches) =>
    matches.play(productId, employerId, confirm === undefined ? {} : { confirm })
  )

layer(services, { excludeTestServices: true })(
  "a lookup and its confirmation that the sandbox plays",
  (it) => {
    it.effect("asks every linked fund, and says what each answered", () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer
        const knows = yield* aLinkedFund(employer.productId, true)
        const doesNot = yield* aLinkedFund(employer.productId, false)
        assert.deepStrictEqual(yield* play(employer), {
          funds: [
            { fund: knows.slug, found: true },
            { fund: doesNot.slug, found: false }
          ].toSorted((a, b) => a.fund.localeCompare(b.fund)),
          funds_not_asked: 0,
          confirmed: false
        })
        for (const { calls } of [knows, doesNot]) {
          assert.deepStrictEqual(
            calls.map(({ body, path }) => [path, body]),
            [["/lookup", { abn: "51824753556" }]]
          )
        }
        assert.isFalse((yield* play(employer, doesNot.slug)).confirmed)
        const { data } = yield* (yield* Employers).get(employer.productId, employer.employerId)
        assert.isNull(data.employer_default_super_fund_product)
      })
    )

    it.effect("confirms the match of the fund that is named, and answers what that fund asks", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const employer = yield* anEmployer
        const fund = yield* aLinkedFund(employer.productId, true)
        assert.isTrue((yield* play(employer, fund.slug)).confirmed)
        const { data } = yield* (yield* Employers).get(employer.productId, employer.employerId)
        assert.deepInclude(data, { default_fund_source: "default_activate_confirmed" })
        const requested = yield* sql`SELECT k.operation FROM fund_calls k JOIN funds f ON f.id = k.fund_id
        WHERE f.slug = ${fund.slug}`
        assert.deepStrictEqual(requested, [{ operation: "employer_details" }])
        const again = yield* Effect.flip(play(employer, fund.slug))
        assert.strictEqual(again._tag, "ValidationFailed")
      })
    )

    it.effect("says why a fund isn't asked, and asks none then", () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer
        const linked = yield* aLinkedFund(employer.productId, true)
        const elsewhere = yield* aLinkedFund(yield* aProduct(), true)
        const refused = yield* Effect.flip(play(employer, elsewhere.slug))
        assert.strictEqual(refused._tag, "ValidationFailed")
        if (refused._tag !== "ValidationFailed") return
        assert.deepInclude(refused.errors[0], { pointer: "#/confirm", code: "not_found" })
        assert.include(refused.errors[0]?.detail, "isn't linked")
        assert.deepStrictEqual([linked.calls.length, elsewhere.calls.length], [0, 0])
      })
    )
  }
)

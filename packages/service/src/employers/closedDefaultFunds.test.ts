import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { TestFundCalls } from "../../test/funds/TestFundCalls.ts"
import { passTime } from "../../test/at.ts"
import { termsAccepted } from "../../test/TestSettings.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { issuesOf, issueStates } from "../../test/TestIssues.ts"
import { Employers } from "./Employers.ts"
import { EmployerSettings } from "./EmployerSettings.ts"
import { linkToSimulatedFunds } from "../funds/FundLinksRepo.ts"
import { newId } from "../platform/ids/newId.ts"
import { Events } from "../webhooks/events/Events.ts"
import { Ato } from "../ato/Ato.ts"
import { closedDefaultFunds, DefaultFundReviews } from "./closedDefaultFunds.ts"
import { FundDetails } from "../ports.ts"
import { EmployerIssues } from "../employer-issues/EmployerIssues.ts"
import { partnerIssues } from "../employer-issues/partnerIssues.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { aFundProfile, aMySuper } from "../../../rules/test/aFundProfile.ts"
import { aReviewedFund } from "../../test/TestFunds.ts"

const services = Layer.mergeAll(EmployerSettings.layer, Employers.layer).pipe(
  Layer.provideMerge([EmployerIssues.layer, Ato.layer, FundDetails.layer]),
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(TestFundCalls.layer)
)

/** An employer whose default fund is this product. */
const anEmployerWith = Effect.fnUntraced(function* (fund_product_id: S.FundProductId) {
  const productId = yield* aProduct()
  yield* linkToSimulatedFunds(productId)
  const { data } = yield* (yield* Employers).create(
    productId,
    Schema.decodeSync(EmployerCreation)({ abn: "51824753556", name: "Wattle", remote_id: yield* newId })
  )
  const choose = (fund_product_id: S.FundProductId) =>
    Effect.flatMap(EmployerSettings, (settings) =>
      settings.chooseDefaultFund(productId, data.id, { fund_product_id, ...termsAccepted })
    )
  yield* choose(fund_product_id)
  return { productId, id: data.id, choose }
})

const review = (fundId: string) => Effect.flatMap(closedDefaultFunds, (reviews) => reviews.review(fundId))
const reviewAll = Effect.flatMap(closedDefaultFunds, (reviews) => reviews.reviewAll)

const OPEN = "default_fund_closed open"
const RESOLVED = "default_fund_closed resolved"

layer(services, { excludeTestServices: true })("an employer's default fund", (it) => {
  it.effect.each([
    ["closes to new members", { is_open_to_new_members: false }],
    ["is no MySuper product any more", { is_mysuper: false }],
    ["is withdrawn", "withdrawn"]
  ] as const)(
    "that %s opens an issue for each employer that has it, and no other [R-1-11, R-6-19]",
    ([, change]) =>
      Effect.gen(function* () {
        const fund = yield* aReviewedFund()
        const concerned = [yield* anEmployerWith(fund.first.id), yield* anEmployerWith(fund.first.id)]
        const other = yield* anEmployerWith(fund.second.id)
        yield* fund.load(change)
        assert.strictEqual(yield* review(fund.id), 2)
        for (const employer of concerned) {
          const [issue] = yield* issuesOf(employer.id)
          assert.deepInclude(issue, { kind: "default_fund_closed", status: "open" })
          assert.strictEqual((yield* eventsOf(issue?.id ?? ""))[0]?.event, "employer_issue_created")
        }
        assert.deepStrictEqual(yield* issueStates(other.id), [])
        assert.strictEqual(yield* review(fund.id), 0)
      })
  )

  it.effect("that is still closed when the partner has resolved the issue is no new issue", () =>
    Effect.gen(function* () {
      const fund = yield* aReviewedFund()
      const employer = yield* anEmployerWith(fund.first.id)
      yield* fund.load({ is_mysuper: false })
      yield* review(fund.id)
      const [issue] = yield* issuesOf(employer.id)
      yield* (yield* partnerIssues).resolve(employer.productId, issue?.id ?? assert.fail(), undefined)
      yield* fund.load({ is_mysuper: false, name: "Another name" })
      yield* review(fund.id)
      yield* passTime("1 day")
      yield* reviewAll
      assert.deepStrictEqual(yield* issueStates(employer.id), [RESOLVED])
    })
  )

  it.effect("that another fund's profile takes over is open again, and its issue resolved", () =>
    Effect.gen(function* () {
      const fund = yield* aReviewedFund()
      const employer = yield* anEmployerWith(fund.first.id)
      yield* fund.load("withdrawn")
      yield* review(fund.id)
      assert.deepStrictEqual(yield* issueStates(employer.id), [OPEN])
      const { usi } = fund.first
      const successor = yield* (yield* FundProfiles).load(
        aFundProfile({
          fund: { slug: `${fund.slug}-successor`, name: "Successor Super", abn: "51824753556" },
          products: [aMySuper(usi)],
          operations: {
            member_registration: { url: "https://api.successor.example/v1/member_registration", usi }
          }
        })
      )
      yield* review(successor.fund.id)
      assert.deepStrictEqual(yield* issueStates(employer.id), [RESOLVED])
      const { data } = yield* (yield* Employers).get(employer.productId, employer.id)
      const shown = data.employer_default_super_fund_product?.super_fund_product
      assert.deepStrictEqual([shown?.id, shown?.abn as string], [fund.first.id, "51824753556"])
      yield* fund.load("withdrawn")
      yield* review(fund.id)
      assert.deepStrictEqual(yield* issueStates(employer.id), [RESOLVED])
    })
  )

  it.effect("that is open keeps an issue which a sandbox opened", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fund = yield* aReviewedFund()
      yield* fund.load({ is_mysuper: false })
      yield* fund.load({})
      const employer = yield* anEmployerWith(fund.first.id)
      const issues = yield* EmployerIssues
      const { id: employerId, productId } = employer
      yield* sql.withTransaction(issues.open({ productId, employerId, kind: "default_fund_closed" }))
      yield* review(fund.id)
      assert.deepStrictEqual(yield* issueStates(employer.id), [OPEN])
      yield* employer.choose(fund.first.id)
      assert.deepStrictEqual(yield* issueStates(employer.id), [RESOLVED])
    })
  )

  it.effect("chosen in the moment in which it closes is found by the hourly review", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fund = yield* aReviewedFund()
      const employer = yield* anEmployerWith(fund.second.id)
      yield* fund.load({ is_mysuper: false })
      yield* review(fund.id)
      yield* sql`UPDATE employer_default_funds SET fund_product_id = ${fund.first.id} WHERE employer_id = ${employer.id}`
      yield* reviewAll
      assert.deepStrictEqual(yield* issueStates(employer.id), [OPEN])
    })
  )

  it.effect(
    "concerns thousands of employers: each gets one issue and one webhook, in batches, by the job that a load offers",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const fund = yield* aReviewedFund()
        const { id, productId } = yield* anEmployerWith(fund.first.id)
        // One more batch than one.
        const count = 1100
        yield* sql`INSERT INTO employers (id, product_id, remote_id, abn, name, country, inserted_at, updated_at)
        SELECT gen_random_uuid(), product_id, n::text, abn, name, country, inserted_at, updated_at
        FROM employers, generate_series(2, ${count}::int) n WHERE id = ${id}`
        yield* sql`INSERT INTO employer_default_funds (id, product_id, employer_id, fund_product_id, source, confirmed_at)
        SELECT gen_random_uuid(), product_id, id, ${fund.first.id}, 'selected', inserted_at
        FROM employers e WHERE product_id = ${productId} AND id <> ${id}`
        yield* fund.load("withdrawn")
        yield* Effect.forkScoped(Layer.launch(DefaultFundReviews))
        const reported = sql<{ issues: number; events: number }>`
        SELECT count(*)::int AS issues, (SELECT count(*)::int FROM events v WHERE v.product_id = ${productId}
          AND v.event = 'employer_issue_created') AS events
        FROM employer_issues i WHERE i.product_id = ${productId}`
        yield* reported.pipe(
          Effect.filterOrFail(([row]) => row?.issues === count),
          Effect.retry(Schedule.spaced("50 millis"))
        )
        assert.deepStrictEqual(yield* reported, [{ issues: count, events: count }])
      })
  )
})

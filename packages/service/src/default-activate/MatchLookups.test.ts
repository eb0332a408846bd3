import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../test/admin.ts"
import { aProduct } from "../../test/aProduct.ts"
import type { FundAnswer } from "../../test/funds/fundServer.ts"
import { lookupTime, TestFundCalls } from "../../test/funds/TestFundCalls.ts"
import { passTime, StillTime } from "../../test/at.ts"
import { aLinkedFund, anEmbed, anEmployerEmbed } from "../../test/TestMatches.ts"
import { TestEvents } from "../../test/TestEvents.ts"
import { ListLookup } from "../employer-lists/ListLookup.ts"
import { EmployerIssues } from "../employer-issues/EmployerIssues.ts"
import { Employers } from "../employers/Employers.ts"
import { newId } from "../platform/ids/newId.ts"
import { LiveLookup } from "./LiveLookup.ts"
import { LookupQuota } from "./LookupQuota.ts"
import { MatchLookups } from "./MatchLookups.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"

const services = MatchLookups.layer.pipe(
  Layer.provideMerge(Employers.layer),
  Layer.provide(EmployerIssues.layer),
  Layer.provideMerge(TestEvents.layer),
  Layer.provideMerge(TestFundCalls.layer),
  Layer.provideMerge(NodeFileSystem.layer)
)

/** The open embed of an employer of a new product. */
const anOpenEmbed = Effect.flatMap(Effect.suspend(aProduct), (productId) => anEmployerEmbed(productId))

/** Grants every lookup, and keeps the table of the funds locked until `free`. */
const busyFunds = (locked: Deferred.Deferred<void>, free: Deferred.Deferred<void>) =>
  Layer.effect(
    LookupQuota,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const scope = yield* Effect.scope
      const take = Effect.gen(function* () {
        yield* sql`LOCK TABLE funds IN ACCESS EXCLUSIVE MODE`.pipe(
          Effect.andThen(Deferred.succeed(locked, undefined)),
          Effect.andThen(Deferred.await(free)),
          sql.withTransaction,
          Effect.forkIn(scope)
        )
        yield* Deferred.await(locked)
        return true
      })
      return LookupQuota.of({ take: () => take })
    })
  )

const match: FundAnswer = { status: 200, body: { employer_found: true } }

const matchesOf = ({ embedSessionId }: OpenEmbed) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`SELECT fund_id FROM employer_matches WHERE embed_session_id = ${embedSessionId}`
  )

/** The lookups of another process on the same database, and its end. */
const anotherProcess = (lookups: typeof MatchLookups.layer = MatchLookups.layer) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Scope.provide(Layer.build(Layer.fresh(lookups)), scope)
    return { lookups: Context.get(context, MatchLookups), end: Scope.close(scope, Exit.void) }
  })

layer(services, { excludeTestServices: true })("the lookup of an employer's matches", (it) => {
  it.effect("begins with the opening, and the matches answer from it [R-1-17]", () =>
    Effect.gen(function* () {
      const { begin, done } = yield* MatchLookups
      const embed = yield* anOpenEmbed
      const fund = yield* aLinkedFund(embed, () => match)
      yield* begin(embed)
      // The fund is called before the first request for the matches.
      yield* fund.next(1)
      assert.strictEqual((yield* done(embed)).funds_not_asked, 0)
      yield* done(embed)
      assert.lengthOf(fund.calls, 1)
      assert.lengthOf(yield* matchesOf(embed), 1)
    })
  )

  it.effect("is one, however many processes request the matches at once", () =>
    Effect.gen(function* () {
      const here = yield* MatchLookups
      const { lookups: there } = yield* anotherProcess()
      const embed = yield* anOpenEmbed
      const fund = yield* aLinkedFund(embed, () => match)
      const asks = [
        here.begin(embed),
        there.begin(embed),
        ...[here, there, here, there].map(({ done }) => done(embed))
      ]
      yield* Effect.all(asks, { concurrency: "unbounded" })
      assert.lengthOf(fund.calls, 1)
      assert.lengthOf(yield* matchesOf(embed), 1)
    })
  )

  it.effect(
    "that a process abandons when it stops is started again by the next request for the matches",
    () =>
      Effect.gen(function* () {
        const { done } = yield* MatchLookups
        const { end, lookups: there } = yield* anotherProcess()
        const embed = yield* anOpenEmbed
        const fund = yield* aLinkedFund(embed, (nth) => (nth === 1 ? "hang" : match))
        yield* there.begin(embed).pipe(lookupTime())
        yield* fund.next(1)
        yield* end
        yield* done(embed)
        assert.lengthOf(fund.calls, 2)
        assert.lengthOf(yield* matchesOf(embed), 1)
      })
  )

  it.effect(
    "that was lost with its process is started again when its claim has expired, and not before",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { begin, done } = yield* MatchLookups
        const embed = yield* anOpenEmbed
        const fund = yield* aLinkedFund(embed, () => match)
        yield* sql`INSERT INTO match_lookups (embed_session_id, claim, claimed_until)
        VALUES (${embed.embedSessionId}, ${yield* newId}, clock_timestamp() + interval '1 hour')`
        yield* begin(embed)
        assert.lengthOf(fund.calls, 0)
        yield* sql`UPDATE match_lookups SET claimed_until = clock_timestamp()
        WHERE embed_session_id = ${embed.embedSessionId}`
        yield* done(embed)
        assert.lengthOf(fund.calls, 1)
        assert.lengthOf(yield* matchesOf(embed), 1)
      })
  )

  it.effect("reports how many of the linked funds there was no time for [R-1-17]", () =>
    Effect.gen(function* () {
      const locked = yield* Deferred.make<void>()
      const free = yield* Deferred.make<void>()
      const process = yield* anotherProcess(
        MatchLookups.layerNoDeps.pipe(
          Layer.provide([LiveLookup.layer, ListLookup.layer, busyFunds(locked, free)])
        )
      )
      const embed = yield* anOpenEmbed
      const funds = yield* Effect.forEach([1, 2, 3], () => aLinkedFund(embed, () => match))
      const done = process.lookups.done(embed).pipe(lookupTime(Deferred.await(locked)))
      assert.strictEqual((yield* done).funds_not_asked, 3)
      yield* Deferred.succeed(free, undefined)
      assert.deepStrictEqual(
        funds.map(({ calls }) => calls.length),
        [0, 0, 0]
      )
    })
  )

  it.effect("of an employer that is gone is not found", () =>
    Effect.gen(function* () {
      const { done } = yield* MatchLookups
      const embed = yield* anOpenEmbed
      const gone = { ...embed, employerId: embed.embedSessionId as string as S.EmployerId }
      const error = yield* Effect.flip(done(gone))
      assert.strictEqual(error._tag, "NotFound")
    })
  )
})

const waited = (wait: Duration.Duration) => Effect.orDie(passTime(wait))

/** How many funds weren't asked at the first and at the second opening, and the operator's line about the fund. */
const rows = [
  { fund: "can't be reached", answer: undefined, notAsked: [1, 1], list: "the last call failed: " },
  { fund: "refuses the key", answer: 401, notAsked: [0, 1], list: "refused by the fund since " },
  { fund: "fails", answer: 503, notAsked: [0, 0], list: "the last call failed: The fund answered 503." },
  { fund: "redirects", answer: 302, notAsked: [0, 0], breach: "302" }
] as const

layer(StillTime.pipe(Layer.provideMerge(services)), { excludeTestServices: true })(
  "a lookup at a fund that",
  (it) => {
    for (const { answer, fund, notAsked, ...row } of rows) {
      it.effect(`${fund} says what was asked, and the operator reads why there was no match [R-1-17]`, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { done } = yield* MatchLookups
          const embed = yield* anEmployerEmbed(yield* aProduct())
          let isWorking = false
          const { fund } = yield* aLinkedFund(embed, () => (isWorking ? match : (answer ?? 500)))
          const at = fund.profile.operations.employer_lookup
          const addressed = (url: string) => sql`UPDATE funds
          SET profile = jsonb_set(profile, '{operations,employer_lookup,url}', to_jsonb(${url}::text)) WHERE id = ${fund.id}`
          if (answer === undefined) yield* addressed("http://127.0.0.1:1/lookup")
          const opened = Effect.flatMap(anEmbed(embed.productId, embed.employerId), done).pipe(
            Effect.map(({ funds_not_asked }) => funds_not_asked),
            lookupTime(Effect.never, waited)
          )
          assert.deepStrictEqual([yield* opened, yield* opened], [...notAsked])
          const lines = Effect.map(
            admin("fund list"),
            ({ output }) => new RegExp(`^${fund.slug}  .*\n(  .*\n)*`, "m").exec(output)?.[0]
          )
          if ("list" in row) assert.include(yield* lines, row.list)
          else assert.include((yield* admin(`fund breaches --fund ${fund.slug}`)).output, row.breach)
          if (answer === 401) return
          isWorking = true
          if (at?.source === "live") yield* addressed(at.url)
          yield* passTime("2 hours")
          assert.strictEqual(yield* opened, 0)
          assert.notInclude(yield* lines, "the last call failed")
        })
      )
    }
  }
)

import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { type FundAnswer } from "../../test/funds/fundServer.ts"
import { lookupTime, TestFundCalls } from "../../test/funds/TestFundCalls.ts"
import { ABN, aLinkedFund, anEmbed, anEmployerEmbed, TestMatches } from "../../test/TestMatches.ts"
import { termsAccepted } from "../../test/TestSettings.ts"
import { eventsOf, eventNames } from "../../test/TestEvents.ts"
import { LOOKUP_BUDGET } from "@embedded-super/rules/calls/FundOperation"
import { EmployerMatches } from "./EmployerMatches.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"
import { findingsOf } from "../../test/findings.ts"

const services = TestMatches.layer.pipe(Layer.provideMerge(TestFundCalls.layer))

/** An employer with an open embed, of a new product. */
const anEmployer = Effect.flatMap(Effect.suspend(aProduct), (productId) => anEmployerEmbed(productId))

const match = (employer_number?: string): FundAnswer => ({
  status: 200,
  body: {
    employer_found: true,
    ...(employer_number === undefined ? {} : { employer_details: { employer_number } })
  }
})
const noMatch: FundAnswer = { status: 200, body: { employer_found: false } }

/** Finds the matches; the time for the lookup is over when `isOver` ends. */
const find = (embed: OpenEmbed, isOver: Effect.Effect<void, never, SqlClient.SqlClient> = Effect.never) =>
  Effect.flatMap(EmployerMatches, (matches) => matches.find(embed)).pipe(lookupTime(isOver))

/** Waits until a fund's match is stored. */
const matched = ({ embedSessionId }: OpenEmbed) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`SELECT FROM employer_matches WHERE embed_session_id = ${embedSessionId}`
    if (rows.length === 0) return yield* Effect.fail("no match yet")
  }).pipe(Effect.retry(Schedule.spaced("10 millis")), Effect.orDie)

/** A match that is shown in a new embed: its fund knows the employer. */
const aMatch = Effect.fnUntraced(function* (employer_number?: string) {
  const embed = yield* anEmployer
  const { calls, usi } = yield* aLinkedFund(embed, () => match(employer_number))
  const [found = assert.fail("no match")] = (yield* find(embed)).matches
  return { embed, calls, usi, found }
})

layer(services, { excludeTestServices: true })("funds that know the employer", (it) => {
  it.effect(
    "are asked by POST with the ABN alone at the path of the fund's choosing; a match is shown, a no match isn't [R-1-17, R-1-19, R-2.5-1, R-2.5-2, R-2.5-3]",
    () =>
      Effect.gen(function* () {
        const embed = yield* anEmployer
        const known = yield* aLinkedFund(embed, () => match("EMP-004512"), { message: "You use us already." })
        const unknown = yield* aLinkedFund(embed, () => noMatch)
        const { matches } = yield* find(embed)
        assert.deepStrictEqual<unknown>(
          matches.map(({ fund_product, message }) => [fund_product.usi, message]),
          [[known.usi, "You use us already."]]
        )
        assert.notInclude(JSON.stringify(matches), "EMP-004512")
        for (const { calls } of [known, unknown]) {
          assert.lengthOf(calls, 1)
          assert.deepInclude(calls[0], { method: "POST", path: "/v1/who-uses-us", body: { abn: ABN } })
          assert.notProperty(calls[0]?.headers ?? {}, "idempotency-key")
        }
      })
  )

  it.effect("are asked once for each opening: views answer from it, and the next opening asks again", () =>
    Effect.gen(function* () {
      const embed = yield* anEmployer
      const known = yield* aLinkedFund(embed, () => match())
      const later = yield* aLinkedFund(embed, (nth) => (nth === 1 ? noMatch : match()))
      assert.lengthOf((yield* find(embed)).matches, 1)
      assert.lengthOf((yield* find(embed)).matches, 1)
      assert.deepStrictEqual([known.calls.length, later.calls.length], [1, 1])
      assert.lengthOf((yield* find(yield* anEmbed(embed.productId, embed.employerId))).matches, 2)
      assert.deepStrictEqual([known.calls.length, later.calls.length], [2, 2])
    })
  )

  it.effect(
    "one that hangs, fails, breaks the contract or isn't MySuper is no match, and delays the embed by at most 2.5 seconds [R-1-21]",
    () =>
      Effect.gen(function* () {
        const embed = yield* anEmployer
        yield* aLinkedFund(embed, () => "hang")
        yield* aLinkedFund(embed, () => "reset")
        const refusing = yield* aLinkedFund(embed, () => 400)
        const over = yield* aLinkedFund(embed, () => ({
          status: 200,
          body: { employer_found: false, employer_details: { employer_number: "EMP-1" } }
        }))
        const choice = yield* aLinkedFund(embed, () => match(), { isMySuper: false })
        const known = yield* aLinkedFund(embed, () => match())
        assert.strictEqual(Duration.toMillis(LOOKUP_BUDGET), 2500)
        // The hanging fund never answers: this call returns only because its time is over.
        const asked = Effect.suspend(() =>
          refusing.calls.length > 0 && over.calls.length > 0 ? Effect.void : Effect.fail("not asked yet")
        ).pipe(Effect.retry(Schedule.spaced("10 millis")), Effect.orDie)
        const { matches } = yield* find(embed, Effect.andThen(matched(embed), asked))
        assert.deepStrictEqual<unknown>(
          matches.map(({ fund_product }) => fund_product.usi),
          [known.usi]
        )
        assert.deepStrictEqual(
          [refusing.calls.length, over.calls.length, choice.calls.length, known.calls.length],
          [1, 1, 0, 1]
        )
      })
  )

  it.effect("of 25 linked funds all are asked, and the last one's match is shown [R-1-17]", () =>
    Effect.gen(function* () {
      const embed = yield* anEmployer
      const others = yield* Effect.forEach(Array.from({ length: 24 }), () =>
        aLinkedFund(embed, () => noMatch)
      )
      const last = yield* aLinkedFund(embed, () => match())
      const { matches } = yield* find(embed)
      assert.deepStrictEqual(
        others.map(({ calls }) => calls.length),
        others.map(() => 1)
      )
      assert.deepStrictEqual<unknown>(
        matches.map(({ fund_product }) => fund_product.usi),
        [last.usi]
      )
    })
  )

  it.effect(
    "one step makes it the default fund, with the number that it returned, and sends employer_settings_changed [R-1-20, R-1-23, R-2.5-6, R-6-26]",
    () =>
      Effect.gen(function* () {
        const { embed, found, usi } = yield* aMatch("EMP-004512")
        const { confirm } = yield* EmployerMatches
        const view = yield* confirm(embed, found.id, termsAccepted)
        assert.deepInclude<object | undefined>(view.default_fund, {
          employer_number: "EMP-004512",
          source: "default_activate_confirmed",
          is_still_suitable: true
        })
        assert.strictEqual(view.default_fund?.fund_product.usi as string, usi)
        yield* confirm(embed, found.id, termsAccepted)
        assert.deepStrictEqual(yield* eventNames(embed.employerId), ["employer_settings_changed"])
        assert.lengthOf((yield* find(embed)).matches, 0)
      })
  )

  it.effect("is confirmed under exactly the current terms, all of them and no other", () =>
    Effect.gen(function* () {
      const { embed, found } = yield* aMatch()
      const { confirm } = yield* EmployerMatches
      const current = termsAccepted.accepted_terms_versions
      const findings = (versions: ReadonlyArray<string>) =>
        Effect.map(
          Effect.flip(
            confirm(embed, found.id, {
              accepted_terms_versions: versions as ReadonlyArray<S.EmbedTextVersion>
            })
          ),
          (error) => (error._tag === "ValidationFailed" ? findingsOf(error.errors) : [error.code as string])
        )
      const terms = "#/accepted_terms_versions"
      assert.deepStrictEqual(yield* findings(current.slice(1)), [`${terms} required`])
      assert.deepStrictEqual(yield* findings([...current, "old-terms-2020"]), [`${terms}/2 not_allowed`])
      assert.lengthOf(yield* eventsOf(embed.employerId), 0)
      assert.lengthOf((yield* find(embed)).matches, 1)
      yield* confirm(embed, found.id, termsAccepted)
    })
  )

  it.effect("a declined fund isn't asked for 90 days, and can't be confirmed", () =>
    Effect.gen(function* () {
      const { calls, embed, found } = yield* aMatch()
      const { confirm, decline } = yield* EmployerMatches
      assert.lengthOf((yield* decline(embed, found.id, { reason: "not_our_fund" })).matches, 0)
      assert.strictEqual((yield* Effect.flip(confirm(embed, found.id, termsAccepted))).code, "match_not_open")
      const again = yield* anEmbed(embed.productId, embed.employerId)
      assert.lengthOf((yield* find(again)).matches, 0)
      assert.lengthOf(calls, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE employer_match_declines SET declined_at = declined_at - interval '90 days'
        WHERE employer_id = ${embed.employerId}`
      const later = yield* anEmbed(embed.productId, embed.employerId)
      assert.lengthOf((yield* find(later)).matches, 1)
    })
  )

  it.effect(
    "a decline is taken back in its embed: the match can be confirmed, and the fund is asked again",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { calls, embed, found } = yield* aMatch("EMP-004512")
        const { confirm, decline, undoDecline } = yield* EmployerMatches
        const declined = yield* decline(embed, found.id, { reason: "other" })
        assert.deepStrictEqual([declined.matches, declined.declined], [[], [found]])
        assert.deepStrictEqual((yield* find(embed)).declined, [found])
        for (const _ of [1, 2]) {
          const taken = yield* undoDecline(embed, found.id)
          assert.deepStrictEqual([taken.matches, taken.declined], [[found], []])
        }
        const audited =
          yield* sql`SELECT action, a.detail ->> 'fund_id' = m.fund_id::text AS of_fund FROM audit_log a
        JOIN employer_matches m ON m.id = ${found.id} WHERE a.entity_id = ${embed.employerId} ORDER BY a.id`
        assert.deepStrictEqual<unknown>(audited, [
          { action: "employer.match_decline", of_fund: true },
          { action: "employer.match_decline_undo", of_fund: true }
        ])
        assert.lengthOf((yield* find(yield* anEmbed(embed.productId, embed.employerId))).matches, 1)
        assert.lengthOf(calls, 2)
        const { default_fund } = yield* confirm(embed, found.id, termsAccepted)
        assert.strictEqual(default_fund?.employer_number as string, "EMP-004512")
        assert.deepStrictEqual((yield* undoDecline(embed, found.id)).matches, [])
      })
  )

  it.effect(
    "a decline is taken back in another embed within a day, as after a reload of the host's page",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { calls, embed, found } = yield* aMatch("EMP-004512")
        const { confirm, decline, undoDecline } = yield* EmployerMatches
        yield* decline(embed, found.id, { reason: "other" })
        const reloaded = yield* anEmbed(embed.productId, embed.employerId)
        const seen = yield* find(reloaded)
        assert.deepStrictEqual([seen.matches, seen.declined], [[], [found]])
        const age = (interval: string) =>
          sql`UPDATE employer_matches SET declined_at = declined_at + ${interval}::interval WHERE id = ${found.id}`
        yield* age("-1 day")
        assert.deepStrictEqual((yield* find(reloaded)).declined, [])
        assert.strictEqual((yield* Effect.flip(undoDecline(reloaded, found.id))).code, "not_found")
        yield* age("1 day")
        const stranger = yield* anEmployer
        assert.strictEqual((yield* Effect.flip(undoDecline(stranger, found.id))).code, "not_found")
        const taken = yield* undoDecline(reloaded, found.id)
        assert.deepStrictEqual([taken.matches, taken.declined], [[found], []])
        assert.lengthOf(calls, 1)
        const { default_fund } = yield* confirm(reloaded, found.id, termsAccepted)
        assert.strictEqual(default_fund?.employer_number as string, "EMP-004512")
      })
  )
})

import * as S from "@embedded-super/contracts/schemas"
import { kinds } from "@embedded-super/pages/kinds/index"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { aListFund, supply, TestLists } from "../../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { aFund, KEY } from "../../../test/funds/TestFundCalls.ts"
import { anEmployer, TestOnboarding } from "../../../test/TestOnboarding.ts"
import { products } from "../../../test/TestFunds.ts"
import { played, PlayedSimulators, TestSimulators } from "../../../test/workbench/TestSimulators.ts"
import { Noted, TestTimeline } from "../../../test/workbench/anEntry.ts"
import { ListLookup } from "../../employer-lists/ListLookup.ts"
import { Employers } from "../../employers/Employers.ts"
import { FundCredentials } from "../../funds/FundCredentials.ts"
import { newId } from "../../platform/ids/newId.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { Levers, LeversLive } from "./Levers.ts"

const levers = LeversLive.pipe(
  Layer.provide(FundCredentials.layer),
  Layer.provideMerge(TestSimulators.layer),
  Layer.provideMerge(TestTimeline.layer)
)
const onEmployers = levers.pipe(Layer.provideMerge(TestOnboarding.layer))

/** A fund's simulator that runs. */
const running = Effect.fnUntraced(function* (slug: string, name = "Banksia Super") {
  const one = played(name, slug)
  ;(yield* PlayedSimulators).set(slug, one)
  return { ...one, slug: slug as S.Slug, state: one }
})

/** The sentences of the levers that were noted since the last call. Their changes have notes of their own. */
const sentences = Effect.map(Noted, (noted) =>
  noted
    .splice(0)
    .filter(({ kind }) => kind === "lever_pulled")
    .map(({ detail }) =>
      kinds.lever_pulled.sentence(detail as Parameters<typeof kinds.lever_pulled.sentence>[0], {
        from: null,
        to: null
      })
    )
)

const plan = Schema.decodeSync(S.FaultPlan)
const failing = plan({
  faults: [{ operation_id: "registerMember", play: "answer_status", status: 503, times: 2 }]
})

layer(onEmployers, { excludeTestServices: true })("the levers", (it) => {
  it.effect("set a fund's faults at its simulator, and say which", () =>
    Effect.gen(function* () {
      const { slug, state } = yield* running("faulty")
      const levers = yield* Levers
      assert.deepStrictEqual(yield* levers.setFundFaults(slug, failing), failing)
      assert.deepStrictEqual(yield* levers.fundFaults(slug), failing)
      // The page waits for it.
      assert.strictEqual(state.asked.at(-1)?.timeoutMillis, 300)
      yield* levers.setFundFaults(slug, plan({ faults: [] }))
      assert.deepStrictEqual(state.faults, [])
      assert.deepStrictEqual(yield* sentences, [
        "The Workbench set Banksia Super to answer 503 to the next 2 calls of registerMember (register a member).",
        "The Workbench ended the faults of Banksia Super."
      ])
    })
  )

  it.effect("refuse what the simulator refuses, with its findings, and note nothing", () =>
    Effect.gen(function* () {
      const { slug } = yield* running("refusing")
      const broken = plan({ faults: [{ operation_id: "*", play: "answer_status" }] })
      const refusal = yield* Effect.flip((yield* Levers).setFundFaults(slug, broken))
      assert.deepInclude(refusal, { _tag: "ValidationFailed" })
      assert.strictEqual("errors" in refusal && refusal.errors?.[0]?.pointer, "#/faults/0/status")
      assert.deepStrictEqual(yield* sentences, [])
    })
  )

  it.effect("fail with one sentence if the simulator doesn't answer, or was never started", () =>
    Effect.gen(function* () {
      const { slug, state } = yield* running("away")
      state.isUp = false
      const levers = yield* Levers
      const away = yield* Effect.flip(levers.setFundFaults(slug, failing))
      assert.deepInclude(away, {
        _tag: "ServiceUnavailable",
        detail: "Banksia Super doesn't answer. Start it again."
      })
      const never = yield* Effect.flip(levers.fundFaults("unknown" as S.Slug))
      assert.deepInclude(never, { _tag: "NotFound" })
      assert.match(never.detail, /unknown.*`npx --yes pnpm@12\.21\.0 start[ `]/)
      const partner = yield* Effect.flip(levers.setPartnerFaults({}))
      assert.deepInclude(partner, { _tag: "ServiceUnavailable" })
      assert.match(partner.detail, /Start it with `npx --yes pnpm@12\.21\.0 start[ `]/)
      assert.deepStrictEqual(yield* sentences, [])
    })
  )

  it.effect("set the sandbox's ATO for an employer; the entry has no member number", () =>
    Effect.gen(function* () {
      const { employerId, productId } = yield* anEmployer()
      const levers = yield* Levers
      const knows = Schema.decodeSync(S.SimulatedStapling)({
        status: "connected",
        outcome: "stapled_fund",
        stapled_fund: { usi: products.banksia.usi, member_number: "77001122" }
      })
      yield* levers.setAto(employerId, knows)
      const { data } = yield* (yield* Employers).get(productId, employerId)
      assert.strictEqual(data.stapling_status, "connected")
      const noted = yield* Noted
      assert.notInclude(JSON.stringify(noted), "77001122")
      const pulled = noted.find(({ kind }) => kind === "lever_pulled")
      assert.deepStrictEqual(pulled?.about, [{ kind: "employer", id: employerId }])
      assert.deepStrictEqual(yield* sentences, [
        "The Workbench set the sandbox's ATO for Wattle Pty Ltd: connected, and it finds a stapled fund."
      ])
      const unknown = yield* Effect.flip(levers.setAto((yield* newId) as S.EmployerId, { status: "lapsed" }))
      assert.deepInclude(unknown, { _tag: "NotFound" })
    })
  )

  it.effect("name the employers of sandboxed products, whom the ATO's lever takes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [only, one, other] = [yield* anEmployer(), yield* anEmployer(), yield* anEmployer()]
      yield* sql`UPDATE employers SET name = 'Banksia Bakery' WHERE id = ${only.employerId}`
      yield* sql`UPDATE employers SET remote_id = 'twin-1' WHERE id = ${one.employerId}`
      yield* sql`UPDATE employers SET remote_id = 'twin-2' WHERE id = ${other.employerId}`
      const { employers } = yield* Levers
      const found = yield* employers
      assert.deepStrictEqual(
        [only, one, other].map(({ employerId }) => found.find(({ id }) => id === employerId)?.name),
        ["Banksia Bakery", "Wattle Pty Ltd (twin-1)", "Wattle Pty Ltd (twin-2)"]
      )
    })
  )

  it.effect("move the clock of the service and of every simulator to the same time", () =>
    Effect.gen(function* () {
      const fund = yield* running("clock-one")
      const missed = yield* running("clock-two", "Telopea Super")
      const clock = yield* BusinessClock
      const levers = yield* Levers
      const before = Duration.toMillis(yield* clock.offset)
      missed.state.isUp = false
      yield* levers.moveClock("5d")
      const ahead = Duration.toMillis(yield* clock.offset) - before
      assert.strictEqual(ahead, Duration.toMillis("5 days"))
      const [sentence] = yield* sentences
      assert.match(
        sentence ?? "",
        /^The Workbench moved the clock ahead by 5 days\. .*Telopea Super doesn't answer/
      )
      assert.match(sentence ?? "", /follows when the clock is moved again\.$/)

      missed.state.isUp = true
      ;(yield* PlayedSimulators).delete("away")
      yield* levers.moveClock("1h")
      assert.strictEqual(missed.state.now, fund.state.now)
      assert.deepStrictEqual(yield* sentences, ["The Workbench moved the clock ahead by 1 hour."])
    })
  )

  it.effect("move the clock at most 3,660 days in one step, and say what to send", () =>
    Effect.gen(function* () {
      const clock = yield* BusinessClock
      const levers = yield* Levers
      const before = Duration.toMillis(yield* clock.offset)
      for (const advance of ["3661d", "999999h"]) {
        const refusal = yield* Effect.flip(levers.moveClock(advance))
        assert.deepInclude(refusal, { _tag: "ValidationFailed" })
        const [error] = ("errors" in refusal && refusal.errors) || []
        assert.deepInclude(error, { pointer: "#/advance", code: "too_large" })
        assert.include(error?.detail ?? "", '"90m", "2h" or "5d"')
      }
      assert.strictEqual(Duration.toMillis(yield* clock.offset), before)
      assert.deepStrictEqual(yield* sentences, [])
    })
  )

  it.effect("leave a simulator's clock that is further ahead, and refuse more than a hundred years", () =>
    Effect.gen(function* () {
      const fund = yield* running("clock-ahead")
      fund.state.now = "2400-01-01T00:00:00.000Z"
      const levers = yield* Levers
      yield* levers.moveClock("1s")
      assert.match((yield* sentences)[0] ?? "", /The clock of Banksia Super is further ahead already/)
      ;(yield* PlayedSimulators).delete("clock-ahead")
      const clock = yield* BusinessClock
      yield* clock.advance(Duration.days(36_000), { kind: "system" })
      const refusal = yield* Effect.flip(levers.moveClock("3660d"))
      assert.deepInclude(refusal, { _tag: "ValidationFailed" })
      assert.match(("errors" in refusal && refusal.errors?.[0]?.detail) || "", /hundred years/)
    })
  )
})

const onFunds = levers.pipe(
  Layer.provideMerge(ListLookup.layer),
  Layer.provideMerge(TestLists.layer),
  Layer.provideMerge(TestOnboarding.layer)
)

layer(onFunds, { excludeTestServices: true })("the levers of a fund", (it) => {
  it.effect(
    "refuse the service's credentials beside the other faults; accepted, a new version is tried",
    () =>
      Effect.gen(function* () {
        const fund = yield* aFund("http://127.0.0.1:1/v1/member_registration").pipe(Effect.orDie)
        const { state } = yield* running(fund.slug)
        const credentials = yield* FundCredentials
        const levers = yield* Levers
        yield* levers.setFundFaults(fund.slug, failing)
        yield* levers.setFundCredentials(fund.slug, false)
        yield* levers.setFundCredentials(fund.slug, false)
        const refusing = { operation_id: "*", play: "answer_status", status: 401 }
        assert.deepStrictEqual(state.faults, [refusing, ...failing.faults])

        yield* credentials.refused(fund.id, 1)
        assert.isTrue(Option.isNone(yield* credentials.current(fund.id)))
        yield* levers.setFundCredentials(fund.slug, true)
        assert.deepStrictEqual(state.faults, failing.faults)
        const current = Option.getOrThrow(yield* credentials.current(fund.id))
        assert.deepStrictEqual([current.version, Redacted.value(current.secret)], [2, KEY])
        const pulled = (yield* Noted).find(({ kind }) => kind === "lever_pulled")
        assert.deepStrictEqual(pulled?.about, [{ kind: "fund", id: fund.slug }])
        assert.deepStrictEqual((yield* sentences).slice(-1), [
          "The Workbench set Banksia Super to accept the service's credentials, and gave the service a new version of them."
        ])
      })
  )

  it.effect("upload a list in the agreed form, good or broken", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund({ format: "hashed", salted: true })
      const { state } = yield* running(fund.slug)
      const levers = yield* Levers
      const file_name = S.EmployerListFileName.make("employers_20261121031415.csv")
      state.outcome = { ...state.outcome, file_name }
      assert.deepStrictEqual(yield* levers.sendEmployerList(fund.slug, "good"), state.outcome)
      assert.deepStrictEqual((yield* Noted).at(-1)?.makes, [
        { kind: "employer_file", id: `${fund.slug}/${file_name}` }
      ])
      state.outcome = { is_done: false, detail: "127.0.0.1:2222 can't be reached." as S.ShortText }
      yield* levers.sendEmployerList(fund.slug, "broken")
      assert.deepStrictEqual(
        state.asked.map(({ body }) => body),
        [{ format: "salted" }, { format: "salted", flaw: "bad_rows" }]
      )
      assert.deepStrictEqual(yield* sentences, [
        "The Workbench had Banksia Super upload its list of employers.",
        "The Workbench tried to have Banksia Super upload a broken list of employers. 127.0.0.1:2222 can't be reached."
      ])
    })
  )

  it.effect("let the list in force become too old: it then matches nobody", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund({ max_age_days: 7 })
      yield* running(fund.slug)
      const levers = yield* Levers
      const none = yield* levers.sendEmployerList(fund.slug, "stale")
      assert.deepStrictEqual([none.is_done, none.detail.includes("Send a good list first")], [false, true])

      const [abn = ""] = abns(1)
      yield* supply(fund, listOf([abn]))
      const lookup = yield* ListLookup
      assert.isTrue(Option.isSome(yield* lookup.ask(fund, abn as S.Abn)))
      const stale = yield* levers.sendEmployerList(fund.slug, "stale")
      assert.match(stale.detail, /^The clock was moved .* ahead\. The list of .* is too old now/)
      assert.isTrue(Option.isNone(yield* lookup.ask(fund, abn as S.Abn)))
      const again = yield* levers.sendEmployerList(fund.slug, "stale")
      assert.match(again.detail, /too old already/)
    })
  )
})

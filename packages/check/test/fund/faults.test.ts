/**
 * The first fault that names a check of level MUST is found by that check alone, and the sentence names the mistake: a check
 * that can't fail any more is noticed here. Those without such a fault are listed below. All faults,
 * also those that show by time, by chance or in an upload, are in `evidence/kits`.
 */
import { assert, describe, it } from "@effect/vitest"
import { faults } from "@embedded-super/fund-simulator/faults"
import * as Effect from "effect/Effect"
import { kit } from "../../src/fund/index.ts"
import { checking, saidOf } from "./checking.ts"

/** These need half a minute, chance or an upload, or the calls of other checks. */
const inEvidence = new Set(["list", "time"])
const late = new Set([
  "slow-lookup",
  "never-answered",
  "answer-never-ends",
  "former-employer-late",
  "repeat-forgotten-after-restart"
])

const quick = faults.filter(({ group, name }) => !inEvidence.has(group) && !late.has(name))

const faultOf = (id: string) => quick.find(({ killedBy }) => killedBy[0] === id)

const musts = kit.groups.flatMap(({ checks }) =>
  checks.flatMap(({ id, level }) => (level === "MUST" ? id : []))
)

/** The checks of level MUST that no quick fault names first; those of lists have their own tests (lists, uploads). */
const others = [
  // Their faults take long, or need a restart.
  ...["LIMITS-7-2", "LOOKUP-2.5-11", "REGISTER-4.2-5", "TIME-7-2"],
  // Below, beside the checks that make its calls.
  "TIME-7-1",
  // The second that finds signature-unchecked.
  "AUTH-5-7",
  // No fault shows them.
  ...["CALL-4.2-2", "TLS-5-2", "TLS-8-1", "LOOKUP-2.5-9", "REGISTER-2.3-17", "DETAILS-4.2-8"]
]

const named = (name: string) => {
  const fault = faults.find((one) => one.name === name)
  if (fault === undefined) throw new Error(`No fault is called ${name}.`)
  return fault
}

describe("the plain simulator", () => {
  it.live("conforms to one check of each group, or two", () =>
    Effect.gen(function* () {
      const selection = [
        ...["VERSION", "DETAILS-4.2-1", "PRIVACY-2.3-1", "AUTH-7-1", "LOOKUP-2.5-6"],
        ...["REGISTER-2.3-1", "SCHEMA-7-1", "ERRORS-7-1", "TRANSPORT-4.2-1"]
      ]
      const { checks, verdict } = yield* checking({}, { selection })
      assert.deepStrictEqual(
        checks.filter((check) => check.verdict !== "pass"),
        []
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})

describe("a fund with a fault", () => {
  it("is there for each check of level MUST but a few", () => {
    assert.sameMembers(
      musts.filter((id) => !id.startsWith("LIST-") && faultOf(id) === undefined),
      others
    )
  })

  for (const fault of new Set(musts.flatMap((id) => faultOf(id) ?? []))) {
    const [first] = fault.killedBy
    it.live(`${fault.name} is found by ${first}`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ fault }, { selection: [first] })
        assert.strictEqual(saidOf(report, first), fault.finding)
      })
    )
  }

  // Calls overlap for as long as the machine lets them: work of five milliseconds in each turn of the event loop. The fund looks
  // nobody up, because a registration has half a minute on such a machine, and a lookup a few seconds.
  for (const name of ["busy-answered-503", "busy-dropped", "busy-refused"])
    it.live(`${name} is found on a busy machine, too`, () =>
      Effect.gen(function* () {
        const [id] = named(name).killedBy
        let isBusy = true
        const work = () => {
          const until = performance.now() + 5
          while (performance.now() < until);
          if (isBusy) setImmediate(work)
        }
        yield* Effect.addFinalizer(() => Effect.sync(() => (isBusy = false)))
        work()
        assert.strictEqual(
          saidOf(yield* checking({ fault: named(name), lookup: "plain_list" }, { selection: [id] }), id),
          named(name).finding
        )
      })
    )

  // Both calls are in the report, whose numbers are masked.
  for (const [name, actual] of [
    [
      "twins-are-one-member",
      /^2xx with the member number of call (e\d+) in report.json, which is the other person's\./
    ],
    ["repeat-new-number", /^2xx with another member number than call (e\d+) in report.json got\./]
  ] as const) {
    it.live(`${name} names the call that the number is compared with`, () =>
      Effect.gen(function* () {
        const [id] = named(name).killedBy
        const { exchanges, findings } = yield* checking({ fault: named(name) }, { selection: [id] })
        const [, compared] = actual.exec(findings[0]?.actual ?? "") ?? []
        assert.notStrictEqual(compared, findings[0]?.exchange)
        assert.include(
          exchanges.map((exchange) => String(exchange.id)),
          compared
        )
      })
    )
  }

  // The answers of the whole run are judged: some of its calls have to be made.
  for (const [name, maker] of [
    ["unknown-employers-crash", "LOOKUP-2.5-6"],
    ["former-employer-crash", "LOOKUP-2.5-5"]
  ] as const) {
    it.live(`${name} is found by TIME-7-1, although ${maker} observes nothing`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ fault: named(name) }, { selection: [maker, "TIME-7-1"] })
        assert.strictEqual(saidOf(report, "TIME-7-1"), named(name).finding)
        assert.match(saidOf(report, maker) ?? "", /^not_observed: /)
        assert.strictEqual(report.verdict, "does_not_conform")
      })
    )
  }
})

describe("a fund with a fault of JWTs", () => {
  // Who compares the host of aud alone is warned about that, by AUTH-5-21.
  it.live("audience-by-host fails no check of a part of aud", () =>
    Effect.gen(function* () {
      const selection = ["AUTH-5-21", "AUTH-5-27"]
      const report = yield* checking({ fault: named("audience-by-host") }, { selection })
      assert.strictEqual(saidOf(report, "AUTH-5-21"), named("audience-by-host").finding)
      assert.match(saidOf(report, "AUTH-5-27") ?? "", /^not_observed: /)
    })
  )
})

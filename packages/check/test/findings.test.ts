/** How failures become findings: which are joined, whose sentence each has, and their order. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fail, warn } from "../src/check/Check.ts"
import { runKit } from "../src/run/runKit.ts"
import { makeExchanges } from "../src/exchange/Exchange.ts"
import { aCall, type ACheck, aCheck, aGroup, aKit, aRun, ending } from "./aKit.ts"

const wrong = (cause: string, root?: string) =>
  fail({ cause, expected: "401", actual: "200", ...(root === undefined ? {} : { root }) })

const odd = warn({ cause: "Odd.", expected: "a", actual: "b" })

const findingsOf = (...checks: ReadonlyArray<ACheck>) =>
  Effect.map(runKit(aRun(aKit(aGroup("AUTH", ...checks)))), ({ findings }) => findings)

const byAll = { ...wrong("A valid call is answered 500."), explainedBy: ["AUTH-5-1", "AUTH-5-2"] }

/** The findings, each as `LEVEL cause: checks`. */
const rows: ReadonlyArray<
  readonly [they: string, checks: ReadonlyArray<ACheck>, findings: ReadonlyArray<string>]
> = [
  [
    "join the failures of one root, and have the sentence of the weightiest check",
    [
      ending("AUTH-5-1", { ...odd, root: "open" }),
      ending("AUTH-5-2", wrong("No key.", "open"), { level: "SHOULD" }),
      ending("AUTH-5-3", wrong("A wrong key.", "open")),
      ending("AUTH-5-4", wrong("An empty key.", "open"))
    ],
    ["MUST A wrong key.: AUTH-5-3, AUTH-5-4, AUTH-5-2, AUTH-5-1"]
  ],
  [
    "join failures of the same cause without a root, and keep others apart",
    [
      ending("AUTH-5-1", wrong("Accepted.")),
      ending("AUTH-5-2", wrong("Answered 500.")),
      ending("AUTH-5-3", wrong("Accepted."))
    ],
    ["MUST Accepted.: AUTH-5-1, AUTH-5-3", "MUST Answered 500.: AUTH-5-2"]
  ],
  [
    "begin with what is required, and end with warnings",
    [
      ending("AUTH-5-1", odd),
      ending("AUTH-5-2", wrong("A suggestion."), { level: "SHOULD" }),
      ending("AUTH-5-3", wrong("A requirement."))
    ],
    ["MUST A requirement.: AUTH-5-3", "SHOULD A suggestion.: AUTH-5-2", "MUST Odd.: AUTH-5-1"]
  ],
  [
    "hold the failures that a failed check explains, and have the sentence of that check",
    [
      ending("AUTH-5-1", wrong("A charset is refused."), { restsOn: ["AUTH-5-2"] }),
      ending("AUTH-5-2", wrong("A call is answered 500."), { level: "SHOULD", restsOn: ["AUTH-5-3"] }),
      ending("AUTH-5-3", wrong("Nothing is answered."), { level: "SHOULD" }),
      ending("AUTH-5-4", wrong("A GET is answered 200."))
    ],
    ["MUST A GET is answered 200.: AUTH-5-4", "MUST Nothing is answered.: AUTH-5-3, AUTH-5-1, AUTH-5-2"]
  ],
  [
    "keep a failure apart if the check that it rests on passes or only warns",
    [
      ending("AUTH-5-1", odd),
      ending("AUTH-5-2", wrong("A charset is refused."), { restsOn: ["AUTH-5-1", "AUTH-5-9"] })
    ],
    ["MUST A charset is refused.: AUTH-5-2", "MUST Odd.: AUTH-5-1"]
  ],
  [
    "hold a failure whose calls failed checks made",
    [
      ending("AUTH-5-1", wrong("An apostrophe is answered 500.")),
      ending("AUTH-5-2", wrong("A hyphen is answered 500.")),
      ending("AUTH-5-3", byAll)
    ],
    ["MUST An apostrophe is answered 500.: AUTH-5-1, AUTH-5-3", "MUST A hyphen is answered 500.: AUTH-5-2"]
  ],
  [
    "hold no failure whose calls also a check made that didn't fail",
    [
      ending("AUTH-5-1", wrong("An apostrophe is answered 500.")),
      ending("AUTH-5-2", odd),
      ending("AUTH-5-3", byAll)
    ],
    [
      "MUST An apostrophe is answered 500.: AUTH-5-1",
      "MUST A valid call is answered 500.: AUTH-5-3",
      "MUST Odd.: AUTH-5-2"
    ]
  ],
  [
    "hold everything while a plain call fails, and keep two plain calls apart",
    [
      ending("CALL-4.2-1", wrong("Nothing is there."), { isBasic: true }),
      ending("CALL-4.2-2", wrong("It is redirected."), { isBasic: true }),
      ending("AUTH-5-1", wrong("A body that isn't JSON is accepted.")),
      ending("AUTH-5-2", odd)
    ],
    ["MUST Nothing is there.: CALL-4.2-1, AUTH-5-1, AUTH-5-2", "MUST It is redirected.: CALL-4.2-2"]
  ],
  [
    "end a circle of checks that rest on one another",
    [
      ending("AUTH-5-1", wrong("One."), { restsOn: ["AUTH-5-2"] }),
      ending("AUTH-5-2", wrong("Two."), { restsOn: ["AUTH-5-1"] })
    ],
    ["MUST One.: AUTH-5-1", "MUST Two.: AUTH-5-2"]
  ]
]

describe("findings", () => {
  it.effect.each(rows)("%s", ([, checks, expected]) =>
    Effect.gen(function* () {
      const findings = yield* findingsOf(...checks)
      assert.deepStrictEqual(
        findings.map(({ cause, checks: ids, level }) => `${level} ${cause}: ${ids.join(", ")}`),
        [...expected]
      )
      assert.deepStrictEqual(
        findings.map(({ id }) => String(id)),
        expected.map((_, index) => `F${index + 1}`)
      )
    })
  )

  it.effect("of a plain call that fails hold what failed in calls of its operation, and nothing else", () =>
    Effect.gen(function* () {
      const exchanges = makeExchanges()
      const calling = (operation: string | undefined, outcome: ReturnType<typeof wrong>) => () =>
        Effect.map(exchanges.record({ ...aCall(), operation }), ({ id }) => ({ ...outcome, exchange: id }))
      const checks = [
        aCheck("CALL-4.2-1", { run: calling("lookUpEmployer", wrong("Nothing is there.")), isBasic: true }),
        aCheck("AUTH-5-1", { run: calling("lookUpEmployer", wrong("No key is needed.")) }),
        aCheck("AUTH-5-2", { run: calling("registerMember", wrong("The number isn't a text.")) }),
        ending("AUTH-5-3", wrong("The address is plain http."))
      ]
      const { findings } = yield* runKit(aRun(aKit(aGroup("AUTH", ...checks)), { exchanges }))
      assert.deepStrictEqual(
        findings.map(({ cause, checks: ids }) => `${cause} ${ids.join()}`),
        [
          "Nothing is there. CALL-4.2-1,AUTH-5-1",
          "The number isn't a text. AUTH-5-2",
          "The address is plain http. AUTH-5-3"
        ]
      )
    })
  )

  it.effect("have the hint of their check, or of their mistake where the check's is for another", () =>
    Effect.gen(function* () {
      const hint = "Share nothing between calls."
      const hints = yield* Effect.map(
        findingsOf(ending("AUTH-5-1", wrong("One.")), ending("AUTH-5-2", { ...wrong("Two."), hint })),
        (findings) => findings.map((finding) => String(finding.hint))
      )
      assert.deepStrictEqual(hints, ["Do what AUTH-5-1 says.", hint])
    })
  )
})

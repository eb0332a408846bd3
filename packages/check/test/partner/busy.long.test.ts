/**
 * Receivers that are busy for a while, wait long, or answer as nobody expects. A delivery comes again, as from the service,
 * and the last answer is judged.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  everyNinth,
  variants,
  pausingAllCalls,
  tryingAgainAfter
} from "@embedded-super/partner-simulator/variants"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import { faults } from "@embedded-super/partner-simulator/faults"
import { checkPartner } from "../../src/partner/index.ts"
import { checkSimulator, settingsOf } from "./simulatedPartner.ts"
import { checkHostile, sentences } from "./hostileReceivers.ts"

const groups = ["SIGNATURE", "ROTATION", "ANSWER", "UNKNOWN", "CALLBACK", "ORDER", "DUPLICATE", "PRIVACY"]

describe("a receiver that is busy", { timeout: 60_000 }, () => {
  it.live.each(["limits-its-rate", "often-unavailable"])("%s: conforms", (name) =>
    Effect.gen(function* () {
      const variant = variants.find((each) => each.name === name)!
      const { checks, verdict } = yield* checkSimulator({ variant }, groups)
      assert.deepStrictEqual(
        checks
          .filter((check) => !["pass", "not_applicable"].includes(check.verdict))
          .map(({ actual, cause, id, why }) => [id, cause ?? why, actual]),
        [
          [
            "DUPLICATE-6-2",
            "Both are answered 2xx. How many notifications are shown, the kit can't see.",
            undefined
          ]
        ]
      )
      assert.strictEqual(verdict, "conforms")
    })
  )

  it.live("may fail now and then: what failed once comes again", () =>
    Effect.gen(function* () {
      const variant = {
        name: "fails-now-and-then",
        sentence: "Answers 500 to every ninth delivery.",
        play: () => everyNinth({ status: 500, headers: {}, body: "" })
      }
      const { findings } = yield* checkSimulator({ variant }, ["ROTATION", "ANSWER", "UNKNOWN", "CALLBACK"])
      assert.deepStrictEqual(findings, [])
    })
  )

  const busyReceiver = (status: number) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const made = createServer((_, response) => {
            response.writeHead(status, { "retry-after": "30" }).end()
          })
          made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
        }),
        (made) => Effect.sync(() => made.close().closeAllConnections())
      ),
      (server) => ({
        ...settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
        call_back_within_ms: 100
      })
    )

  it.live.each([429, 503])("all the time (%d) proves nothing", (status) =>
    Effect.gen(function* () {
      const { checks } = yield* checkPartner({
        settings: yield* busyReceiver(status),
        mode: "dev",
        seed: 1,
        names: ["SIGNATURE-2.1-1", "SIGNATURE-2.1-4", "ANSWER-2.1-5", "CALLBACK-4.1-1", "UNKNOWN-9-2"]
      })
      for (const { id, verdict, why } of checks)
        assert.deepStrictEqual([verdict, why], ["not_observed", `The receiver was busy (${status}).`], id)
    }).pipe(Effect.scoped)
  )

  it.live("all the time gets no certificate", () =>
    Effect.gen(function* () {
      const { checks, verdict } = yield* checkPartner({
        settings: yield* busyReceiver(429),
        mode: "certify",
        seed: 1
      })
      assert.strictEqual(verdict, "incomplete")
      assert.isAtLeast(checks.filter((check) => check.verdict === "error").length, 20)
    }).pipe(Effect.scoped)
  )
})

/** Partners that make a refused call again later than the kit waits: that is no mistake. */

/** The checks that refuse a call, and want it to be made again. */
const refusing = ["CALLBACK-4.1-11", "DUPLICATE-3-4", "DUPLICATE-3-5"]

const whysOf = ({ checks }: CheckReport) =>
  checks.map(({ id, verdict, why }) => `${id} ${verdict}${why === undefined ? "" : `: ${why}`}`)

const unjudged =
  "not_observed: The call isn't made again within 5 seconds. If your software makes it later, set call_back_within_ms to the longest time that this takes."

describe("a call back that was refused", { timeout: 240_000 }, () => {
  it.live("may come again later, if the settings don't say how soon", () =>
    Effect.gen(function* () {
      const late = yield* checkSimulator({ variant: tryingAgainAfter(7) }, refusing)
      assert.deepStrictEqual(
        whysOf(late),
        refusing.map((id) => `${id} ${unjudged}`)
      )
    })
  )

  it.live("is waited for as long as the settings say", () =>
    Effect.gen(function* () {
      const waited = yield* checkSimulator(
        { variant: tryingAgainAfter(7) },
        ["CALLBACK-4.1-11", "DUPLICATE-3-5"],
        { call_back_within_ms: 15_000 }
      )
      assert.deepStrictEqual(whysOf(waited), ["CALLBACK-4.1-11 pass", "DUPLICATE-3-5 pass"])
    })
  )

  it.live("has to come within the time that the settings say", () =>
    Effect.gen(function* () {
      const fault = faults.find(({ name }) => name === "gives-up-on-429")!
      const never = yield* checkSimulator({ fault }, [refusing[0]!], { call_back_within_ms: 1500 })
      assert.deepStrictEqual(whysOf(never), ["CALLBACK-4.1-11 warn"])
    })
  )

  it.live("may make the receiver pause all its calls", () =>
    Effect.gen(function* () {
      const { checks, verdict } = yield* checkSimulator({ variant: pausingAllCalls(6) }, [
        "CALLBACK",
        "ORDER",
        "DUPLICATE"
      ])
      assert.deepStrictEqual(
        checks.filter((check) => ["fail", "warn", "error"].includes(check.verdict)),
        []
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})

describe("a whole run against a receiver that", () => {
  it.live.each(sentences)("%s ends with a verdict, and no error of the kit", ([name, sentence]) =>
    Effect.gen(function* () {
      const { checks, counts, findings, verdict } = yield* checkHostile(name)
      assert.strictEqual(findings[0]?.cause, sentence)
      assert.strictEqual(verdict, "does_not_conform")
      assert.strictEqual(counts.error, 0)
      console.log(`${name}: ${checks.length} checks, ${findings.length} findings`)
    }).pipe(Effect.scoped)
  )
})

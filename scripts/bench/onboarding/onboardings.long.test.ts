import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import { projectRoot } from "../../../contract-tests/src/projectRoot.ts"
import type { Figure } from "../../chaos/Figure.ts"
import { idle } from "../at-rest/idle.ts"
import { starts } from "../at-rest/starts.ts"
import { compare } from "./compare.ts"
import { figuresOf } from "./figures.ts"
import { makeStage } from "./makeStage.ts"

const say = () => Effect.void

const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
  effect.pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])), (whole) =>
    Effect.runPromise(whole as Effect.Effect<A, E>)
  )

/** A number, whatever it is: how fast this machine is decides no test. */
const isMeasured = ({ figure }: Figure) => /^[\d,.]+/.test(figure)

/** Beside other tests even the lowest rate may not be sustained; then there is no ratio. */
const isRatioToNothing = ({ figure, pass, what }: Figure) =>
  what === "the rate, as a ratio to the commit before" && figure === "not measured" && !pass

it("the bench of onboardings drives them to their last webhook, and counts what each takes", async () => {
  const checkouts = [
    { name: "ours", checkout: projectRoot },
    { name: "base", checkout: projectRoot }
  ]
  const compared = await run(compare({ checkouts, rounds: 1, quick: true, say }))
  for (const { footprint, rounds } of compared) {
    expect(footprint.outcome).toMatchObject({ started: 20, failures: [], leftOver: 0 })
    expect(footprint.outcome.webhooks).toBeGreaterThan(footprint.outcome.started)
    expect(footprint.outcome.calls).toHaveLength(12)
    expect(footprint.byStatement.length).toBeGreaterThan(10)
    expect(footprint.byTable.map(({ table }) => table)).toContain("events")
    // How many begin before the time is up, depends on the moment.
    expect(rounds.map(({ outcome }) => outcome.started >= 9)).toStrictEqual([true])
  }
  const figures = figuresOf(compared)
  expect(figures.filter((figure) => !isMeasured(figure) && !isRatioToNothing(figure))).toStrictEqual([])
  expect(figures.map(({ what }) => what)).toContain("the rate, as a ratio to the commit before")
}, 900_000)

it("the bench of the service at rest measures starts and idleness", async () => {
  const figures = await run(
    Effect.gen(function* () {
      const stage = yield* makeStage
      const side = yield* stage.makeSide({ name: "rest", checkout: projectRoot })
      return [...(yield* starts(side, 1, say)), ...(yield* idle(stage, side, true))]
    })
  )
  expect(figures).toHaveLength(8)
  expect(figures.filter((figure) => !isMeasured(figure))).toStrictEqual([])
}, 600_000)

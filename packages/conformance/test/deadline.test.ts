import { assert, describe, it } from "vitest"
import { deadline } from "../src/run/deadline.ts"

/** The process does nothing, as on a machine that sleeps. */
const standStill = (millis: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

describe("a deadline", () => {
  it("that passes while the machine stands still lets the answer be read that came meanwhile", async () => {
    const order: Array<string> = []
    // After these, Node runs the timers that are over, and reads what came meanwhile after that.
    await new Promise((next) => setImmediate(next))
    await new Promise<void>((ended) => {
      deadline(20, () => {
        order.push("over")
        ended()
      })
      standStill(300)
      setImmediate(() => order.push("answer"))
    })
    assert.deepStrictEqual(order, ["answer", "over"])
  })

  it("that is called off never passes, even when it was given more time", async () => {
    let isOver = false
    const callOff = deadline(1, () => (isOver = true))
    standStill(300)
    await new Promise((next) => setTimeout(next, 1))
    callOff()
    await new Promise((next) => setTimeout(next, 20))
    assert.isFalse(isOver)
  })

  it("passes even on a machine that stands still again and again", async () => {
    let isOver = false
    deadline(1, () => (isOver = true))
    for (let stood = 0; stood < 3; stood += 1) {
      standStill(300)
      await new Promise((next) => setTimeout(next, 2))
    }
    assert.isTrue(isOver)
  })
})

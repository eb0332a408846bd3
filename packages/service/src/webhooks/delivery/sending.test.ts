import { assert, describe, it } from "vitest"
import type { MadeAttempt } from "./Courier.ts"
import { makeSending } from "./sending.ts"
import type { DueDelivery, Turn } from "./turns.ts"

const deliveryOf = (entityId: string, id: string): DueDelivery => ({
  id,
  entityId,
  body: "{}",
  attempts: 0,
  triedAt: null,
  replaces: []
})

/** An endpoint of which each attempt ends when the test says so. */
const anEndpoint = (mayBegin: () => boolean = () => true) => {
  const begun: Array<string> = []
  const open = new Map<string, (kind: "delivered" | "failed") => void>()
  const made: Array<MadeAttempt> = []
  const sending = makeSending({
    attempt: (delivery, done) => {
      begun.push(delivery.id)
      open.set(delivery.id, (kind) => done({ delivery, verdict: { kind } } as MadeAttempt))
    },
    unwritten: () => 10,
    atOnce: () => 10,
    mayBegin,
    made: (attempt) => made.push(attempt)
  })
  const written = async () => {
    const left = sending.written(made.splice(0))
    await new Promise(setImmediate)
    return left
  }
  return { begun, end: (id: string, kind: "delivered" | "failed") => open.get(id)?.(kind), sending, written }
}

const turn: Turn = [deliveryOf("employer", "first"), deliveryOf("employer", "second")]

describe("sending", () => {
  it("begins an entity's next one when the one before is written down, and not sooner", async () => {
    const { begun, end, sending, written } = anEndpoint()
    sending.offer([turn])
    end("first", "delivered")
    assert.deepStrictEqual(begun, ["first"])
    assert.deepStrictEqual(await written(), [])
    assert.deepStrictEqual(begun, ["first", "second"])
    end("second", "delivered")
    assert.deepStrictEqual(await written(), ["employer"])
    assert.strictEqual(sending.entities(), 0)
  })

  it("leaves an entity's next one to the table after a failure", async () => {
    const { begun, end, sending, written } = anEndpoint()
    sending.offer([turn])
    end("first", "failed")
    assert.deepStrictEqual(await written(), ["employer"])
    assert.deepStrictEqual(begun, ["first"])
    assert.strictEqual(sending.entities(), 0)
  })

  it("gives back what isn't begun, and what comes after something that is on its way", async () => {
    const { begun, end, sending, written } = anEndpoint()
    sending.offer([turn])
    assert.deepStrictEqual(sending.giveBack(), [])
    end("first", "delivered")
    assert.deepStrictEqual(await written(), ["employer"])
    assert.deepStrictEqual(begun, ["first"])
    assert.strictEqual(sending.entities(), 0)
  })

  it("begins later what couldn't begin when it was taken over", () => {
    let mayBegin = false
    const { begun, sending } = anEndpoint(() => mayBegin)
    sending.offer([turn])
    assert.deepStrictEqual([begun, sending.waiting()], [[], 1])
    mayBegin = true
    sending.goOn()
    assert.deepStrictEqual(begun, ["first"])
  })
})

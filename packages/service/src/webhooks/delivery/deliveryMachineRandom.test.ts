import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import fc from "fast-check"
import {
  delivery,
  fresh,
  GATHERED,
  type Kind,
  LOOK,
  WOKEN,
  made,
  NOW,
  settings,
  text
} from "../../../test/webhooks/machineMessages.ts"
import { moreCases } from "../../../test/moreCases.ts"
import type { Attempt } from "./Courier.ts"
import { step } from "./deliveryMachine.ts"
import { type DueDelivery, sequencesOf } from "./deliverySequences.ts"
import type { Command, Message, State } from "./deliveryState.ts"
import { HEALTHY } from "./endpointHealth.ts"

/** The possible events, and how often each is drawn compared with the others. */
const weights = {
  "end an attempt": 2,
  answer: 3,
  gather: 2,
  fill: 1,
  look: 1,
  wake: 1,
  record: 1,
  "lose the lease": 1,
  change: 1,
  resume: 1
}
type What = keyof typeof weights

/** A possible next event, chosen by a number that fast-check draws. */
interface Choice {
  readonly what: What
  readonly nth: number
  readonly kind: Kind
}

const choice: fc.Arbitrary<Choice> = fc.record({
  what: fc.oneof(
    ...Object.entries(weights).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what as What) }))
  ),
  nth: fc.nat(20),
  kind: fc.constantFrom<Kind>("delivered", "delivered", "delivered", "failed")
})

/** A table of deliveries and a receiver that reply only on request. */
class World {
  state: State
  isLeased = true
  version = 1
  written = 0
  recorded = 0
  /** Undelivered deliveries by entity, in order; and those that failed and wait for their next attempt. */
  readonly table = new Map<string, Array<string>>()
  readonly notDue = new Set<string>()
  readonly flying: Array<DueDelivery> = []
  /** Begun and not written. */
  readonly begun = new Set<string>()
  readonly log: Array<string> = []
  pending: Array<{ readonly command: Command; readonly reply: () => Message }> = []
  timers = { fill: 0, gather: false, look: false }

  constructor(entities: ReadonlyArray<number>, lingerFor = 0) {
    this.state = fresh(HEALTHY, { lingerFor: Duration.millis(lingerFor), isNotified: lingerFor === 1000 })
    entities.forEach((count, index) => {
      const entity = String.fromCodePoint(97 + index)
      this.table.set(
        entity,
        Array.from({ length: count }, (_, nth) => `${entity}${nth + 1}`)
      )
    })
    this.send(LOOK)
  }

  /** The result of a claim that begins now, no matter when it returns. */
  private due() {
    const waiting = [...this.table].flatMap(([, ids]) =>
      ids.map((id) => ({ ...delivery(id), isDue: !this.notDue.has(id), isReplaceable: false }))
    )
    return sequencesOf(waiting)
  }

  private begin(of: DueDelivery) {
    assert.isTrue(this.isLeased, `${of.id} is begun without the lease`)
    assert.isFalse(this.begun.has(of.id), `${of.id} is begun twice`)
    assert.strictEqual(
      this.table.get(of.entityId)?.[0],
      of.id,
      `${of.id} is begun before its turn, or after its end`
    )
    const isOtherHere = [...this.begun].some((id) => id.startsWith(of.entityId))
    assert.isFalse(isOtherHere, `${of.id} is begun beside another of its entity`)
    this.begun.add(of.id)
    this.flying.push(of)
    assert.isAtMost(this.flying.length, settings.requestsPerEndpoint)
    assert.isAtMost(this.begun.size, settings.unwritten.inDrain)
    if (this.state.health.heldUntil !== null) assert.lengthOf(this.flying, 1, "a probe is one request")
  }

  private write(attempts: ReadonlyArray<Attempt>) {
    for (const { delivery: of, verdict } of attempts) {
      this.begun.delete(of.id)
      if (verdict.kind === "delivered") this.table.get(of.entityId)?.shift()
      else this.notDue.add(of.id)
    }
    this.written += attempts.length
  }

  private run(command: Command) {
    this.log.push(text(command))
    const later = (reply: () => Message) => this.pending.push({ command, reply })
    if (command.kind === "claim" || command.kind === "release") this.timers.look = false
    switch (command.kind) {
      case "begin":
        return this.begin(command.delivery)
      case "claim": {
        const [sequences, { version }] = [this.due(), this]
        return later(() => ({ kind: "claimed", next: undefined, version, sequences }))
      }
      case "write":
        assert.isUndefined(this.pending.find((other) => other.command.kind === "write"))
        return later(() => {
          this.write(command.attempts)
          return { kind: "written", token: `t${this.written}`, version: this.version }
        })
      case "release":
        return later(() =>
          this.due().length > 0
            ? { kind: "released", released: false }
            : { kind: "released", released: true, nextInSeconds: null }
        )
      case "renew":
        return later(() => ({ kind: "renewed", version: this.version, isOpen: true }))
      case "gather":
        return (this.timers.gather = true)
      case "fill later":
        return (this.timers.fill += 1)
      case "look later":
        return (this.timers.look = true)
      default:
        return undefined
    }
  }

  send(message: Message) {
    const [next, commands] = step(this.state, message, this.isLeased)
    this.state = next
    for (const command of commands) this.run(command)
  }

  endAttempt(nth: number, kind: Kind) {
    const [of] = this.flying.splice(nth % Math.max(1, this.flying.length), 1)
    if (of !== undefined) this.send({ kind: "ended", made: made(of, kind, NOW + this.log.length) })
  }

  answer(nth: number) {
    const [next] = this.pending.splice(nth % Math.max(1, this.pending.length), 1)
    if (next !== undefined) this.send(next.reply())
  }

  choose({ kind, nth, what }: Choice) {
    switch (what) {
      case "end an attempt":
        return this.endAttempt(nth, kind)
      case "answer":
        return this.answer(nth)
      case "gather": {
        const isDue = this.timers.gather
        this.timers.gather = false
        return isDue ? this.send(GATHERED) : undefined
      }
      case "fill":
        return this.send({ kind: "fill" })
      case "look": {
        const isDue = this.timers.look
        this.timers.look = false
        return isDue ? this.send(LOOK) : undefined
      }
      case "wake":
        return this.send(WOKEN)
      case "record": {
        const entity = String.fromCodePoint(97 + (nth % 5))
        this.recorded += 1
        this.table.set(entity, [...(this.table.get(entity) ?? []), `${entity}${100 + this.recorded}`])
        return this.send(WOKEN)
      }
      case "lose the lease":
        return (this.isLeased = nth < 10)
      case "change":
        return (this.version += nth < 3 ? 1 : 0)
      case "resume":
        this.notDue.clear()
        return this.send(WOKEN)
    }
  }

  /** Lets every pending request return until the lease is released. */
  finish() {
    this.isLeased = true
    for (let left = 2000; left > 0 && !this.state.isOver; left -= 1) {
      this.notDue.clear()
      if (this.state.health.heldUntil !== null) this.state = { ...this.state, health: HEALTHY }
      this.endAttempt(0, "delivered")
      this.choose({ what: "gather", nth: 0, kind: "delivered" })
      this.answer(0)
      this.choose({ what: "look", nth: 0, kind: "delivered" })
    }
  }

  /** Goes on, without its timer, until nothing happens any more. */
  settle() {
    for (const _ of Array.from({ length: 500 })) {
      this.endAttempt(0, "delivered")
      this.choose({ what: "gather", nth: 0, kind: "delivered" })
      this.choose({ what: "fill", nth: 0, kind: "delivered" })
      this.answer(0)
    }
  }
}

const entityCounts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 })
const lingerTimes = fc.constantFrom(0, 300, 1000)

describe("whatever happens, and in whatever order", () => {
  it("nothing is begun twice, out of its order, without the lease or beyond the limits; and all is delivered", () => {
    fc.assert(
      fc.property(
        entityCounts,
        lingerTimes,
        fc.array(choice, { maxLength: 120 }),
        (entities, lingerFor, choices) => {
          const world = new World(entities, lingerFor)
          for (const next of choices) if (!world.state.isOver) world.choose(next)
          if (world.state.isOver) return
          world.finish()
          assert.isTrue(world.state.isOver, "the lease is given back")
          assert.deepStrictEqual([...world.table.values()].flat(), [])
          assert.strictEqual(world.begun.size, 0)
        }
      ),
      { numRuns: 150 * moreCases }
    )
  })

  // Recorded when no slot is free, for an entity that was just written: no claim can begin for it then.
  const recordedWhileFull = (["answer", "end an attempt", "gather", "answer", "record"] as const).map(
    (what): Choice => ({ what, nth: 0, kind: "delivered" })
  )

  it("what is recorded while the lease is kept waits for no timer", () => {
    const quiet = choice.filter(({ what }) => what !== "lose the lease")
    fc.assert(
      fc.property(
        entityCounts,
        lingerTimes,
        fc.array(quiet, { maxLength: 60 }),
        (entities, linger, choices) => {
          const world = new World(entities, linger)
          for (const next of choices) if (!world.state.isOver) world.choose({ ...next, kind: "delivered" })
          world.settle()
          if (!world.state.isOver) assert.deepStrictEqual([...world.table.values()].flat(), [])
        }
      ),
      { numRuns: 150 * moreCases, examples: [[[1, 1, 1, 1, 1, 1], 300, recordedWhileFull]] }
    )
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import fc from "fast-check"
import type { Attempt } from "./Courier.ts"
import { type Command, held, type Made, type Message, type State, step } from "./deliveryMachine.ts"
import { type DueDelivery, type Sequence, sequencesOf, START } from "./deliverySequences.ts"
import { type EndpointHealth, HEALTHY } from "./endpointHealth.ts"

const NOW = Date.UTC(2026, 10, 21)

const settings = {
  requestsPerEndpoint: 3,
  unwritten: { usual: 4, inDrain: 8, drainsAfter: 20 },
  claimed: 4,
  lookEvery: Duration.millis(100),
  lookAtLeastEvery: Duration.seconds(1)
}

const delivery = (id: string): DueDelivery => ({
  id,
  entityId: id.slice(0, 1),
  body: "{}",
  attempts: 0,
  triedAt: null,
  replaces: []
})

/** "a1 a2" are the deliveries of entity a that may be sent. */
const sequence = (ids: string) => ids.split(" ").map(delivery) as unknown as Sequence

type Kind = "delivered" | "failed" | "gone"

const made = (of: DueDelivery, kind: Kind, at = NOW): Made => ({
  attempt: {
    delivery: of,
    verdict: kind === "failed" ? { kind, hold: null } : { kind },
    retryIn: 1
  } as Attempt,
  symptom: { delivered: kind === "delivered", hold: null, startedAt: at, endedAt: at, triedAt: null }
})

const ended = (id: string, kind: Kind = "delivered"): Message => ({
  kind: "ended",
  made: made(delivery(id), kind)
})

const claimed = (...sequences: ReadonlyArray<string>): Message => ({
  kind: "claimed",
  next: undefined,
  sequences: sequences.map(sequence)
})

const LOOK: Message = { kind: "look" }
const GATHERED: Message = { kind: "gathered" }
const WRITTEN: Message = { kind: "written", token: "next", version: 1 }

const text = (command: Command): string =>
  command.kind === "begin"
    ? `begin ${command.delivery.id}`
    : command.kind === "write"
      ? `write ${command.attempts.map(({ delivery }) => delivery.id).join(" ")}`
      : command.kind === "gather"
        ? `gather ${command.until}`
        : command.kind

const fresh = (health: EndpointHealth = HEALTHY): State =>
  held(settings, { version: 1, token: "first", health })

/** The state after these messages, and the commands of the last one. */
const after = (messages: ReadonlyArray<Message>, from = fresh(), isLeased = true) => {
  let state = from
  let commands: ReadonlyArray<Command> = []
  for (const message of messages) [state, commands] = step(state, message, isLeased)
  return { state, commands: commands.map(text) }
}

const OPEN: EndpointHealth = { ...HEALTHY, heldUntil: NOW, openings: 1, failuresInRow: 5 }

/** [title, messages, commands, initial state] */
const table: ReadonlyArray<readonly [string, ReadonlyArray<Message>, ReadonlyArray<string>, State?]> = [
  ["asks what is due", [LOOK], ["claim"]],
  [
    "begins what was claimed, the entities side by side",
    [LOOK, claimed("a1 a2", "b1")],
    ["begin a1", "begin b1", "look later"]
  ],
  [
    "begins no more than the slots",
    [LOOK, claimed("a1", "b1", "c1", "d1")],
    ["begin a1", "begin b1", "begin c1", "look later"]
  ],
  ["releases when nothing is due", [LOOK, claimed()], ["release"]],
  ["waits for what ends together", [LOOK, claimed("a1", "b1"), ended("a1")], ["gather briefly"]],
  ["writes when all has ended", [LOOK, claimed("a1"), ended("a1")], ["gather until the tick ends"]],
  ["writes what was gathered", [LOOK, claimed("a1"), ended("a1"), GATHERED], ["write a1"]],
  [
    "begins an entity's next one when the one before is written",
    [LOOK, claimed("a1 a2"), ended("a1"), GATHERED, WRITTEN],
    ["fill later", "begin a2", "claim"]
  ],
  [
    "leaves an entity's next one to the table after a failure",
    [LOOK, claimed("a1 a2"), ended("a1", "failed"), GATHERED, WRITTEN],
    ["fill later", "claim"]
  ],
  [
    "doesn't take what was written since the claim began",
    [LOOK, claimed("a1"), ended("a1"), GATHERED, LOOK, WRITTEN, claimed("a1")],
    ["release"]
  ],
  [
    "doesn't take what is here",
    [LOOK, claimed("a1", "b1"), LOOK, claimed("a1", "c1")],
    ["begin c1", "look later"]
  ],
  [
    "sends nothing the old way to an endpoint that was changed",
    [LOOK, claimed("a1 a2", "b1"), ended("a1"), ended("b1"), GATHERED, { ...WRITTEN, version: 2 } as Message],
    ["renew", "fill later", "release"]
  ],
  [
    "starts from a health that was changed meanwhile",
    [LOOK, claimed("a1"), ended("a1"), GATHERED, { kind: "stale", token: "other", health: HEALTHY }],
    ["write a1"]
  ],
  [
    "writes one by one what the database refuses together",
    [LOOK, claimed("a1", "b1"), ended("a1"), ended("b1"), GATHERED, { kind: "refused", error: "no" }],
    ["write a1"]
  ],
  [
    "and then the other",
    [
      LOOK,
      claimed("a1", "b1"),
      ended("a1"),
      ended("b1"),
      GATHERED,
      { kind: "refused", error: "no" },
      WRITTEN
    ],
    ["write b1", "fill later", "claim"]
  ],
  [
    "tries the oldest alone while the breaker is open",
    [LOOK, claimed("a1 a2", "b1")],
    ["begin a1", "look later"],
    fresh(OPEN)
  ],
  ["asks for nothing while it probes", [LOOK, claimed("a1"), LOOK], ["look later"], fresh(OPEN)],
  [
    "stops when the receiver says that it is gone",
    [LOOK, claimed("a1", "b1", "c1", "d1"), ended("a1", "gone")],
    ["gather briefly", "look later"]
  ],
  [
    "looks again at once when it was woken during a claim",
    [LOOK, LOOK, claimed("a1")],
    ["begin a1", "claim"]
  ],
  [
    "gives the lease back",
    [LOOK, claimed(), { kind: "released", released: true, nextInSeconds: 7 }],
    ["finish"]
  ],
  [
    "keeps a lease that can't be given back",
    [LOOK, claimed(), { kind: "released", released: false }],
    ["look later"]
  ],
  ["ends at once when nothing is in flight", [LOOK, { kind: "end" }], ["drained"]],
  [
    "ends when what is in flight is written",
    [LOOK, claimed("a1 a2"), { kind: "end" }, ended("a1"), GATHERED, WRITTEN],
    ["fill later", "drained"]
  ]
]

describe("the machine of an endpoint's lease", () => {
  for (const [title, messages, commands, from] of table) {
    it(title, () => assert.deepStrictEqual(after(messages, from).commands, commands))
  }

  it("gives back what isn't begun, and what comes after something that is in flight", () => {
    const { state } = after([
      LOOK,
      claimed("a1 a2", "b1", "c1", "d1"),
      { kind: "renewed", version: 1, isOpen: false }
    ])
    assert.deepStrictEqual(state.waiting, [])
    const rest = [ended("a1"), ended("b1"), ended("c1"), GATHERED, WRITTEN]
    assert.deepStrictEqual(after(rest, state).commands, ["fill later", "claim"])
  })

  it("begins later what couldn't begin without the lease", () => {
    const { commands, state } = after([LOOK], fresh())
    assert.deepStrictEqual(commands, ["claim"])
    const unleased = after([claimed("a1")], state, false)
    assert.deepStrictEqual(unleased.commands, ["look later"])
    assert.deepStrictEqual(after([LOOK], unleased.state).commands, ["begin a1", "claim"])
  })

  it("writes an attempt without its contents where the database refuses it alone, and gives up where it refuses that", () => {
    const refused: Message = { kind: "refused", error: "no" }
    const once = after([LOOK, claimed("a1"), ended("a1"), GATHERED, refused])
    assert.deepInclude(once.state.write?.batches[0]?.[0]?.attempt, {
      failure: "internal_error",
      retryIn: null
    })
    assert.deepStrictEqual(after([refused], once.state).commands, ["fail"])
  })
})

/** A possible next event, chosen by a number that fast-check draws. */
interface Choice {
  readonly what:
    | "end an attempt"
    | "answer"
    | "gather"
    | "fill"
    | "look"
    | "lose the lease"
    | "change"
    | "resume"
  readonly nth: number
  readonly kind: Kind
}

const choice: fc.Arbitrary<Choice> = fc.record({
  what: fc.constantFrom<Choice["what"]>(
    "end an attempt",
    "end an attempt",
    "answer",
    "answer",
    "answer",
    "gather",
    "gather",
    "fill",
    "look",
    "lose the lease",
    "change",
    "resume"
  ),
  nth: fc.nat(20),
  kind: fc.constantFrom<Kind>("delivered", "delivered", "delivered", "failed")
})

/** A table of deliveries and a receiver that reply only on request. */
class World {
  state = fresh()
  isLeased = true
  version = 1
  written = 0
  /** Undelivered deliveries by entity, in order; and those that failed and wait for their next attempt. */
  readonly table = new Map<string, Array<string>>()
  readonly notDue = new Set<string>()
  readonly flying: Array<DueDelivery> = []
  /** Begun and not written. */
  readonly begun = new Set<string>()
  readonly log: Array<string> = []
  pending: Array<{ readonly command: Command; readonly reply: () => Message }> = []
  timers = { fill: 0, gather: false }

  constructor(entities: ReadonlyArray<number>) {
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
    switch (command.kind) {
      case "begin":
        return this.begin(command.delivery)
      case "claim": {
        const sequences = this.due()
        return this.pending.push({ command, reply: () => ({ kind: "claimed", next: undefined, sequences }) })
      }
      case "write": {
        assert.isUndefined(this.pending.find((other) => other.command.kind === "write"))
        const reply = (): Message => {
          this.write(command.attempts)
          return { kind: "written", token: `t${this.written}`, version: this.version }
        }
        return this.pending.push({ command, reply })
      }
      case "release":
        return this.pending.push({
          command,
          reply: () =>
            this.due().length > 0
              ? { kind: "released", released: false }
              : { kind: "released", released: true, nextInSeconds: null }
        })
      case "renew":
        return this.pending.push({
          command,
          reply: () => ({ kind: "renewed", version: this.version, isOpen: true })
        })
      case "gather":
        return (this.timers.gather = true)
      case "fill later":
        return (this.timers.fill += 1)
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
      case "look":
        return this.send(LOOK)
      case "lose the lease":
        return (this.isLeased = nth < 10)
      case "change":
        return (this.version += nth < 3 ? 1 : 0)
      case "resume":
        return this.notDue.clear()
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
      this.send(LOOK)
    }
  }
}

describe("whatever happens, and in whatever order", () => {
  it("nothing is begun twice, out of its order, without the lease or beyond the limits; and all is delivered", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }),
        fc.array(choice, { maxLength: 120 }),
        (entities, choices) => {
          const world = new World(entities)
          for (const next of choices) if (!world.state.isOver) world.choose(next)
          if (world.state.isOver) return
          world.finish()
          assert.isTrue(world.state.isOver, "the lease is given back")
          assert.deepStrictEqual([...world.table.values()].flat(), [])
          assert.strictEqual(world.begun.size, 0)
        }
      ),
      { numRuns: 400 }
    )
  })

  it("after the end nothing is begun, and what was in flight is written", () => {
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 60 }), (choices) => {
        const world = new World([2, 2, 2, 2, 2])
        for (const next of choices) if (!world.state.isOver) world.choose(next)
        if (world.state.isOver) return
        world.send({ kind: "end" })
        const before = world.log.filter((line) => line.startsWith("begin")).length
        for (let left = 200; left > 0; left -= 1) {
          world.endAttempt(0, "delivered")
          world.choose({ what: "gather", nth: 0, kind: "delivered" })
          world.answer(0)
          world.choose({ what: left % 2 === 0 ? "fill" : "look", nth: 0, kind: "delivered" })
        }
        assert.lengthOf(
          world.log.filter((line) => line.startsWith("begin")),
          before
        )
        assert.include(world.log, "drained")
        assert.strictEqual(world.begun.size, 0)
      }),
      { numRuns: 200 }
    )
  })
})

it("a claim begins where the last one ended, and from the start after that", () => {
  const next = { dueAt: "2026-11-21", id: "1" }
  const [first] = step(fresh(), LOOK, true)
  const [, commands] = step(first, { kind: "claimed", next, sequences: [sequence("a1")] }, true)
  assert.deepStrictEqual(commands.at(-1), { kind: "claim", after: next })
  assert.deepStrictEqual(step(fresh(), LOOK, true)[1], [{ kind: "claim", after: START }])
})

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import {
  delivery,
  fresh,
  GATHERED,
  type Kind,
  LOOK,
  WOKEN,
  made,
  NOW,
  text
} from "../../../test/webhooks/machineMessages.ts"
import { step } from "./deliveryMachine.ts"
import { type Sequence, START } from "./deliverySequences.ts"
import type { Command, Message, State } from "./deliveryState.ts"
import { type EndpointHealth, HEALTHY } from "./endpointHealth.ts"

/** "a1 a2" are the deliveries of entity a that may be sent. */
const sequence = (ids: string) => ids.split(" ").map(delivery) as unknown as Sequence

const ended = (id: string, kind: Kind = "delivered"): Message => ({
  kind: "ended",
  made: made(delivery(id), kind)
})

const claimed = (...sequences: ReadonlyArray<string>): Message => ({
  kind: "claimed",
  next: undefined,
  version: 1,
  sequences: sequences.map(sequence)
})

const WRITTEN: Message = { kind: "written", token: "next", version: 1 }

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
    "claims nothing for a recorded delivery while another waits for a slot and none was written",
    [LOOK, claimed("a1", "b1", "c1", "d1"), WOKEN],
    []
  ],
  [
    "claims nothing more for what was recorded during a claim that filled every slot",
    [LOOK, WOKEN, claimed("a1", "b1", "c1", "d1")],
    ["begin a1", "begin b1", "begin c1", "look later"]
  ],
  [
    "claims all the same when the time of the next claim has come",
    [LOOK, claimed("a1", "b1", "c1", "d1"), LOOK],
    ["claim"]
  ],
  ["claims for a recorded delivery where a slot is free", [LOOK, claimed("a1"), WOKEN], ["claim"]],
  [
    "claims again when a delivery is written, even if another waits for a slot",
    [LOOK, claimed("a1", "b1", "c1", "d1", "e1"), ended("a1"), GATHERED, WRITTEN],
    ["fill later", "claim"]
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

/** A worker that keeps the lease for a while. */
const lingering = fresh(HEALTHY, { lingerFor: Duration.seconds(1), isNotified: true })
const looking = fresh(HEALTHY, { lingerFor: Duration.millis(250), isNotified: false })
const one = [LOOK, claimed("a1"), ended("a1"), GATHERED, WRITTEN]

const lingerTable: typeof table = [
  ["keeps the lease after the last delivery, without a claim", one, ["fill later", "look later"], lingering],
  ["claims when it is woken meanwhile", [...one, WOKEN], ["claim"], lingering],
  ["looks once, then releases", [...one, LOOK, claimed()], ["release"], lingering],
  [
    "looks more than once where no other process notifies it",
    [...one, LOOK, claimed()],
    ["look later"],
    looking
  ],
  ["and then releases too", [...one, LOOK, claimed(), LOOK, claimed()], ["release"], looking],
  [
    "claims after a write what the claim before passed over",
    [LOOK, claimed("a1"), WOKEN, claimed("a1 a2"), ended("a1"), GATHERED, WRITTEN],
    ["fill later", "claim"],
    lingering
  ],
  [
    "keeps no lease while the breaker is open",
    [LOOK, claimed()],
    ["release"],
    fresh(OPEN, { lingerFor: Duration.seconds(1), isNotified: true })
  ],
  [
    "reads an endpoint that was changed before it sends what it claimed",
    [...one, WOKEN, { ...claimed("b1"), version: 2 } as Message],
    ["renew", "look later"],
    lingering
  ],
  [
    "and then claims again",
    [
      ...one,
      WOKEN,
      { ...claimed("b1"), version: 2 } as Message,
      { kind: "renewed", version: 2, isOpen: true }
    ],
    ["claim"],
    lingering
  ]
]

describe("the machine of an endpoint's lease", () => {
  for (const [title, messages, commands, from] of [...table, ...lingerTable]) {
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

it("a claim begins where the last one ended, and from the start after that", () => {
  const next = { dueAt: "2026-11-21", id: "1" }
  const [first] = step(fresh(), LOOK, true)
  const [, commands] = step(first, { kind: "claimed", next, version: 1, sequences: [sequence("a1")] }, true)
  assert.deepStrictEqual(commands.at(-1), { kind: "claim", after: next })
  assert.deepStrictEqual(step(fresh(), LOOK, true)[1], [{ kind: "claim", after: START }])
})

import { describe, expect, it } from "vitest"
import type { Outcome } from "./outcome.ts"
import {
  emptyQueue,
  eventOf,
  nextSendAt,
  type Queue,
  type QueueEvent,
  reduceQueue,
  type Typed
} from "./saveQueue.ts"

/** A number is the time, in ms, of the events that follow. */
type Steps = ReadonlyArray<number | QueueEvent>

/** The queue after these events. */
const after = (...steps: Steps): Queue => {
  let now = 0
  let queue = emptyQueue
  for (const step of steps)
    if (typeof step === "number") now = step
    else queue = reduceQueue(queue, step, now)
  return queue
}

const nia = { "/given_name": "Nia" }
const niamh = { "/given_name": "Niamh" }
const con = { "/family_name": "O'Con" }

const typed = (fields: Record<string, string>): QueueEvent => ({ is: "typed", fields })
const NIA = typed(nia)
const NIAMH = typed(niamh)
const CON = typed(con)
const left: QueueEvent = { is: "left" }
const sending: QueueEvent = { is: "sending" }
const saved: QueueEvent = { is: "saved" }
const failed: QueueEvent = { is: "failed" }
const changed: QueueEvent = { is: "changed" }
const held: QueueEvent = { is: "held" }
const refused = (...pointers: ReadonlyArray<string>): QueueEvent => ({ is: "refused", pointers })

/** When the queue sends next, and what. */
const next = (queue: Queue) => [nextSendAt(queue), queue.unsaved]

describe("the queue of a draft", () => {
  const rows: ReadonlyArray<readonly [string, Steps, number | undefined, Typed]> = [
    ["has nothing to send at first", [], undefined, {}],
    ["sends 800 ms after a key", [0, NIA], 800, nia],
    ["counts from the last key, and keeps the newest text", [0, NIA, 500, NIAMH], 1300, niamh],
    ["sends fields together", [0, NIA, 100, CON], 900, { ...nia, ...con }],
    ["sends at once when a field is left", [0, NIA, 10, left], 10, nia],
    ["sends nothing when a field is left as it was", [0, left], undefined, {}],
    [
      "sends nothing while a request is under way",
      [0, NIA, 800, sending, 900, NIAMH, 950, left],
      undefined,
      niamh
    ],
    ["has nothing more to send once all is saved", [0, NIA, 800, sending, 900, saved], undefined, {}],
    [
      "sends what was typed during a request, 800 ms after its key",
      [0, NIA, 800, sending, 900, CON, 1000, saved],
      1700,
      con
    ],
    ["sends a failed request again, after a second", [0, NIA, 800, sending, 900, failed], 1900, nia],
    [
      "waits longer after each failure",
      [0, NIA, 800, sending, 900, failed, 1900, sending, 2000, failed, 4000, sending, 4100, failed],
      8100,
      nia
    ],
    [
      "waits no shorter for a key or a field that is left",
      [0, NIA, 800, sending, 900, failed, 950, CON, 960, left],
      1900,
      { ...nia, ...con }
    ],
    [
      "waits as long as the service says",
      [0, NIA, 800, sending, 900, { is: "failed", seconds: 60 }],
      60_900,
      nia
    ],
    [
      "doesn't wait once there is a connection again",
      [0, NIA, 800, sending, 900, failed, 1000, { is: "online" }],
      1000,
      nia
    ],
    ["sends nothing for a connection without anything typed", [0, { is: "online" }], undefined, {}],
    [
      "prefers the text that was typed during a failed request",
      [0, NIA, 10, CON, 800, sending, 850, NIAMH, 900, failed],
      1900,
      { ...niamh, ...con }
    ],
    [
      "sends at once to a view that has changed, with its own unsaved fields",
      [0, NIA, 800, sending, 850, CON, 900, changed],
      900,
      { ...nia, ...con }
    ],
    [
      "waits if the view changes each time",
      [0, NIA, 800, sending, 900, changed, 900, sending, 1000, changed],
      3000,
      nia
    ],
    [
      "drops a field that is refused, and sends the others",
      [0, NIA, 0, CON, 800, sending, 900, refused("/given_name")],
      900,
      con
    ],
    [
      "keeps the text that was typed after the refused one",
      [0, NIA, 800, sending, 850, NIAMH, 900, refused("/given_name")],
      900,
      niamh
    ],
    ["drops everything if no field is to blame", [0, NIA, 800, sending, 900, refused("")], undefined, {}],
    [
      "drops a list as a whole",
      [
        0,
        typed({ "/answers/0/answer": "a", "/answers/1/answer": "b", "/name": "c" }),
        800,
        sending,
        900,
        refused("/answers/1/answer")
      ],
      900,
      { "/name": "c" }
    ],
    [
      "drops the fields of a refused object",
      [0, typed({ "/address/locality": "a", "/name": "c" }), 800, sending, 900, refused("/address")],
      900,
      { "/name": "c" }
    ],
    [
      "forgets everything where nothing can be kept any more",
      [0, NIA, 800, sending, 850, CON, 900, { is: "closed" }],
      undefined,
      {}
    ],
    ["sends nothing during a save of the step", [0, NIA, 10, held, 20, CON], undefined, { ...nia, ...con }],
    ["is empty after the save", [0, NIA, 10, held, 20, { is: "released", isSaved: true }], undefined, {}],
    [
      "sends what wasn't sent if the save is refused",
      [0, NIA, 10, held, 20, { is: "released", isSaved: false }],
      20,
      nia
    ]
  ]

  it.each(rows)("%s", (_, events, at, fields) => {
    expect(next(after(...events))).toEqual([at, fields])
  })

  it("waits half a minute at most", () => {
    const failures = Array.from({ length: 9 }, () => [sending, failed])
    expect(nextSendAt(after(NIA, ...failures.flat()))).toBe(30_000)
  })

  const outcomes: ReadonlyArray<readonly [Outcome<unknown>, QueueEvent]> = [
    [{ is: "answered", data: {} }, saved],
    [{ is: "changed", view: {} }, changed],
    [
      { is: "invalid", errors: [{ pointer: "#/address/locality", code: "too_long" }] },
      refused("/address/locality")
    ],
    [{ is: "conflict", code: "step_not_reached" }, { is: "closed" }],
    [{ is: "ended", code: "unauthenticated" }, { is: "ended" }],
    [
      { is: "tooFast", seconds: 7 },
      { is: "failed", seconds: 7 }
    ],
    [{ is: "unreachable" }, failed],
    [{ is: "failed", requestId: undefined }, failed]
  ]
  it.each(outcomes)("%j is %j", (outcome, event) => {
    expect(eventOf(outcome)).toEqual(event)
  })
})

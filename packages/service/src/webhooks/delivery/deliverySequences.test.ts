import { assert, describe, it } from "vitest"
import { sequencesOf, type WaitingDelivery } from "./deliverySequences.ts"

/** "a1" is entity a's first delivery; "!" isn't due yet; "~" is replaceable. */
const waiting = (text: string): WaitingDelivery => ({
  id: text.slice(0, 2),
  entityId: text.slice(0, 1),
  attempts: 0,
  triedAt: null,
  body: "{}",
  isDue: !text.includes("!"),
  isReplaceable: text.includes("~")
})

const sequences = (...texts: ReadonlyArray<string>) =>
  sequencesOf(texts.map(waiting)).map((sequence) =>
    sequence.map(({ id, replaces }) => [id, ...replaces].join(" for "))
  )

describe("what may be sent", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<ReadonlyArray<string>>]> =
    [
      ["each entity's deliveries in their order", ["a1", "a2", "b1"], [["a1", "a2"], ["b1"]]],
      ["nothing behind one that isn't due yet", ["a1!", "a2", "b1", "b2!", "b3"], [["b1"]]],
      ["of changes the last alone", ["a1~", "a2~", "a3~"], [["a3 for a1 for a2"]]],
      ["what comes after a change takes its place, due or not", ["a1~!", "a2"], [["a2 for a1"]]],
      ["a change behind what must be sent first", ["a1", "a2~", "a3~"], [["a1", "a3 for a2"]]],
      ["not the change whose successor isn't due", ["a1~", "a2~!"], []],
      ["a change of one entity never takes the place of another's", ["a1~", "b1~"], [["a1"], ["b1"]]]
    ]
  it.each(cases)("%s", (_, given, want) => {
    assert.deepStrictEqual(sequences(...given), want)
  })
})

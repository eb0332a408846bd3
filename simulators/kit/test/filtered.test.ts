/** The entries of a time line's page, out of a longer log. */
import * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { filtered } from "../src/pages/filtered.ts"

const entry = Schema.decodeUnknownSync(S.TimelineEntry)

const at = "2026-11-21T03:07:12.000Z"

const noted = (seq: number, more: object = {}) =>
  entry({
    ...{
      seq,
      source: "fund",
      at,
      began_us: seq,
      kind: "call_answered",
      outcome: "good",
      summary: "Answered."
    },
    ...{ from: null, to: null, method: "POST", path: "/v1/employer_lookup", status: 200, duration_ms: 1 },
    ...{ request_id: null, trace_id: null, span_id: null, parent_id: null, about: [], detail: {} },
    ...more
  })

/** A log of 1,200 entries. Every 400th is a refusal. */
const all = Array.from({ length: 1200 }, (_, index) => 1200 - index).map((seq) =>
  noted(
    seq,
    seq % 400 === 0
      ? {
          outcome: "refused",
          kind: "call_refused",
          summary: "The ABN 80000000001 was refused.",
          about: [
            { kind: "fund", id: "banksia" },
            { kind: "event", id: "msg_1" }
          ],
          detail: { abn: "80000000001", code: "validation_failed" }
        }
      : {}
  )
)

const log = {
  before: (position: number | undefined, limit: number) =>
    all.filter(({ seq }) => position === undefined || seq < position).slice(0, limit)
}

const seqs = (...asked: readonly [Parameters<typeof filtered>[1], number]) =>
  filtered(log, ...asked).map(({ seq }) => seq)

describe("the entries of a page", () => {
  it("are the newest ones, or those before a position", () => {
    assert.deepStrictEqual(seqs({}, 3), [1200, 1199, 1198])
    assert.deepStrictEqual(seqs({ older_than: 3 }, 3), [2, 1])
    assert.deepStrictEqual(seqs({ older_than: 1 }, 3), [])
  })

  it("fit the filter, however old they are", () => {
    const refused = [1200, 800, 400]
    assert.deepStrictEqual(seqs({ outcome: "refused" }, 10), refused)
    assert.deepStrictEqual(seqs({ kind: "call_refused" }, 2), refused.slice(0, 2))
    assert.deepStrictEqual(seqs({ text: "abn" }, 10), refused)
    assert.deepStrictEqual(seqs({ about: "msg_1", older_than: 1200 }, 10), [800, 400])
    assert.deepStrictEqual(seqs({ text: "EMPLOYER_LOOKUP" }, 1200).length, 1200)
    assert.deepStrictEqual(seqs({ source: "partner" }, 10), [])
    assert.deepStrictEqual(seqs({ without_noise: true }, 10), refused)
  })

  it("show no number that may identify a person, and can't be searched for one", () => {
    const [shown] = filtered(log, {}, 1)
    assert.isDefined(shown)
    assert.strictEqual(shown!.summary, "The ABN 80 ••• 001 was refused.")
    assert.deepStrictEqual(
      shown!.about.map(({ id }) => `${id}`),
      ["msg_1"]
    )
    assert.deepStrictEqual(JSON.parse(JSON.stringify(shown!.detail)), {
      abn: "80 ••• 001",
      code: "validation_failed"
    })
    assert.deepStrictEqual(seqs({ text: "80000000001" }, 10), [])
  })
})

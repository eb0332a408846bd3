import type * as S from "@embedded-super/contracts/schemas"

const BEGIN = Date.parse("2026-11-21T00:00:00.000Z")

type Changes = Partial<Omit<typeof S.TimelineEntry.Encoded, "at">> & { readonly at?: Date }

/** An entry that began at `second` of the time line, by both clocks. */
export const anEntry = (second: number, { at, ...changes }: Changes = {}): S.TimelineEntry => {
  const began = BEGIN + second * 1000
  const entry: typeof S.TimelineEntry.Encoded = {
    seq: 1,
    source: "service",
    at: (at ?? new Date(began)).toISOString(),
    began_us: began * 1000,
    kind: "call_received",
    outcome: "noted",
    summary: "Something happened.",
    from: null,
    to: null,
    method: null,
    path: null,
    status: null,
    duration_ms: null,
    request_id: null,
    trace_id: null,
    span_id: null,
    parent_id: null,
    about: [],
    detail: {},
    ...changes
  }
  return entry as S.TimelineEntry
}

/**
 * A step collects its notes, and places them when it ends: its main note gets the step's span, the others are caused by it.
 *
 * Why at the end: the main note is often the last one, such as that of a call, which knows the answer. And a step that
 * fails leaves nothing.
 */
import { childOf, newTrace, type Span, spanOfCall } from "@embedded-super/workbench/trace/traceparent"
import { beganMicrosOf, type Noted, type Placed } from "./noted.ts"
import type { StepOptions, Thing } from "./Timeline.ts"

export interface Step {
  readonly span: Span
  /** Things one of which caused it, if their makers weren't found yet. */
  readonly causes: ReadonlyArray<Thing>
  readonly notes: Array<Noted>
  /** The step that its notes belong to if it succeeds; undefined if it has a cause of its own. */
  readonly outer: Step | undefined
  /** Whether a call carries the step's own span. */
  isSent: boolean
  isOver: boolean
}

const none: ReadonlyArray<Thing> = []

const begun = (span: Span, causes = none, outer?: Step): Step => ({
  span,
  causes,
  notes: [],
  outer,
  isSent: false,
  isOver: false
})

/** The step whose span the notes of a step get. */
const rootOf = (step: Step): Step => (step.outer === undefined ? step : rootOf(step.outer))

export const beginStep = (
  { cause = none, traceparent }: StepOptions,
  outer: Step | undefined,
  makerOf: (things: ReadonlyArray<Thing>) => Span | undefined
): Step => {
  const called = spanOfCall(traceparent)
  if (called !== undefined) return begun(called)
  const around = outer === undefined ? undefined : rootOf(outer)
  if (cause.length > 0) {
    const maker = makerOf(cause)
    if (maker !== undefined) return begun(childOf(maker))
    return begun(around === undefined ? newTrace() : childOf(around.span), cause)
  }
  return outer === undefined || around === undefined ? begun(newTrace()) : begun(around.span, none, outer)
}

/** The span for one call in a step: the step's own for the first, since it is often what the step is for. */
export const spanToSend = (step: Step): Span => {
  const root = rootOf(step)
  if (root.isSent || root.isOver) return childOf(root.span)
  root.isSent = true
  return root.span
}

/** The span that a call's header named. */
const sentBy = ({ note }: Noted): string | undefined => spanOfCall(note.sent)?.parentId ?? undefined

/** Places one note; `cause` is what caused it if it names nothing else. */
const placed = (noted: Noted, own: Span, causes: ReadonlyArray<Thing>): Placed => ({
  ...noted,
  span: { ...own, spanId: sentBy(noted) ?? own.spanId },
  causes: noted.note.cause ?? causes
})

/** The span of a note in no step: that of its call, if its call had one. */
const spanAlone = ({ note }: Noted): Span => {
  const call = spanOfCall(note.sent)
  return call === undefined ? newTrace() : { ...call, parentId: null }
}

/** Places a note that was noted in a step that is over, or in none. */
export const placeAlone = (noted: Noted, step?: Step): Placed =>
  placed(noted, step === undefined ? spanAlone(noted) : childOf(rootOf(step).span), none)

/** The step that a note belongs to: work that was forked in a step may outlive it. */
export const openStep = (step: Step | undefined): Step | undefined =>
  step?.isOver === true ? openStep(step.outer) : step

/** Ends a step that succeeded. Returns the notes to write, causes first; none if they belong to an outer step now. */
export const endStep = (step: Step): ReadonlyArray<Placed> => {
  const { causes, notes, outer, span } = step
  step.isOver = true
  if (outer !== undefined) {
    if (outer.isOver) return notes.map((noted) => placeAlone(noted, outer))
    outer.notes.push(...notes)
    return []
  }
  const [first, ...more] = notes
  if (first === undefined) return []
  const main =
    notes.find(({ note }) => note.isStep === true) ??
    more.reduce((least, noted) => (beganMicrosOf(noted) < beganMicrosOf(least) ? noted : least), first)
  const others = notes.filter((noted) => noted !== main)
  // Where another note's call carried the step's span, the main one needs a span of its own.
  const isTaken = others.some((noted) => sentBy(noted) === span.spanId)
  const mainPlaced = placed(main, isTaken ? { ...childOf(span), parentId: span.parentId } : span, causes)
  return [mainPlaced, ...others.map((noted) => placed(noted, childOf(mainPlaced.span), none))]
}

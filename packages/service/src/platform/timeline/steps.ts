/**
 * A step collects its notes, and places them when it ends: its main note is the cause of its others, or without one all
 * have the step's cause. So has a note from before the main one began, such as that of the tax file number that was opened for
 * a call. A step without a cause of its own gives its notes to the step around it, below its own main note if it has one.
 *
 * Why at the end: the main note is often the last one, such as that of a call, which knows the answer. And a step that
 * fails leaves nothing.
 *
 * The trap: a span that a call carried belongs to the note of that call, whichever note is the main one.
 */
import { childOf, newTrace, type Span, spanOfCall } from "@embedded-super/pages/trace/traceparent"
import type { StepOptions, Thing, Note } from "./Timeline.ts"

/** A note that isn't written yet, with the time and the clock of the moment when it was noted. */
export interface Noted {
  readonly note: Note
  /** The machine's clock, microseconds since 1970. */
  readonly micros: number
  /** How far the clock of the sandbox was ahead, in milliseconds; undefined if it wasn't known just then. */
  readonly ahead: number | undefined
}

/** A note with its place in the time line. `causes` are looked for when it is written, and count before the span's parent. */
export interface Placed extends Noted {
  readonly span: Span
  readonly causes: ReadonlyArray<Thing>
}

/** When the entry began, microseconds since 1970. */
export const beganMicrosOf = ({ micros, note }: Noted): number =>
  note.beganAt === undefined ? micros : Math.round(note.beganAt * 1000)

/** A note in a step. */
interface Item {
  readonly noted: Noted
  /** The main note of the inner step that it comes from. */
  readonly under: Item | undefined
  readonly isInner: boolean
}

export interface Step {
  readonly span: Span
  /** The things of which one caused it, if their makers weren't found yet. */
  readonly causes: ReadonlyArray<Thing>
  /** The step that its notes belong to if it succeeds; undefined if it has a cause of its own. */
  readonly outer: Step | undefined
  /** The ids of the spans that calls carry. */
  readonly sent: Set<string>
  readonly items: Array<Item>
  isOver: boolean
}

const none: ReadonlyArray<Thing> = []

const begun = (span: Span, causes = none, outer?: Step): Step => ({
  span,
  causes,
  outer,
  sent: new Set(),
  items: [],
  isOver: false
})

/** The step that places the notes of a step. */
const rootOf = (step: Step): Step => (step.outer === undefined ? step : rootOf(step.outer))

export const beginStep = (
  { cause = none, traceparent }: StepOptions,
  outer: Step | undefined,
  makerOf: (things: ReadonlyArray<Thing>) => Span | undefined
): Step => {
  const called = spanOfCall(traceparent)
  if (called !== undefined) return begun(called)
  if (cause.length > 0) {
    const maker = makerOf(cause)
    if (maker !== undefined) return begun(childOf(maker))
    return begun(outer === undefined ? newTrace() : childOf(rootOf(outer).span), cause)
  }
  return outer === undefined ? begun(newTrace()) : begun(outer.span, none, outer)
}

export const addNote = (step: Step, noted: Noted): void => {
  step.items.push({ noted, under: undefined, isInner: false })
}

/** The span for one call in a step: the step's own for the first, which is often the step's purpose. */
export const spanToSend = (step: Step): Span => {
  const root = rootOf(step)
  const span = root.sent.size === 0 && !root.isOver ? root.span : childOf(root.span)
  root.sent.add(span.spanId)
  return span
}

/** The span that a note's call carried. Not that of a call to the service, which carried the caller's. */
const sentIn = ({ note }: Noted, step?: Step): Span | undefined => {
  const span = spanOfCall(note.sent ?? note.request?.headers["traceparent"])
  if (span === undefined || span.parentId === null) return undefined
  const isOurs = note.sent !== undefined || step?.sent.has(span.parentId) === true
  return isOurs ? { ...span, spanId: span.parentId } : undefined
}

/** Places a note that was noted in a step that is over, or in none. */
export const placeAlone = (noted: Noted, step?: Step): Placed => {
  const root = step === undefined ? undefined : rootOf(step)
  const sent = sentIn(noted, root)
  const span = root === undefined ? { ...(sent ?? newTrace()), parentId: null } : childOf(root.span)
  return {
    ...noted,
    span: { ...span, spanId: sent?.spanId ?? span.spanId },
    causes: noted.note.cause ?? none
  }
}

/** The step that a note belongs to: work that was forked in a step may outlive it. */
export const openStep = (step: Step | undefined): Step | undefined =>
  step?.isOver === true ? openStep(step.outer) : step

const isStep = ({ noted: { note }, under }: Item) => note.isStep === true && under === undefined

/** The main note: the step's own note with `isStep`, or that of the only inner step with one. */
const mainOf = (items: ReadonlyArray<Item>): Item | undefined => {
  const found = items.filter(isStep)
  return found.find(({ isInner }) => !isInner) ?? (found.length === 1 ? found[0] : undefined)
}

/** The note that caused this one in a step: the main one, unless that began later, as its `beganAt` says. */
const causeIn = (item: Item, main: Item | undefined): Item | undefined => {
  if (item === main) return undefined
  if (item.under !== undefined || main?.noted.note.beganAt === undefined) return item.under ?? main
  return beganMicrosOf(item.noted) < beganMicrosOf(main.noted) ? undefined : main
}

/** The note that began first, of those that no other of the step caused. */
const firstOf = (items: ReadonlyArray<Item>): Item | undefined =>
  items
    .filter(({ under }) => under === undefined)
    .reduce<Item | undefined>(
      (least, item) =>
        least === undefined || beganMicrosOf(item.noted) < beganMicrosOf(least.noted) ? item : least,
      undefined
    )

/** Gives the notes of a step that succeeded to the step around it. */
const giveTo = (outer: Step, items: ReadonlyArray<Item>): void => {
  const main = items.find(isStep)
  const inner = new Map<Item, Item>()
  const moved = (item: Item): Item => {
    const known = inner.get(item)
    if (known !== undefined) return known
    const above = causeIn(item, main)
    const made: Item = {
      noted: item.noted,
      under: above === undefined ? undefined : moved(above),
      isInner: true
    }
    inner.set(item, made)
    return made
  }
  for (const item of items) outer.items.push(moved(item))
}

/** Places the notes of a step that succeeded, causes first. */
const placeAll = (step: Step): ReadonlyArray<Placed> => {
  const { causes, items, span } = step
  const main = mainOf(items)
  const first = main ?? firstOf(items)
  /** A span beside the step's, with the same cause. */
  const beside = () => ({ ...childOf(span), parentId: span.parentId })
  // Where another note's call carried the step's span, the first one needs a span of its own.
  const isTaken = items.some((item) => item !== first && sentIn(item.noted, step)?.spanId === span.spanId)
  const placed = new Map<Item, Placed>()
  const place = (item: Item): Placed => {
    const known = placed.get(item)
    if (known !== undefined) return known
    const above = causeIn(item, main)
    const top = item === first && !isTaken ? span : beside()
    const own = above === undefined ? top : childOf(place(above).span)
    const made: Placed = {
      ...item.noted,
      span: { ...own, spanId: sentIn(item.noted, step)?.spanId ?? own.spanId },
      causes: item.noted.note.cause ?? (above === undefined ? causes : none)
    }
    placed.set(item, made)
    return made
  }
  if (first !== undefined) place(first)
  items.forEach(place)
  return [...placed.values()]
}

/** Ends a step that succeeded. Returns the notes to write; none if they belong to an outer step now. */
export const endStep = (step: Step): ReadonlyArray<Placed> => {
  step.isOver = true
  if (step.outer === undefined) return placeAll(step)
  const outer = openStep(step.outer)
  if (outer === undefined) return step.items.map(({ noted }) => placeAlone(noted, step.outer))
  giveTo(outer, step.items)
  return []
}

/**
 * The time line: what this process does, noted as it happens, for the Workbench (D-workbench). Outside of `--dev` nothing
 * is noted: the default does nothing, and costs nothing.
 *
 * `step` runs work that has a cause of its own: a request, a job, a sweep. Notes in a step belong to it, and are
 * written when it ends; if it fails, its notes are forgotten, because its transaction was rolled back. A step in a step,
 * without a cause of its own, is such a transaction: if it succeeds, its notes belong to the outer step; if it fails, only
 * its own are forgotten. `note` outside of a step is written at once.
 *
 * Why causes by things: a job knows only the id of the thing that it is for. An entry that `makes` a thing is the cause of
 * a step or an entry that names it as its `cause`, also in another fibre, in another process, and after a restart.
 *
 * The main entry of a step is the one with `isStep`. It is the cause of the step's others; that of a step in a step is the
 * cause of the others of the inner one. Without a main entry, each is caused by the step's cause.
 *
 * The trap: a note holds nothing personal and no secret. Its detail is typed by its kind (`@embedded-super/pages/kinds`).
 */

import type { DetailOf, KindName } from "@embedded-super/pages/kinds/index"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** One thing that an entry is about: `{ kind: "onboarding_session", id }`. */
export interface Thing {
  readonly kind: string
  readonly id: string
}

/** The HTTP call that an entry is about. */
export interface NotedCall {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly status: number | null
  readonly requestId: string | null
}

/** A message as it was sent or received. It is masked before it is shown, and kept unmasked in memory only. */
export interface RawMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Of a request to the service, its path with the query, which isn't shown. */
  readonly target?: string
}

/** One entry to note. */
export interface Note<K extends KindName = KindName> {
  readonly kind: K
  readonly detail: DetailOf<K>
  readonly about?: ReadonlyArray<Thing>
  /** Who did it and whom it reached, for people. */
  readonly from?: string
  readonly to?: string
  readonly call?: NotedCall
  /** When it began and how long it took, milliseconds since 1970 (with fractions); now, and null if left out. */
  readonly beganAt?: number
  readonly durationMillis?: number
  /** The things that this entry makes: it is the cause of later entries and steps that name one as their `cause`. */
  readonly makes?: ReadonlyArray<Thing>
  /** The things of which one caused it: the first that an entry made. Without any, its step is the cause. */
  readonly cause?: ReadonlyArray<Thing>
  /**
   * The `traceparent` header that its call carried: this entry is then the cause of the receiver's notes. In a step, the
   * header in `request` says it as well.
   */
  readonly sent?: string | undefined
  /** Marks the step's main entry: the cause of the step's other entries, and of those that carry its `traceparent`. */
  readonly isStep?: boolean
  readonly request?: RawMessage
  readonly answer?: RawMessage
}

export interface StepOptions {
  /** The things of which one caused the step, as in `Note`. */
  readonly cause?: ReadonlyArray<Thing>
  /** The caller's `traceparent` header; it counts before `cause`. */
  readonly traceparent?: string | undefined
}

export interface TimelineShape {
  readonly isOn: boolean
  readonly note: <K extends KindName>(note: Note<K>) => Effect.Effect<void>
  /** Like `note`, without a fibre, for hot paths; the note belongs to no step. */
  readonly noteNow: <K extends KindName>(note: Note<K>) => void
  /**
   * Whether a note of this kind, of something that went well, would be left out because too many came just now. It then
   * counts as left out, and needs not be made: for hot paths.
   */
  readonly leavesOut: (kind: KindName) => boolean
  readonly step: (options: StepOptions) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** A `traceparent` header for one call that is made in this step, for `sent`; undefined if nothing is noted. */
  readonly traceparent: Effect.Effect<string | undefined>
  /** Like `traceparent`, without a fibre, for hot paths. */
  readonly traceparentNow: () => string | undefined
}

export const Timeline = Context.Reference<TimelineShape>(
  "@embedded-super/service/platform/timeline/Timeline",
  {
    defaultValue: () => ({
      isOn: false,
      note: () => Effect.void,
      noteNow: () => undefined,
      leavesOut: () => true,
      step: () => (effect) => effect,
      traceparent: Effect.succeed(undefined),
      traceparentNow: () => undefined
    })
  }
)

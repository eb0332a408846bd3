import type * as S from "@embedded-super/contracts/schemas"
import type { Answered } from "@embedded-super/http-manners"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { withoutTfns } from "../privacy.ts"

/** A thing that an entry is about: `{ kind: "fund", id: "banksia" }`. */
export interface Thing {
  readonly kind: string
  readonly id: string
}

/** A simulator's note of an event: its kind, one line for people, and names with values, already masked. */
export interface Note {
  readonly kind: string
  readonly summary: string
  readonly detail?: Readonly<Record<string, string>>
  /** How it went, if neither the kind nor the answer's status says so. */
  readonly outcome?: S.TimelineOutcome
  /** Ids without personal data. */
  readonly about?: ReadonlyArray<Thing>
  /** Whether the simulator did it at the other party, as with a file that it uploads. */
  readonly isOutgoing?: boolean
  /** The simulator's time at which it happened, if that isn't when its call arrived: the clock was moved. */
  readonly at?: S.Timestamp
}

const outcomes: Readonly<Record<string, S.TimelineOutcome>> = {
  changed_by_hand: "changed",
  reset: "changed",
  // The call that reports the failure was answered.
  sftp_failed: "failed",
  fetch_failed: "failed",
  // An answer of a fault has no usable content, whatever its status.
  fault_played: "failed"
}

/** How it went, by an answer's status and by the kind. `isCall`: a call without a status got no answer. */
export const outcomeOf = (
  kind: string,
  outcome: S.TimelineOutcome | null | undefined,
  isCall: boolean,
  status: number | null
): S.TimelineOutcome => {
  if (status !== null && status >= 400) return status >= 500 ? "failed" : "refused"
  return outcome ?? outcomes[kind] ?? (isCall ? (status === null ? "failed" : "good") : "noted")
}

const longestText = 500

/** Sanitises a text for an entry: one line, limited in length, without tax file numbers. */
const fitted = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  withoutTfns(text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]+/g, " ")).slice(0, longestText) || "-"

/** Cache of sanitised texts: long ones repeat from call to call (names of headers and fields). */
const seen = new Map<string, string>()
const long = 40
const most = 200

const shown = (text: string): string => {
  if (text.length < long) return fitted(text)
  let fits = seen.get(text)
  if (fits === undefined) {
    if (seen.size >= most) seen.clear()
    seen.set(text, (fits = fitted(text)))
  }
  return fits
}

/** The texts of a note as they may be kept. */
export const shownNote = (note: Note): Pick<S.TimelineEntry, "kind" | "summary" | "detail"> => {
  const detail: Record<string, S.ShortText> = {}
  for (const name in note.detail) detail[name] = shown(note.detail[name]!) as S.ShortText
  return { kind: note.kind, summary: fitted(note.summary) as S.ShortText, detail }
}

const problemOf = ({ response }: Answered): Readonly<Record<PropertyKey, unknown>> => {
  const { body } = response
  if (body._tag !== "Uint8Array") return {}
  const parsed = Result.try((): unknown => JSON.parse(new TextDecoder().decode(body.body)))
  return Result.isSuccess(parsed) && Predicate.isReadonlyObject(parsed.success) ? parsed.success : {}
}

const places = (errors: unknown): string =>
  (Array.isArray(errors) ? errors : [])
    .slice(0, 10)
    .map((issue: unknown) =>
      Predicate.isReadonlyObject(issue)
        ? `${String(issue["in"])} ${String(issue["pointer"])} ${String(issue["code"])}`
        : ""
    )
    .join(", ")

/** Describes the use of a page that caused a call, and whose handler noted nothing. */
export const describePage = (method: string, path: string): Note => ({
  kind: "page_used",
  summary: `The page ${path} was ${method === "GET" ? "opened" : "used"}.`
})

/** Describes a call whose handler noted nothing: its answer, and the reason of a refusal. */
export const describeCall = (answered: Answered): Note => {
  const { operation, response } = answered
  const called = operation ?? "Something unknown"
  if (response.status < 400) return { kind: "call_answered", summary: `${called} was answered.` }
  const { code, detail, errors, title } = problemOf(answered)
  const where = places(errors)
  return {
    kind: "call_refused",
    summary: `${called} was refused: ${[detail, title].find(Predicate.isString) ?? response.status}`,
    detail: {
      ...(Predicate.isString(code) ? { code } : {}),
      ...(where === "" ? {} : { errors: where })
    }
  }
}

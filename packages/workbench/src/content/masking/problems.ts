import { withoutTfns } from "@embedded-super/http-manners"
import * as Predicate from "effect/Predicate"
import { MASK } from "./shown.ts"

const OURS = "https://docs.embedded-super.example/errors#"

/** Whether a parsed body is one of our problems, whose sentences never repeat a value. */
export const isOurProblem = (body: unknown): boolean =>
  Predicate.isObject(body) && "type" in body && String(body["type"]).startsWith(OURS)

/** Whether a parsed body is a problem (RFC 9457). */
export const isProblem = (body: unknown): boolean =>
  Predicate.isObject(body) && "title" in body && typeof body["status"] === "number"

/** The members of a problem that are sentences. */
const sentences: ReadonlySet<string> = new Set(["title", "detail"])

export const isSentence = (pointer: ReadonlyArray<string>): boolean =>
  sentences.has(pointer.at(-1) ?? "") &&
  (pointer.length === 1 || (pointer.length === 3 && pointer[0] === "errors"))

/** A sentence without tax file numbers. */
export const ourSentence = (text: string): string => withoutTfns(text)

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")

/**
 * A sentence of another party, without the personal values that were sent to it, each word of them, and long numbers: it
 * may repeat what it was sent. Without knowing what was sent nothing of it can be shown.
 */
export const foreignSentence = (text: string, sent: ReadonlyArray<string> | undefined): string => {
  if (sent === undefined) return MASK
  const words = sent
    .flatMap((value) => [value, ...value.split(/[\s,;@]+/)])
    .filter(({ length }) => length > 1)
  const whole = [...new Set(words)].toSorted((a, b) => b.length - a.length)
  const without =
    whole.length === 0 ? text : text.replaceAll(new RegExp(whole.map(escaped).join("|"), "giu"), MASK)
  return without.replaceAll(/[\d][\d /.+-]{2,}\d/g, MASK)
}

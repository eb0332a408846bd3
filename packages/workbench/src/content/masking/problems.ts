import { withoutTfns } from "@embedded-super/http-manners"
import * as Predicate from "effect/Predicate"
import { MASK } from "./shown.ts"

/**
 * Who wrote a message: this program, or anyone else. The sentences of this program's problems repeat no value; those of
 * other parties may, so none of them is shown. The trap: a body can't say who wrote it, only the direction of the call can.
 */
export type Author = "this_program" | "another"

const OURS = "https://docs.embedded-super.example/errors#"

/** Whether a parsed body names an error of our docs. It doesn't say who wrote the body. */
export const namesOurError = (body: unknown): boolean =>
  Predicate.isObject(body) && "type" in body && String(body["type"]).startsWith(OURS)

/** The members of a problem that are sentences; `message` is what some call `detail`. */
const sentences: ReadonlySet<string> = new Set(["title", "detail", "message"])

/** Whether a parsed body is a problem (RFC 9457), or another party's object like one. */
export const isProblem = (body: unknown): boolean =>
  Predicate.isObject(body) &&
  [...sentences].some((name) => name in body) &&
  (Predicate.isNumber(body["status"]) || Array.isArray(body["errors"]) || "type" in body || "code" in body)

export const isSentence = (pointer: ReadonlyArray<string>): boolean =>
  sentences.has(pointer.at(-1) ?? "") &&
  (pointer.length === 1 || (pointer.length === 3 && pointer[0] === "errors"))

/** A sentence of a problem as it may be shown: this program's without tax file numbers, another party's not at all. */
export const shownSentence = (text: string, author: Author): string =>
  author === "this_program" ? withoutTfns(text) : MASK

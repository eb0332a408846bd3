import { withoutTfns } from "@embedded-super/http-manners"
import * as Predicate from "effect/Predicate"
import { MASK } from "./shown.ts"

/**
 * Who wrote a message: this program, a fund of the sandbox, or anyone else. The sentences of this program's problems repeat
 * no value. Those of a fund of the sandbox say why it refuses made-up people, which its developers look for: they are shown
 * without the words of the request. Those of any other party may hold anything, so none of them is shown. The trap: a body
 * can't say who wrote it, only the direction of the call can.
 */
export type Author = "this_program" | "simulated_fund" | "another"

/** The entry of a code in our docs, wherever they are published. */
const OURS = /^https?:\/\/[^#]+\/errors\/#[a-z0-9_]+$/

/** Whether a parsed body names an error of our docs. It doesn't say who wrote the body. */
export const namesOurError = (body: unknown): boolean =>
  Predicate.isObject(body) && "type" in body && OURS.test(String(body["type"]))

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

/** A shorter word of a request says nothing, and is in many sentences. */
const SHORTEST = 3

/** The words of a request's values, which a fund's sentence may repeat: in small letters. */
export const wordsOf = (value: unknown): ReadonlySet<string> => {
  const words = new Set<string>()
  const add = (one: unknown): void => {
    if (Array.isArray(one)) return one.forEach(add)
    if (Predicate.isObject(one)) return Object.values(one).forEach(add)
    for (const word of String(one ?? "")
      .toLowerCase()
      .match(WORD) ?? []) {
      if (word.length >= SHORTEST) words.add(word)
    }
  }
  add(value)
  return words
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * A sentence of a problem as it may be shown: this program's without tax file numbers, one of a fund of the sandbox also
 * without the words of the request, and none of any other party.
 */
export const shownSentence = (text: string, author: Author, sent: ReadonlySet<string>): string => {
  if (author === "another") return MASK
  const shown = withoutTfns(text)
  return author === "this_program"
    ? shown
    : shown.replaceAll(WORD, (word) => (sent.has(word.toLowerCase()) ? MASK : word))
}

/** A code of a problem of a fund of the sandbox: a word of the fund's own, outside of the specs. */
export const isCode = (pointer: ReadonlyArray<string>, text: string): boolean =>
  pointer.at(-1) === "code" &&
  (pointer.length === 1 || (pointer.length === 3 && pointer[0] === "errors")) &&
  /^[a-z]+(?:_[a-z]+)*$/.test(text)

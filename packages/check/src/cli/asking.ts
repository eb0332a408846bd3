import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Terminal } from "effect/Terminal"
import * as Prompt from "effect/cli/Prompt"
import process from "node:process"
import { type CannotRun, usage } from "./CannotRun.ts"

export interface Question {
  readonly message: string
  /** The answer for an empty line, and for every question without a terminal or with --yes. */
  readonly byDefault: string
  /** The mistake in an answer, after which the question is asked again; undefined if there is none. */
  readonly mistakeIn?: (answer: string) => string | undefined
}

type Asked<A> = Effect.Effect<A, CannotRun, Prompt.Environment | Terminal>

/** A sentence about a text that is no address of the web; undefined if it is one. */
export const addressMistake = (text: string): string | undefined =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? "") && !/\s/.test(text)
    ? undefined
    : "Give an address that begins with http:// or https://."

/** The questions of `init`: a question whose flag is given isn't asked, and none is without a terminal. */
export const asking = (
  { yes }: { readonly yes: boolean },
  isTerminal: boolean = process.stdin.isTTY && process.stdout.isTTY
) => {
  const isAsked = !yes && isTerminal
  const ask = <A>(flag: Option.Option<A>, prompt: Prompt.Prompt<A>, byDefault: A): Asked<A> =>
    Option.isSome(flag)
      ? Effect.succeed(flag.value)
      : isAsked
        ? Effect.mapError(prompt, () => usage("Nothing was written: init was left."))
        : Effect.succeed(byDefault)

  /** The trap: a default of the prompt's own is text that the person would have to delete first. */
  const text = (
    flag: Option.Option<string>,
    { byDefault, message, mistakeIn = () => undefined }: Question
  ): Asked<string> => {
    const answerOf = (typed: string) => (typed.trim() === "" ? byDefault : typed.trim())
    const prompt = Prompt.String({
      message: byDefault === "" ? message : `${message} (${byDefault})`,
      validate: (typed) => {
        const mistake = mistakeIn(answerOf(typed))
        return mistake === undefined ? Effect.succeed(typed) : Effect.fail(mistake)
      }
    })
    return Effect.map(ask(flag, prompt, byDefault), answerOf)
  }
  return { ask, text }
}

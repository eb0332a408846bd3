import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperatorError } from "../OperatorError.ts"

/** Reads one environment variable; an empty one counts as unset. */
const read = (name: string) =>
  Effect.orDie(Config.String(name).pipe(Config.option)).pipe(
    Effect.map(Option.map((text) => text.trim())),
    Effect.map(Option.filter((text) => text !== ""))
  )

/**
 * An optional setting from the environment. `parse` returns undefined for an invalid value; the error then says what
 * was expected, and never repeats the value, which may be a misplaced secret.
 */
export const setting = <A>(
  name: string,
  expected: string,
  parse: (text: string) => A | undefined
): Effect.Effect<Option.Option<A>, OperatorError> =>
  Effect.flatMap(
    read(name),
    Option.match({
      onNone: () => Effect.succeed(Option.none<A>()),
      onSome: (text) => {
        const value = parse(text)
        return value === undefined
          ? Effect.fail(
              new OperatorError({
                problem: `${name} is not ${expected}.`,
                remedy: `Correct ${name}, or unset it.`
              })
            )
          : Effect.succeed(Option.some(value))
      }
    })
  )

/** A whole number within bounds, written in digits. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number | undefined => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : -1
    return value >= least && value <= most ? value : undefined
  }

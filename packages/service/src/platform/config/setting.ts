import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readFileSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { OperatorError } from "../OperatorError.ts"
import { projectRoot } from "./projectRoot.ts"

/** Everybody may read the file. */
const OPEN = 0o004

/** Reads the file that a variable like `DATABASE_URL_FILE` names, as a container's secret is mounted. */
const readSecret = (name: string, file: string): Effect.Effect<string, OperatorError> => {
  const refused = (why: string) =>
    new OperatorError({
      problem: `The file of ${name} can't be used: ${why}.`,
      remedy: `Give a file that holds only the value, and that only you can read (chmod 600); or unset ${name}.`
    })
  return Effect.try({
    try: () => ({ mode: statSync(file).mode, text: readFileSync(file, "utf8") }),
    catch: () => refused("it isn't there, or can't be read")
  }).pipe(
    Effect.flatMap(({ mode, text }) =>
      (mode & OPEN) === 0
        ? Effect.succeed(text.trim())
        : Effect.fail(refused("everybody on this machine can read it"))
    )
  )
}

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

/**
 * An optional setting that holds a secret: from the environment, or from the file that the variable with `_FILE` at its
 * end names. Both at once are refused, because one of them is out of date.
 */
export const secretSetting = <A>(
  name: string,
  expected: string,
  parse: (text: string) => A | undefined
): Effect.Effect<Option.Option<A>, OperatorError> =>
  Effect.gen(function* () {
    const file = yield* read(`${name}_FILE`)
    if (Option.isNone(file)) return yield* setting(name, expected, parse)
    if (Option.isSome(yield* read(name))) {
      return yield* new OperatorError({
        problem: `${name} and ${name}_FILE are both set.`,
        remedy: "Unset one of them."
      })
    }
    const value = parse(yield* readSecret(`${name}_FILE`, resolve(projectRoot, file.value)))
    if (value !== undefined) return Option.some(value)
    return yield* new OperatorError({
      problem: `The file of ${name}_FILE doesn't hold ${expected}.`,
      remedy: `Correct the file, or unset ${name}_FILE.`
    })
  })

/** A whole number within bounds, written in digits. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number | undefined => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : -1
    return value >= least && value <= most ? value : undefined
  }

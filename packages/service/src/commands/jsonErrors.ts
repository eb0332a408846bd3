/**
 * How a failure is printed: problem and remedy in two lines or, if the command line has `--json`, as one JSON object on a
 * line of its own. Why the arguments are asked and not the parsed flag: a mistake on the command line, of the settings or
 * of the log comes before the flags are read.
 */
import { oneLine } from "@embedded-super/program/runMain"
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"

interface Problem {
  readonly problem: string
  readonly remedy: string
}

const asksForJson = Effect.flatMap(Stdio.Stdio, ({ args }) =>
  Effect.map(args, (given) => given.includes("--json"))
).pipe(
  // Who reports a defect must not add another one.
  Effect.catchCause(() => Effect.succeed(false))
)

const print = ({ problem, remedy }: Problem) => Console.error(JSON.stringify({ problem, remedy }))

/** Prints a failure that a person can fix. */
export const printProblem = (error: Problem) =>
  Effect.flatMap(asksForJson, (json) =>
    json ? print(error) : Console.error(`${error.problem}\n${error.remedy}`)
  )

/** A mistake of the program: the log has it, and a program that reads JSON gets an object, too. */
export const printDefect = Effect.flatMap(asksForJson, (json) =>
  json
    ? print({
        problem: "The command ended because of an unexpected error. The log's last line describes it.",
        remedy: "This is a mistake in the program: report it, with that line."
      })
    : Effect.void
)

const jsonPresenter = (outer: CliOutput.Presenter): CliOutput.Presenter => ({
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? print({ problem: `${oneLine(event.errors[0]?.message ?? "")}.`, remedy: "See --help." })
      : outer.present(event)
})

/** Mistakes on the command line are JSON, too, if it has `--json`. */
export const withJsonMistakes = <A, E, R>(run: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    if (!(yield* asksForJson)) return yield* run
    return yield* Effect.provideService(run, CliOutput.Presenter, jsonPresenter(yield* CliOutput.Presenter))
  })

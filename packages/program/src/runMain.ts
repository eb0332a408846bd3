/**
 * The exit rules of every program of the workspace with an Effect command line: exit 0 when it is done, interrupted or
 * printed its help; 2 for a mistake on the command line, reported in one sentence; 1 for any other failure, unless the error
 * names another code (`Runtime.errorExitCode`). The program reports that failure itself before it reaches this code. A
 * defect of ours exits 70, so that no script takes it for a result; it is printed here, unless the program has reported it
 * in a form of its own (`ReportedDefect`).
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Argument from "effect/cli/Argument"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

/** A mistake on the command line in one sentence, with the names that Effect suggests. */
export const oneLine = (message: string): string =>
  message.replace(
    /\s+Did you mean this\?\s+([^]*)$/,
    (_, names: string) => ` (or is it ${names.trim().split(/\s+/).join(", ")})`
  )

/** A mistake on the command line prints one sentence; `--help` prints the help. */
const sentencePresenter: CliOutput.Presenter = {
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Console.error(`${oneLine(event.errors[0]?.message ?? "")}; see --help.`)
      : CliOutput.defaultPresenter.present(event)
}

/** As sysexits.h has it: an internal software error. */
const DEFECT = 70

/** A program that has reported its defect itself fails with this. */
export class ReportedDefect extends Data.TaggedError("ReportedDefect") {
  override readonly [Runtime.errorExitCode] = DEFECT
}

/** The exit code of a program that `asMain` ran. */
export const exitCode = (exit: Exit.Exit<unknown, unknown>, interrupted = 0): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasDies(exit.cause)) return DEFECT
  if (Cause.hasInterruptsOnly(exit.cause)) return interrupted
  const error = Cause.squash(exit.cause)
  return CliError.isCliError(error) ? 2 : Runtime.getErrorExitCode(error)
}

/** The text that a person reports to us. A TFN or a key is `Redacted` wherever it is held, so no defect prints one. */
const defectOf = (cause: Cause.Cause<unknown>): string =>
  `This is a mistake in the program, not in what you gave it; please report it.\n${Cause.pretty(cause)}`

/** A command as `runMain` runs it. Tests run it in their own process, with other arguments, input and output. */
export const asMain = <E>(
  program: Effect.Effect<void, E, NodeServices.NodeServices>
): Effect.Effect<void, E> =>
  program.pipe(
    Effect.provideService(CliOutput.Presenter, sentencePresenter),
    Effect.provide(NodeServices.layer),
    Effect.onError((cause) => (Cause.hasDies(cause) ? Console.error(defectOf(cause)) : Effect.void))
  )

/**
 * Runs a command as the main program of this process. An interrupt (SIGTERM, Ctrl-C) isn't a failure, unless the program's
 * exit code is its result: then it names another code.
 */
export const runMain = <E>(
  program: Effect.Effect<void, E, NodeServices.NodeServices>,
  { interrupted = 0 }: { readonly interrupted?: number } = {}
): void =>
  NodeRuntime.runMain(asMain(program), {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCode(exit, interrupted))
  })

/** An argument that takes one of these values. Effect's help lists the values of a flag by itself, not of an argument. */
export const choiceArgument = <const Choice extends string>(
  name: string,
  choices: ReadonlyArray<Choice>,
  description: string
): Argument.Argument<Choice> =>
  Argument.Literals(name, choices).pipe(
    Argument.withDescription(`${description} (choices: ${choices.join(", ")})`)
  )

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

/** A flag for a port, from 0 (any free one) to 65535. Anything else is refused in one sentence that says so. */
export const portFlag = (name: string): Flag.Flag<number> =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => (isPort(text) ? Option.some(Number(text)) : Option.none()),
      () => "Expected a port, a whole number from 0 to 65535"
    ),
    Flag.withMetavar("PORT")
  )

import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import type { Kit } from "../check/Check.ts"
import { docsUrlFlag } from "./runFlags.ts"
import { type CannotRun, NotConforming } from "./CannotRun.ts"
import { terminalOutput } from "./terminalOutput.ts"

/** Runs a part of the program that is loaded only now. */
export const lazily =
  <Module, Args extends ReadonlyArray<unknown>, A, E, R>(
    load: () => Promise<Module>,
    part: (module: Module) => (...args: Args) => Effect.Effect<A, E, R>
  ) =>
  (...args: Args): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.promise(load), (module) => part(module)(...args))

interface ListedKit<World> {
  readonly load: () => Promise<Kit<World>>
  /** Whom the kit checks: "fund". */
  readonly subject: string
  /** The id of a check, as an example. */
  readonly example: string
}

/** The commands that read the kit, and call nobody. */
export const listCommands = <World>({ example, load, subject }: ListedKit<World>) => {
  const loaded = () =>
    Promise.all([load(), import("./list.ts")]).then(([kit, { explain, list }]) => ({
      explain: explain(kit),
      list: list(kit)
    }))
  const listCommand = Command.make(
    "list",
    {
      json: Flag.Boolean("json").pipe(Flag.withDescription("As JSON, for programs"), Flag.withDefault(false)),
      names: Argument.String("group-or-id").pipe(
        Argument.withDescription(`Only these groups and checks, such as ${example.replace(/-.*/, "")}`),
        Argument.variadic()
      )
    },
    lazily(loaded, ({ list }) => list)
  ).pipe(Command.withDescription(`Every check: id, level and what a correct ${subject} does`))
  const explainCommand = Command.make(
    "explain",
    {
      docsUrl: docsUrlFlag,
      id: Argument.String("group-or-id").pipe(
        Argument.withDescription(
          `The check, such as ${example}, or a group, such as ${example.replace(/-.*/, "")}`
        )
      )
    },
    lazily(loaded, ({ explain }) => explain)
  ).pipe(
    Command.withDescription(
      "One check: where it comes from, and how to fix what it finds; or the checks of a group"
    )
  )
  return [listCommand, explainCommand] as const
}

interface SelfTest<R> {
  /** The kit's run against the one that is built in. */
  readonly checked: (isWrong: boolean) => Effect.Effect<CheckReport, CannotRun, R>
  /** The groups that must find the mistakes of the wrong one. */
  readonly groups: ReadonlyArray<string>
}

const line = (name: string, { counts, findings, verdict }: CheckReport): string =>
  `${name}: ${verdict.replaceAll("_", " ")}, ${counts.pass} passed, ${counts.error} not finished, ${findings.length} findings\n`

/** `self-test`: the correct one must conform without a finding, and the wrong one's mistakes must be found. */
const selfTesting = Effect.fnUntraced(function* <R>({
  load,
  subject
}: {
  readonly subject: string
  readonly load: Effect.Effect<SelfTest<R>>
}) {
  const { write } = yield* terminalOutput
  yield* write(`Checking a correct ${subject} and a wrong one, both built in.\n`)
  const { checked, groups } = yield* load
  const right = yield* checked(false)
  yield* write(line(`A correct ${subject}`, right))
  for (const { cause, checks } of right.findings) yield* write(`  ${checks.join(", ")}: ${cause}\n`)
  const wrong = yield* checked(true)
  yield* write(line(`A wrong ${subject}`, wrong))
  const failed = new Set(
    wrong.checks.filter(({ verdict }) => verdict === "fail").map(({ group }) => String(group))
  )
  const missed = groups.filter((group) => !failed.has(group))
  const isGood = right.verdict === "conforms" && right.findings.length === 0 && missed.length === 0
  yield* write(
    isGood
      ? `The kit runs on this machine: it passes a correct ${subject}, and finds mistakes in ${groups.join(", ")}.\nThat says nothing about each check: the docs list the mistakes that it finds.\n`
      : "The kit doesn't work on this machine.\n"
  )
  if (missed.length > 0) yield* write(`  Not found in the wrong ${subject}: ${missed.join(", ")}\n`)
  if (!isGood) return yield* new NotConforming({ verdict: "does_not_conform" })
})

interface SelfTested<R> {
  /** "fund". */
  readonly subject: string
  readonly load: () => Promise<Pick<SelfTest<R>, "checked" | "groups">>
}

/** `self-test`: its first line comes before the checks are loaded. */
export const selfTestCommand = <R>({ load, subject }: SelfTested<R>) =>
  Command.make("self-test", {}, () => selfTesting({ subject, load: Effect.promise(load) })).pipe(
    Command.withDescription(`Run the kit against a small correct ${subject} and a wrong one, both built in`)
  )

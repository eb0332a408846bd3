import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { type CannotRun, NotConforming } from "./CannotRun.ts"
import { terminalOutput } from "./terminalOutput.ts"

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

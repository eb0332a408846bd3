/** The flags that the commands of both kits share, and a run's flags as they are typed again. */
import { type CheckKit, type CheckMode, type ShortText, WebUrl } from "@embedded-super/contracts/schemas"
import { quoted } from "@embedded-super/pages/content/curlOf"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { randomInt } from "node:crypto"
import { shortText } from "../report/shortText.ts"
import { type CannotRun, usage } from "./CannotRun.ts"

/** The flag that says where the docs are: a kit that runs alone doesn't know. */
export const docsUrlFlag = Flag.String("docs-url").pipe(
  Flag.withDescription(
    "Where the docs are, for links to them: the docs_url of the service, such as http://localhost:4000/docs"
  ),
  Flag.withSchema(WebUrl),
  Flag.optional
)

/** Of certifying and probing runs, which have the same cases each time. */
const FIXED_SEED = 1

const MOST = 2 ** 31 - 1

/** `--seed`: the number that a run draws its cases from. */
const seedFlag = Flag.Int("seed").pipe(
  Flag.withDescription("Draws the same cases again; a run prints its seed"),
  Flag.optional
)

/** The seed of a run: the given one, or another in each run of the mode dev. */
export const seedOf = (given: Option.Option<number>, mode: CheckMode): Effect.Effect<number, CannotRun> => {
  const seed = Option.getOrElse(given, () => (mode === "dev" ? randomInt(MOST) : FIXED_SEED))
  return seed >= 0 && seed <= MOST
    ? Effect.succeed(seed)
    : Effect.fail(usage(`--seed takes a whole number from 0 to ${MOST}.`))
}

/** The flags of `run` that both kits have. `example` names a group and a check. */
export const runFlags = (kit: CheckKit, example: string) => ({
  seed: seedFlag,
  docsUrl: docsUrlFlag,
  out: Flag.String("out").pipe(
    Flag.withDescription(`Folder for the report; by default ${kit}-report`),
    Flag.withDefault(`${kit}-report`)
  ),
  names: Argument.String("group-or-id").pipe(
    Argument.withDescription(`Only these groups and checks, such as ${example}`),
    Argument.variadic()
  )
})

/** These flags as they were given, with the mode. */
export interface GivenRun {
  readonly mode: CheckMode
  readonly seed: Option.Option<number>
  readonly docsUrl: Option.Option<WebUrl>
  readonly out: string
  readonly names: ReadonlyArray<string>
}

/** A value as a POSIX shell reads it. */
export const inShell = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : quoted(value))

/** The flags of a run, as they are typed. `true`: without a value. */
export type OwnFlags = Readonly<Record<string, string | number | true | undefined>>

/** The flags of a run that were given, as they are typed: for the commands that repeat a finding. */
export const givenFlags = (flags: OwnFlags): ReadonlyArray<ShortText> =>
  Object.entries(flags).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [shortText(value === true ? `--${name}` : `--${name} ${inShell(String(value))}`)]
  )

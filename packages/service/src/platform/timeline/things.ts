import { machineMicros, microsAt } from "@embedded-super/pages/trace/traceparent"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { pathWords } from "@embedded-super/http-manners"
import { relative } from "node:path"
import type { Thing } from "./Timeline.ts"
import { projectRoot } from "../config/projectRoot.ts"

/** The things with these ids, by their kinds; those without an id are left out. */
export const things = (ids: Readonly<Record<string, string | null | undefined>>): ReadonlyArray<Thing> =>
  Object.entries(ids).flatMap(([kind, id]) => (id == null ? [] : [{ kind, id }]))

/** One version of an entity: the change that makes it is the cause of the event that reports it. */
export const versionOf = (kind: string, id: string, version: number): Thing => ({
  kind: `${kind}_version`,
  id: `${id}.${version}`
})

/** A file that a fund uploads. Its receipt finds its cause by this thing, because SFTP carries no trace. */
export const employerFile = (slug: string, name: string): Thing => ({
  kind: "employer_file",
  id: `${slug}/${name}`
})

const LATEST = Date.UTC(9999, 11, 31)

/** A time for an entry's data. A fund may ask for a year beyond the range of `Date`. */
export const isoOf = (millis: number): string => new Date(Math.min(millis, LATEST)).toISOString()

/** This machine's time in milliseconds since 1970, with fractions: when something began that has ended now. */
export const machineNow = (): number => machineMicros() / 1000

/** This machine's time for a time of `performance`. */
export const machineTimeOf = (monotonic: number): number => microsAt(monotonic) / 1000

/**
 * Runs an effect that only a note needs: a failure is logged, and the work continues without the note. An interrupt isn't a
 * failure: it ends the work, too.
 */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, never, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.interrupt
      : Effect.as(Effect.logWarning("A part of the time line can't be noted", cause), undefined)
  )

/** A path of a call to the service: its words and ids alone, because a caller may have typed the rest. */
export const shownPath = (path: string): string => pathWords(path, "words_and_ids", "…")

/** The path of a partner's webhook address: its words only, because an id in it is often the key to it. */
export const webhookPath = (url: string): string => pathWords(URL.parse(url)?.pathname ?? "/", "words", "…")

/** As a shell reads it: in quotes if it has more than plain characters. */
const quoted = (text: string) => (/^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** The option that names the data folder, seen from the project's folder; none for the folder that is used by default. */
const dataDirOption = (dataDir: string): string => {
  const fromHere = relative(projectRoot, dataDir)
  const folder = fromHere === "" || fromHere.startsWith("..") ? dataDir : fromHere
  return folder === ".data" ? "" : ` --data-dir ${quoted(folder)}`
}

const PNPM = "npx --yes pnpm@12.21.0"

/** The command that starts everything again on this data folder, as it is typed in this project's folder. */
export const startCommand = ({ dataDir }: { readonly dataDir: string }): string =>
  `\`${PNPM} start${dataDirOption(dataDir)}\``

/**
 * Writes each command of a text, such as `admin fund list`, as it is typed in this project's folder beside a running
 * `start`. Without `--dev` the commands refuse a database whose clock was moved.
 */
export const typedCommands = ({ dataDir }: { readonly dataDir: string }) => {
  const options = `--dev${dataDirOption(dataDir)}`
  return (text: string): string =>
    text.includes("`admin ")
      ? text.replaceAll(/`admin ([^`]+)`/g, (_, command: string) => `\`${PNPM} admin ${command} ${options}\``)
      : text
}

import { existsSync, readFileSync, truncateSync, unlinkSync } from "node:fs"
import { replaceNow } from "./replaceNow.ts"

/** What takes the place of a state. */
export interface Replacement {
  readonly name: string
  /** The text of its snapshot file. */
  readonly snapshot: string
  /** Makes it the state in memory too, and begins its journal anew. */
  readonly take: () => void
}

/** Where the files of a state lie. */
export const stateFiles = (file: (name: string) => string, name: string) => ({
  journal: file(`${name}.ndjson`),
  snapshot: file(`${name}.snapshot.json`)
})

/** Stands in the folder while states are replaced: by what, so that a killed process's successor can end it. */
const intentOf = (file: (name: string) => string): string => file("replacing.json")

type Intent = ReadonlyArray<Pick<Replacement, "name" | "snapshot">>

/** Replaces states: all of them or, should the process be killed, all of them at the next start, or none. */
export const replaceStates = (
  file: (name: string) => string,
  replacements: ReadonlyArray<Replacement>
): void => {
  const intent: Intent = replacements.map(({ name, snapshot }) => ({ name, snapshot }))
  replaceNow(intentOf(file), JSON.stringify(intent))
  for (const { name, snapshot, take } of replacements) {
    replaceNow(stateFiles(file, name).snapshot, snapshot)
    take()
  }
  unlinkSync(intentOf(file))
}

/** Ends what a killed process had begun. */
export const finishReplacing = (file: (name: string) => string): void => {
  const intent = intentOf(file)
  if (!existsSync(intent)) return
  for (const { name, snapshot } of JSON.parse(readFileSync(intent, "utf8")) as Intent) {
    const files = stateFiles(file, name)
    replaceNow(files.snapshot, snapshot)
    if (existsSync(files.journal)) truncateSync(files.journal)
  }
  unlinkSync(intent)
}

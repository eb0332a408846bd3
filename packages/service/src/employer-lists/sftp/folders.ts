import { makeFolder } from "@embedded-super/program/makeFolder"
import * as Effect from "effect/Effect"
import { join } from "node:path"

/**
 * A fund's part of the disk. It sees `/inbox`, in it `test` for files that are only tried, and `/outbox`; nothing above, and
 * no folder of its own. What it uploads lies in `arriving` until it is renamed to a name that counts; the two together are
 * its inbox.
 */
export interface FundFolders {
  readonly arriving: string
  readonly inbox: string
  readonly testArriving: string
  readonly test: string
  readonly outbox: string
}

export const foldersOf = (root: string, slug: string): FundFolders => ({
  arriving: join(root, slug, "arriving"),
  inbox: join(root, slug, "inbox"),
  testArriving: join(root, slug, "test-arriving"),
  test: join(root, slug, "test"),
  outbox: join(root, slug, "outbox")
})

/** The two places of lists: those that are imported, and those that are only tried. */
export const listPlaces = ({ arriving, inbox, test, testArriving }: FundFolders) => [
  { arriving, whole: inbox, dryRun: false },
  { arriving: testArriving, whole: test, dryRun: true }
]

/** One of `listPlaces`. */
export type ListPlace = ReturnType<typeof listPlaces>[number]

/** Where files are imported from, out of every fund's reach. No fund's slug has a dot. */
export const stagingOf = (root: string): string => join(root, ".staging")

export const makeFolders = (folders: ReadonlyArray<string>) =>
  Effect.orDie(Effect.forEach(folders, (folder) => makeFolder(folder, 0o700), { discard: true }))

/** What a fund may call a file. */
const NAME = /^[A-Za-z0-9._-]{1,100}$/

/** The folders that a fund sees. */
export type Folder = "inbox" | "test" | "outbox"

export type Place =
  | { readonly kind: "root" }
  | { readonly kind: "folder"; readonly folder: Folder }
  | { readonly kind: "file"; readonly folder: Folder; readonly name: string }

/** The path as the fund sees it, without `.` and `..`; what would lead above the root stays there. */
export const normalised = (path: string): string => {
  const parts: Array<string> = []
  for (const part of path.split("/")) {
    if (part === "..") parts.pop()
    else if (part !== "" && part !== ".") parts.push(part)
  }
  return `/${parts.join("/")}`
}

const PATHS: Readonly<Record<string, Folder>> = {
  "/inbox": "inbox",
  "/inbox/test": "test",
  "/outbox": "outbox"
}

/** What a path means; undefined for what isn't there and can't be. */
export const placeOf = (path: string): Place | undefined => {
  const whole = normalised(path)
  if (whole === "/") return { kind: "root" }
  const known = PATHS[whole]
  if (known !== undefined) return { kind: "folder", folder: known }
  const at = whole.lastIndexOf("/")
  const folder = PATHS[whole.slice(0, at)]
  const name = whole.slice(at + 1)
  return folder !== undefined && NAME.test(name) ? { kind: "file", folder, name } : undefined
}

const UNFINISHED = [".part", ".filepart", ".tmp", ".partial"]

/** What a result's name ends with. Earlier versions wrote `rejected` for what was held or refused. */
const ENDINGS = ["accepted", "held", "refused", "ignored", "stale", "rejected"]

const RESULT = new RegExp(`\\.(?:${ENDINGS.join("|")})\\.json$`)

/** Results, which the service writes. */
export const isResult = (name: string): boolean => RESULT.test(name)

export const resultName = (fileName: string, outcome: string): string => `${fileName}.${outcome}.json`

/** The names that the results of a file may have. */
export const resultNames = (fileName: string): ReadonlyArray<string> =>
  ENDINGS.map((ending) => resultName(fileName, ending))

/** Whether a name says that an upload isn't finished, or is the fund's own matter. */
export const isUnfinished = (name: string): boolean =>
  name.startsWith(".") || UNFINISHED.some((ending) => name.toLowerCase().endsWith(ending))

/** Whether a name is one of those that are imported: it fits the agreed pattern, and isn't an unfinished upload's. */
export const counts = (name: string, pattern: string = "*.csv"): boolean => {
  if (isUnfinished(name)) return false
  const expression = pattern.split("*").map((text) => text.replace(/[.\\]/g, "\\$&"))
  return new RegExp(`^${expression.join("[A-Za-z0-9._-]*")}$`).test(name) && /^[A-Za-z0-9]/.test(name)
}

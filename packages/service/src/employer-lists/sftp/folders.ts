import * as Effect from "effect/Effect"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"

/**
 * A fund's part of the disk. It sees `/inbox` and `/outbox`, nothing above and no folder below. What it uploads lies in
 * `arriving` until it is renamed to a name that counts; the two together are its inbox.
 */
export interface FundFolders {
  readonly arriving: string
  readonly inbox: string
  readonly outbox: string
}

export const foldersOf = (root: string, slug: string): FundFolders => ({
  arriving: join(root, slug, "arriving"),
  inbox: join(root, slug, "inbox"),
  outbox: join(root, slug, "outbox")
})

/** Where files are imported from, out of every fund's reach. No fund's slug has a dot. */
export const stagingOf = (root: string): string => join(root, ".staging")

export const makeFolders = (folders: ReadonlyArray<string>) =>
  Effect.forEach(folders, (folder) => Effect.promise(() => mkdir(folder, { recursive: true, mode: 0o700 })), {
    discard: true
  })

/** What a fund may call a file. */
const NAME = /^[A-Za-z0-9._-]{1,100}$/

export type Place =
  | { readonly kind: "root" }
  | { readonly kind: "folder"; readonly folder: "inbox" | "outbox" }
  | { readonly kind: "file"; readonly folder: "inbox" | "outbox"; readonly name: string }

/** The path as the fund sees it, without `.` and `..`; what would lead above the root stays there. */
export const normalised = (path: string): string => {
  const parts: Array<string> = []
  for (const part of path.split("/")) {
    if (part === "..") parts.pop()
    else if (part !== "" && part !== ".") parts.push(part)
  }
  return `/${parts.join("/")}`
}

/** What a path means; undefined for what isn't there and can't be. */
export const placeOf = (path: string): Place | undefined => {
  const [folder, name, ...more] = normalised(path).split("/").slice(1)
  if (folder === "" || folder === undefined) return { kind: "root" }
  if ((folder !== "inbox" && folder !== "outbox") || more.length > 0) return undefined
  if (name === undefined) return { kind: "folder", folder }
  return NAME.test(name) ? { kind: "file", folder, name } : undefined
}

const UNFINISHED = [".part", ".filepart", ".tmp", ".partial"]

/** Results, which the service writes. */
export const isResult = (name: string): boolean => /\.(?:accepted|rejected)\.json$/.test(name)

/** Whether a name is one of those that are imported: it fits the agreed pattern, and isn't an unfinished upload's. */
export const counts = (name: string, pattern: string = "*.csv"): boolean => {
  if (name.startsWith(".") || UNFINISHED.some((ending) => name.toLowerCase().endsWith(ending))) return false
  const expression = pattern.split("*").map((text) => text.replace(/[.\\]/g, "\\$&"))
  return new RegExp(`^${expression.join("[A-Za-z0-9._-]*")}$`).test(name) && /^[A-Za-z0-9]/.test(name)
}

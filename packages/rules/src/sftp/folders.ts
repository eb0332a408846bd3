import { makeFolder } from "@embedded-super/program/makeFolder"
import * as Effect from "effect/Effect"
import { join } from "node:path"

/** The folders that a fund sees: `/inbox`, its subfolder `test` for dry runs, and `/outbox`. */
export type Folder = "inbox" | "test" | "outbox"

/**
 * The paths of a folder. An upload is written in `unfinished`. When its file is closed, and all of it was stored, it is
 * moved to `arriving`, and from there to `whole` when it is renamed to an agreed name. So what broke off is told apart
 * by every process, and after a crash.
 */
export interface FolderPaths {
  readonly unfinished: string
  readonly arriving: string
  readonly whole: string
  /** Whether only a report of the result is wanted. */
  readonly dryRun: boolean
}

/** A fund's part of the disk. */
export type FundFolders = Readonly<Record<Folder, FolderPaths>>

/**
 * The folders of a fund. `isDirect`: another program serves SFTP and writes each file where it stays, so nothing tells
 * a whole file but time.
 */
export const foldersOf = (root: string, slug: string, isDirect = false): FundFolders => {
  const at = (name: string) => join(root, slug, name)
  const direct = (name: string, dryRun: boolean): FolderPaths => ({
    unfinished: at(name),
    arriving: at(name),
    whole: at(name),
    dryRun
  })
  if (isDirect)
    return { inbox: direct("inbox", false), test: direct("test", true), outbox: direct("outbox", false) }
  return {
    inbox: {
      unfinished: at("unfinished"),
      arriving: at("arriving"),
      whole: at("inbox"),
      dryRun: false
    },
    test: {
      unfinished: at("test-unfinished"),
      arriving: at("test-arriving"),
      whole: at("test"),
      dryRun: true
    },
    outbox: direct("outbox", false)
  }
}

/** Whether another program's SFTP server writes into the folder. */
export const isDirect = ({ arriving, whole }: FolderPaths): boolean => arriving === whole

/** The paths of these folders, for each the one of complete files first. */
export const pathsOf = (...folders: ReadonlyArray<FolderPaths>): ReadonlyArray<string> => [
  ...new Set(folders.flatMap(({ arriving, unfinished, whole }) => [whole, arriving, unfinished]))
]

/** The paths of the files whose upload has ended. */
export const endedPathsOf = ({ arriving, whole }: FolderPaths): ReadonlyArray<string> => [
  ...new Set([whole, arriving])
]

/** The folder that files are imported from, out of every fund's reach. No fund's slug contains a dot. */
export const stagingOf = (root: string): string => join(root, ".staging")

export const makeFolders = (folders: ReadonlyArray<string>) =>
  Effect.orDie(Effect.forEach(folders, (folder) => makeFolder(folder, 0o700), { discard: true }))

const NAME = /^[A-Za-z0-9._-]{1,100}$/

export type Place =
  | { readonly kind: "root" }
  | { readonly kind: "folder"; readonly folder: Folder }
  | { readonly kind: "file"; readonly folder: Folder; readonly name: string }

/** The path as the fund sees it, without `.` and `..`; a path above the root ends at the root. */
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

/** The place that a path names; undefined for a path that can't exist. */
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

import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { type FundFolders, pathsOf } from "./folders.ts"
import type { SftpLimits } from "./SftpSettings.ts"

/** Extra bytes that a growing file is granted at once, so that not every write checks the disk. */
const STEP = 8 * 1024 * 1024

/** The sizes of all files in an account's inbox, by path, results and unfinished uploads included. */
const sizesIn = (folders: FundFolders) =>
  Effect.promise(async () => {
    const sizes = new Map<string, number>()
    for (const folder of pathsOf(folders.inbox, folders.test)) {
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found !== undefined) sizes.set(join(folder, name), found.size)
      }
    }
    return sizes
  })

/** The files that all sessions of one account may have open at once. */
export const MOST_OPEN_FILES = 100

/** The budget of files, bytes and descriptors that all sessions of one account share. */
export const accountSpace = (folders: FundFolders, limits: SftpLimits) => {
  /** The size up to which each open file may grow without another check. */
  const granted = new Map<string, number>()
  const lock = Semaphore.makeUnsafe(1)
  let open = 0

  const enter = Effect.fnUntraced(function* (path: string) {
    const present = new Set([...(yield* sizesIn(folders)).keys(), ...granted.keys()])
    if (present.size >= limits.files && !present.has(path)) return false
    granted.set(path, 0)
    return true
  }, lock.withPermits(1))

  const ask = Effect.fnUntraced(function* (path: string, size: number) {
    const lying = yield* sizesIn(folders)
    lying.delete(path)
    const bytesLeft = () => {
      const others = new Set([...lying.keys(), ...granted.keys()].filter((other) => other !== path))
      const taken = [...others].map((other) => Math.max(granted.get(other) ?? 0, lying.get(other) ?? 0))
      return limits.bytes - taken.reduce((sum, bytes) => sum + bytes, 0)
    }
    // Before refusing, take back unused grants of other files.
    if (size > bytesLeft()) {
      for (const other of granted.keys()) if (other !== path) granted.set(other, lying.get(other) ?? 0)
    }
    const left = bytesLeft()
    if (size > left) return false
    granted.set(path, Math.min(left, size + Math.min(size, STEP)))
    return true
  }, lock.withPermits(1))

  return {
    /** Reserves a descriptor until `closed`. Returns false if the account has too many files open. */
    mayOpen: (): boolean => {
      if (open >= MOST_OPEN_FILES) return false
      open += 1
      return true
    },
    closed: (): void => {
      open -= 1
    },
    /** Reserves a place for a file opened for writing. Returns false if there are too many files. */
    enter,
    /** Whether a file open for writing may have this size. */
    mayGrow: (path: string, size: number) =>
      size <= (granted.get(path) ?? 0) ? Effect.succeed(true) : ask(path, size),
    /** The file is closed: from now on its size on disk counts. */
    leave: (path: string): void => void granted.delete(path)
  }
}

export type AccountSpace = ReturnType<typeof accountSpace>

import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { close, closeSync, fsync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs"

const newline = 0x0a

/**
 * A file of lines that only grows. Whoever writes one line at a time may be killed in the middle of it.
 *
 * Lines are with the operating system once `append` returns, so that a kill -9 doesn't take them back; they are on the
 * disk within `syncWithin`, which is what a power cut may take. Written at once, without a queue: a short line costs less
 * than handing it to another thread.
 */
export interface LineFile {
  /** The whole lines that it held when it was opened. */
  readonly lines: ReadonlyArray<string>
  /** Whether it ended in a piece of a line, which was cut off. */
  readonly wasTorn: boolean
  /** How many bytes it holds. */
  readonly size: () => number
  /** Adds whole lines: all of them, or it throws and adds none. What is queued goes before them. */
  readonly append: (lines: ReadonlyArray<string>) => void
  /** Adds whole lines with the next `flush`: many small writes cost more than one. */
  readonly queue: (lines: ReadonlyArray<string>) => void
  /** Adds what is queued; if it throws, that stays queued. */
  readonly flush: () => void
  /** Everything added is on the disk once this returns. */
  readonly sync: () => void
  /** Cuts the file to its first lines: all of them, or none. */
  readonly keep: (lines: ReadonlyArray<string>) => void
}

/** Milliseconds after which what was appended is on the disk. */
const syncWithin = 1000

const textOf = (lines: ReadonlyArray<string>): string => (lines.length === 0 ? "" : `${lines.join("\n")}\n`)

/** Opens a file of lines, making it where it isn't; only its owner may read it. Throws where it can't. */
export const openLines = (
  path: string
): LineFile & { readonly close: () => void; readonly closeSoon: () => void } => {
  const file = openSync(path, "a", 0o600)
  const bytes = readFileSync(path)
  let size = bytes.lastIndexOf(newline) + 1
  const wasTorn = size < bytes.length
  if (wasTorn) {
    ftruncateSync(file, size)
    fsyncSync(file)
  }
  const text = bytes.toString("utf8", 0, size)
  let timer: NodeJS.Timeout | undefined
  const syncLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      // The file may have been closed meanwhile, which syncs it.
      fsync(file, () => {})
    }, syncWithin).unref()
  }
  const sync = () => {
    clearTimeout(timer)
    timer = undefined
    fsyncSync(file)
  }
  let queued = ""
  const flushWith = (lines: string) => {
    if (queued === "" && lines === "") return
    const more = Buffer.from(queued + lines)
    try {
      for (let at = 0; at < more.length;) at += writeSync(file, more, at)
    } catch (error) {
      ftruncateSync(file, size)
      throw error
    }
    queued = ""
    size += more.length
    syncLater()
  }
  return {
    lines: text === "" ? [] : text.slice(0, -1).split("\n"),
    wasTorn,
    size: () => size,
    append: (lines) => flushWith(textOf(lines)),
    queue: (lines) => {
      queued += textOf(lines)
    },
    flush: () => flushWith(""),
    sync,
    keep: (lines) => {
      queued = ""
      size = Buffer.byteLength(textOf(lines))
      ftruncateSync(file, size)
    },
    /** The same, once all is on the disk; nobody waits for it. */
    closeSoon: () => {
      clearTimeout(timer)
      fsync(file, () => close(file))
    },
    close: () => {
      try {
        flushWith("")
        sync()
      } finally {
        closeSync(file)
      }
    }
  }
}

/** The same, closed with the scope. */
export const openLineFile = (path: string): Effect.Effect<LineFile, Error, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({ try: () => openLines(path), catch: (error) => error as Error }),
    (file) => Effect.sync(file.close)
  )

import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { closeSync, fsync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs"

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
  /** Adds whole lines: all of them, or it throws and adds none. */
  readonly append: (lines: ReadonlyArray<string>) => void
  /** Everything added is on the disk once this returns. */
  readonly sync: () => void
  /** Cuts the file to its first lines: all of them, or none. */
  readonly keep: (lines: ReadonlyArray<string>) => void
}

/** Milliseconds after which what was appended is on the disk. */
const syncWithin = 200

const textOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

/** Opens a file of lines, making it where it isn't; only its owner may read it. Throws where it can't. */
export const openLines = (path: string): LineFile & { readonly close: () => void } => {
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
  return {
    lines: text === "" ? [] : text.slice(0, -1).split("\n"),
    wasTorn,
    size: () => size,
    append: (lines) => {
      if (lines.length === 0) return
      const more = Buffer.from(textOf(lines))
      try {
        for (let at = 0; at < more.length;) at += writeSync(file, more, at)
      } catch (error) {
        ftruncateSync(file, size)
        throw error
      }
      size += more.length
      syncLater()
    },
    sync,
    keep: (lines) => {
      size = Buffer.byteLength(textOf(lines))
      ftruncateSync(file, size)
    },
    close: () => {
      sync()
      closeSync(file)
    }
  }
}

/** The same, closed with the scope. */
export const openLineFile = (path: string): Effect.Effect<LineFile, Error, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({ try: () => openLines(path), catch: (error) => error as Error }),
    (file) => Effect.sync(file.close)
  )

import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import type * as Scope from "effect/Scope"

const newline = 0x0a

/** A file of lines that only grows. Whoever writes one line at a time may be killed in the middle of it. */
export interface LineFile {
  /** The whole lines that it held when it was opened. */
  readonly lines: ReadonlyArray<string>
  /** Whether it ended in a piece of a line, which was cut off. */
  readonly wasTorn: boolean
  /** Adds whole lines. They survive this process. */
  readonly append: (lines: ReadonlyArray<string>) => Effect.Effect<void, PlatformError.PlatformError>
  /** Succeeds once everything added is on disk, and survives the machine. */
  readonly sync: Effect.Effect<void, PlatformError.PlatformError>
  /** Cuts the file to its first lines: all of them, or none. */
  readonly keep: (lines: ReadonlyArray<string>) => Effect.Effect<void, PlatformError.PlatformError>
}

const encode = (lines: ReadonlyArray<string>): Uint8Array =>
  new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""))

/** Opens a file of lines, making it where it isn't; only its owner may read it. */
export const openLineFile = Effect.fn("openLineFile")(function* (
  path: string
): Effect.fn.Return<LineFile, PlatformError.PlatformError, FileSystem.FileSystem | Scope.Scope> {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.open(path, { flag: "a", mode: 0o600 })
  const bytes = yield* fs.readFile(path)
  const whole = bytes.lastIndexOf(newline) + 1
  const wasTorn = whole < bytes.length
  if (wasTorn) {
    yield* file.truncate(whole)
    yield* file.sync
  }
  const text = new TextDecoder().decode(bytes.subarray(0, whole))
  return {
    lines: text === "" ? [] : text.slice(0, -1).split("\n"),
    wasTorn,
    append: (lines) => (lines.length === 0 ? Effect.void : file.writeAll(encode(lines))),
    sync: file.sync,
    keep: (lines) => file.truncate(encode(lines).length)
  }
})

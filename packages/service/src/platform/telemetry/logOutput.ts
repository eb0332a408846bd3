/**
 * The log's way to standard error. Lines are collected for 10 ms and written as one, because each write is a system call
 * that the process waits for: a disk, a terminal, or a reader of the pipe that is slow.
 *
 * No line is lost, and lines keep their order. Waiting lines are written at once before a warning or an error, when the
 * process ends, when an uncaught error ends it, and when too many wait. If the pipe is full, the rest is tried again
 * after 10 ms while the process continues.
 *
 * The trap: waiting lines are lost if the process is killed (SIGKILL). So a line that must be found afterwards is a warning.
 */
import { writeSync } from "node:fs"
import process from "node:process"

/** How long a line may wait, in milliseconds. */
const DELAY = 10

/** Characters that may wait. With more, the process waits for the reader instead of using ever more memory. */
const MOST = 4 * 1024 * 1024

/** How often a full pipe is tried again while the process waits for its reader, a millisecond apart. */
const TRIES = 2000

const pause = new Int32Array(new SharedArrayBuffer(4))

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code

export interface LogOutput {
  /** Adds a line. `isUrgent`: writes it at once, after the lines that wait. */
  readonly add: (line: string, isUrgent: boolean) => void
  /** Writes everything that waits. */
  readonly flush: () => void
}

/** `write` writes some of the bytes and returns their number, as `writeSync`. */
export const makeLogOutput = (write: (bytes: Uint8Array) => number): LogOutput => {
  /** Bytes that a full pipe didn't take, and the text after them. */
  let rest: Uint8Array = new Uint8Array(0)
  let text = ""
  let timer: NodeJS.Timeout | undefined

  /** Writes until all is written (true), or the pipe is full. */
  const writeSome = (): boolean => {
    if (text !== "") {
      rest = Buffer.concat([rest, Buffer.from(text)])
      text = ""
    }
    try {
      while (rest.length > 0) rest = rest.subarray(write(rest))
    } catch (error) {
      if (codeOf(error) === "EAGAIN") return false
      // Nobody reads any more. A log that can't be written is no reason to fail.
      rest = new Uint8Array(0)
    }
    return true
  }

  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (!writeSome()) schedule()
    }, DELAY).unref()
  }

  const flush = () => {
    let left = rest.length
    for (let tries = 0; !writeSome() && tries < TRIES; tries += 1) {
      if (rest.length !== left) tries = 0
      left = rest.length
      Atomics.wait(pause, 0, 0, 1)
    }
  }

  return {
    add: (line, isUrgent) => {
      text += `${line}\n`
      if (isUrgent || text.length + rest.length > MOST) flush()
      else schedule()
    },
    flush
  }
}

let output: LogOutput | undefined

/** Standard error. */
export const logOutput = (): LogOutput => {
  if (output !== undefined) return output
  const made = makeLogOutput((bytes) => writeSync(2, bytes))
  process.on("exit", made.flush)
  process.on("uncaughtExceptionMonitor", made.flush)
  output = made
  return made
}

import { fork } from "node:child_process"
import type { Socket } from "node:net"
import { fileURLToPath } from "node:url"

/** The database of a folder, used by a separate process. */
export interface HeldDatabase {
  readonly url: string
  /** The id of that process. */
  readonly pid: number
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  /** Ends the process cleanly, and the server too if no other process uses it. */
  readonly release: () => Promise<void>
}

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url))

/**
 * Uses the embedded database of a folder from a separate process (main.ts, with its flags). That process stops the
 * server when this one has ended, even if this one was killed or ends without clean-up, as vitest does on Ctrl-C.
 */
export const heldDatabase = (folder: string, flags: ReadonlyArray<string> = []): Promise<HeldDatabase> =>
  new Promise((resolve, reject) => {
    // A separate process group: Ctrl-C in the terminal must not end the database before the programs that use it.
    const child = fork(MAIN, [folder, ...flags], {
      detached: true,
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"]
    })
    let errorOutput = ""
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (errorOutput += text))
    const ended = new Promise<void>((done) => child.once("close", () => done()))
    void ended.then(() => reject(new Error(`The database of ${folder} ended:\n${errorOutput}`)))
    child.once("message", (message) => {
      // Lets this process end while the database is in use.
      child.unref()
      child.channel?.unref()
      ;(child.stderr as Socket | null)?.unref()
      resolve({
        url: (message as { readonly url: string }).url,
        pid: child.pid ?? 0,
        ended,
        release: () => {
          child.ref()
          child.kill("SIGTERM")
          return ended
        }
      })
    })
  })

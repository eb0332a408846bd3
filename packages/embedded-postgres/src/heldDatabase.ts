import { fork } from "node:child_process"
import type { Socket } from "node:net"
import { fileURLToPath } from "node:url"

/** The database of a folder, in use by a process of its own. */
export interface HeldDatabase {
  readonly url: string
  /** The process. */
  readonly pid: number
  /** Settles when the process has ended. */
  readonly ended: Promise<void>
  /** Ends the process in good order, and with it the server if no other process uses it. */
  readonly release: () => Promise<void>
}

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url))

/**
 * Uses the embedded database of a folder by a process of its own (main.ts, with its flags). It stops the server when this
 * process has ended, also if this one was killed or ends without clean-up, as vitest does on Ctrl-C.
 */
export const heldDatabase = (folder: string, flags: ReadonlyArray<string> = []): Promise<HeldDatabase> =>
  new Promise((resolve, reject) => {
    // A group of its own: Ctrl-C in the terminal ends the programs that use the database, and not the database before them.
    const child = fork(MAIN, [folder, ...flags], {
      detached: true,
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"]
    })
    let said = ""
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text))
    const ended = new Promise<void>((done) => child.once("close", () => done()))
    void ended.then(() => reject(new Error(`The database of ${folder} ended:\n${said}`)))
    child.once("message", (message) => {
      // This process may end while the database is in use.
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

import { spawn, execFileSync } from "node:child_process"
import { once } from "node:events"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync, cpSync, existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { freePorts, isFree } from "@embedded-super/program/freePorts"

/** A reader's open terminal: a shell that keeps its variables between blocks. */
export interface Terminal {
  /** Types a block, and returns its output when it is done; rejects if a command of it fails. */
  readonly type: (text: string) => Promise<string>
  /** Types a block that keeps running, and waits until it has printed a text. */
  readonly typeUntil: (text: string, until: string) => Promise<void>
  /** Waits until a text is printed; returns at once if it already is. */
  readonly shows: (text: string) => Promise<void>
  /** All that was printed until now. */
  readonly printed: () => string
  /** Sends Ctrl-C, and waits for the end. */
  readonly close: () => Promise<void>
}

/** The default time limit of a block, in milliseconds. */
const PATIENCE = 120_000

/**
 * The environment of a reader's shell: network settings, but nothing of this test run or of the pnpm that started it.
 */
const readersOwn = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:HOME|PATH)$|proxy|registry|ca_cert|cafile/i.test(name)
    )
  )

export const openTerminal = (
  folder: string,
  env: Readonly<Record<string, string>>,
  patience = PATIENCE
): Terminal => {
  const shell = spawn("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail"], {
    cwd: folder,
    env: { ...readersOwn(), ...env },
    // A separate process group, so that Ctrl-C reaches all its processes.
    detached: true
  })
  const blocks = mkdtempSync(join(tmpdir(), "embedded-super-terminal-"))
  /** Runs the block from a file, so that a program that reads stdin doesn't consume the next commands. */
  const sourced = (text: string): string => {
    const file = join(blocks, randomUUID())
    writeFileSync(file, `${text}\n`)
    return `. ${file} </dev/null`
  }
  let printed = ""
  const listeners = new Set<() => void>()
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk
      for (const listener of listeners) listener()
    })
  }

  const until = (has: () => boolean, what: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const done = (error?: Error) => {
        clearTimeout(timer)
        listeners.delete(look)
        shell.off("exit", look)
        if (error === undefined) resolve()
        else reject(error)
      }
      const look = () => {
        if (has()) done()
        else if (shell.exitCode !== null)
          done(new Error(`It failed instead of ${what}:\n${printed.slice(-4000)}`))
      }
      const timer = setTimeout(
        () => done(new Error(`It took too long until ${what}:\n${printed.slice(-4000)}`)),
        patience
      )
      listeners.add(look)
      shell.on("exit", look)
      look()
    })

  const type = async (text: string): Promise<string> => {
    const from = printed.length
    const end = randomUUID()
    shell.stdin.write(`${sourced(text)}\necho; echo ${end}\n`)
    await until(() => printed.includes(end, from), `“${text.split("\n")[0]}” is done`)
    return printed.slice(from, printed.indexOf(end, from))
  }

  return {
    type,
    typeUntil: (text, shown) => {
      const from = printed.length
      shell.stdin.write(`${sourced(text)}\n`)
      return until(() => printed.includes(shown, from), `“${shown}” is shown`)
    },
    shows: (text) => until(() => printed.includes(text), `“${text}” is shown`),
    printed: () => printed,
    close: async () => {
      rmSync(blocks, { recursive: true })
      if (shell.exitCode !== null || shell.pid === undefined) return
      const ended = once(shell, "exit")
      process.kill(-shell.pid, "SIGINT")
      shell.stdin.end()
      const timer = setTimeout(() => process.kill(-(shell.pid ?? 0), "SIGKILL"), 20_000)
      await ended
      clearTimeout(timer)
    }
  }
}

/** Copies the contents of a fresh clone into a folder: nothing installed, nothing built, no data. */
export const freshCopy = (folder: string): string => {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: projectRoot })
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    if (existsSync(join(projectRoot, file))) cpSync(join(projectRoot, file), join(folder, file))
  }
  return folder
}

/** The ports in the guides: the service, both simulators, the reader's own servers, a kit, and an operator's service. */
const named = [4000, 4010, 4020, 5000, 5001, 5002, 5003, 5004, 4090, 8080, 9464] as const

/**
 * Returns a function that leaves text unchanged if the guides' ports are free, and otherwise replaces them by free
 * ones.
 */
export const onFreePorts = async (): Promise<(text: string) => string> => {
  const free = await Promise.all(named.map(isFree))
  if (!free.includes(false)) return (text) => text
  const others = await freePorts(named.length)
  const moved = new Map(named.map((port, nth) => [String(port), others[nth]]))
  const [service, fund, partner] = [4000, 4010, 4020].map((port) => moved.get(String(port)))
  const written = new RegExp(`(localhost:|\\.listen\\(|PORT=|operations-port )(${named.join("|")})\\b`, "g")
  return (text) =>
    text
      .replaceAll(written, (_, before: string, port: string) => `${before}${moved.get(port)}`)
      .replace(/(pnpm@\S+ start)$/m, `$1 --port ${service} --fund-port ${fund} --partner-port ${partner}`)
}

import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import process from "node:process"

interface Seen {
  readonly parent: number
  readonly command: string
}

const fromProc = (pid: number): Seen => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // The name before the parent's id is in parentheses, and may contain any character.
  const [, parent = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return {
    parent: Number(parent),
    command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  }
}

const fromPs = (pid: number): Seen => {
  const listed = execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })
  const [parent = "0", ...command] = listed.trim().split(/\s+/)
  return { parent: Number(parent), command: command.join(" ") }
}

const look = (pid: number): Seen | undefined => {
  try {
    return process.platform === "linux" ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

/** npm and pnpm set these process titles, or they are scripts that Node runs. */
const isPackageManager = (command: string): boolean =>
  /^(?:npm|npx|pnpm|corepack)\b/.test(command) ||
  /^\S*node\S* (?:-\S+ )*\S*(?:npm|npx|pnpm|corepack)\S*/.test(command)

const isShell = (command: string): boolean => /^\S*sh -c /.test(command)

/**
 * The processes by which a package manager runs this one: `npx`, its shell, `pnpm`, its shell. Empty if a person or a
 * program runs it directly: then its parent may end before it, as with `nohup`.
 */
export const packageManagers = (): ReadonlyArray<number> => {
  const between: Array<number> = []
  let known: ReadonlyArray<number> = []
  for (let pid = process.ppid; pid > 1;) {
    const seen = look(pid)
    if (seen === undefined || !(isPackageManager(seen.command) || isShell(seen.command))) break
    between.push(pid)
    if (isPackageManager(seen.command)) known = [...between]
    pid = seen.parent
  }
  return known
}

const EVERY_MILLIS = 250

/**
 * Resolves once one of these processes has ended. A signal to `npx` ends it and its shell, but doesn't reach the `pnpm`
 * below them or its children: only an ancestor's end can be detected.
 */
export const oneHasEnded = (pids: ReadonlyArray<number>): Promise<void> =>
  new Promise((resolve) => {
    const children = [process.pid, ...pids]
    const timer = setInterval(() => {
      // Compares parents instead of testing for existence: an ended process exists until its own parent has collected
      // it.
      if (pids.every((pid, nth) => look(children[nth] ?? 0)?.parent === pid)) return
      clearInterval(timer)
      resolve()
    }, EVERY_MILLIS)
    timer.unref()
  })

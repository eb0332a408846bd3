import { readdirSync, readFileSync } from "node:fs"

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()
  } catch {
    return ""
  }
}

/** The processes whose command line names a folder: programs that use it, and a database server with its data in it. */
export const processesOf = (
  folder: string
): ReadonlyArray<{ readonly pid: number; readonly command: string }> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), command: commandLine(pid) }))
    .filter(({ command }) => command.includes(folder))

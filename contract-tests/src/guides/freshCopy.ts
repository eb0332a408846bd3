import { execFileSync } from "node:child_process"
import { cpSync, existsSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { freePorts, isFree } from "@embedded-super/program/freePorts"

/** Copies the contents of a fresh clone into a folder: nothing installed, nothing built, no data. */
export const freshCopy = (folder: string): string => {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: projectRoot })
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    if (existsSync(join(projectRoot, file))) cpSync(join(projectRoot, file), join(folder, file))
  }
  return folder
}

/** The ports in the guides: the service, both simulators, the reader's own servers, a kit, and an operator's service. */
const named = [4000, 4010, 4020, 5000, 5001, 5002, 5003, 5004, 4090, 8080] as const

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
  const written = new RegExp(`(localhost:|\\.listen\\(|PORT=)(${named.join("|")})\\b`, "g")
  return (text) =>
    text
      .replaceAll(written, (_, before: string, port: string) => `${before}${moved.get(port)}`)
      .replace(/(pnpm@\S+ start)$/m, `$1 --port ${service} --fund-port ${fund} --partner-port ${partner}`)
}

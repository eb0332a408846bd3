import { execFileSync } from "node:child_process"
import process from "node:process"

/** Without what a hook or a caller set: another repository, other objects. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")))

/** What a git command prints in a folder; undefined if it fails. Replaced objects are read as they were. */
export const git = (folder: string, ...args: ReadonlyArray<string>): string | undefined => {
  try {
    return execFileSync("git", ["--no-replace-objects", "-C", folder, ...args], {
      encoding: "utf8",
      env: environment(),
      maxBuffer: 2 ** 30,
      stdio: ["ignore", "pipe", "ignore"]
    })
  } catch {
    return undefined
  }
}

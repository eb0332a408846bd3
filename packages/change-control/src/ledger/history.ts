import { objectOf } from "../json.ts"
import { parse } from "yaml"
import { dayOf, latest } from "./day.ts"
import type { Entry } from "./Entry.ts"
import { git } from "./git.ts"
import type { Stated } from "./publicSince.ts"

/** A file as a commit of the main branch left it. */
interface Step {
  /** Below the folder of the specs. */
  readonly path: string
  readonly commit: string
  readonly day: string
  /** The id of its content; undefined if the commit removed it. */
  readonly blob: string | undefined
}

/** What the main branch held below specs/published and specs/changes, commit by commit. */
export interface History {
  /** The oldest first. */
  readonly steps: ReadonlyArray<Step>
  /** What an entry's file said, the oldest first. */
  readonly statesOf: (id: string) => ReadonlyArray<Stated>
}

/** The main branch: origin's, or the local one if there is no origin. */
const branches = ["refs/remotes/origin/main", "refs/heads/main"]

/**
 * The day of each commit of the main branch. A commit may name any day; one that names a day before its predecessor's
 * counts as of that one, and none counts as of a day that hasn't come.
 */
const daysOf = (log: string, today: string): ReadonlyMap<string, string> => {
  const days = new Map<string, string>()
  let day = ""
  for (const line of log.trim().split("\n")) {
    const [commit = "", seconds] = line.split(" ")
    day = latest(day, dayOf(new Date(Number(seconds) * 1000)))
    days.set(commit, day > today ? today : day)
  }
  return days
}

const noBlob = /^0+$/

/** Reads `git log --raw`: a line with the commit, then one for each file that differs from its first parent. */
const stepsOf = (log: string, days: ReadonlyMap<string, string>): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  let commit = ""
  for (const line of log.split("\n")) {
    const [, blob = "", path] = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]\d*\t(.+)$/.exec(line) ?? []
    if (path === undefined) commit = line === "" ? commit : line
    else steps.push({ path, commit, day: days.get(commit) ?? "", blob: noBlob.test(blob) ? undefined : blob })
  }
  return steps
}

/** The entry that a file's text holds; undefined if it holds none. */
export const readEntry = (text: string | undefined): Entry | undefined => {
  try {
    const entry = objectOf(parse(text ?? ""))
    return typeof entry["changes"] === "object" ? (entry as unknown as Entry) : undefined
  } catch {
    return undefined
  }
}

/** The history of main as git has it, or a sentence that says why it can't be read. */
export const readHistory = (specs: string, today: string): History | string => {
  const shallow = git(specs, "rev-parse", "--is-shallow-repository")?.trim()
  if (shallow === undefined) return "This folder is in no git repository"
  if (shallow === "true") return "This clone is shallow"
  const branch = branches.find((name) => git(specs, "rev-parse", "--verify", "--quiet", name) !== undefined)
  if (branch === undefined) return "This repository has no branch main, neither its own nor origin's"
  const all = git(specs, "log", "--first-parent", "--reverse", "--format=%H %ct", branch)
  const raw = ["--raw", "--no-abbrev", "--no-renames", "--relative", "-m", "--format=%H"]
  const log = git(specs, "log", "--first-parent", "--reverse", ...raw, branch, "--", "published", "changes")
  if (all === undefined || log === undefined) return "git can't read the branch main"
  const steps = stepsOf(log, daysOf(all, today))
  return {
    steps,
    statesOf: (id) =>
      steps
        .filter(({ path }) => path === `changes/${id}.yaml`)
        .map(({ day, blob }) => ({
          from: day,
          entry: blob === undefined ? undefined : readEntry(git(specs, "cat-file", "blob", blob))
        }))
  }
}

import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { createInterface } from "node:readline"
import { compileCache } from "@embedded-super/program/projectRoot"
import { readReport, redocly, type ReportedWorkflow, respectCommand } from "@embedded-super/program/respect"
import { UsageError } from "@embedded-super/program/commandLine"
import type { RunningSystem } from "./runningSystem.ts"
import type { Scene } from "./sceneFile.ts"

/** The line that `respect` prints when a workflow begins. */
const BEGINS = /^\s*Running workflow \S+ \/ (\S+)\s*$/

/** The line that it prints when a step has ended well; a step that is retried fails first. */
const PASSED = /^\s*✓ [A-Z]+ \S+ - step (\S+)\s*$/

/**
 * Makes the title of each scene that begins, and a line for each step that has ended well, from the lines that `respect`
 * prints. The time of a wait is that of all its attempts. A step that fails is explained at the end, from the report.
 */
export const progress = (
  scenes: ReadonlyArray<Pick<Scene, "workflowId" | "title" | "lines">>,
  now: () => number = () => performance.now()
): ((printed: string) => string | undefined) => {
  let begun = now()
  let current = scenes[0]
  return (printed) => {
    const workflow = BEGINS.exec(printed)?.[1]
    if (workflow !== undefined) {
      current = scenes.find(({ workflowId }) => workflowId === workflow)
      begun = now()
      return current?.title
    }
    const step = PASSED.exec(printed)?.[1]
    if (step === undefined) return undefined
    const took = Math.round(now() - begun)
    begun = now()
    const line = current?.lines.get(step) ?? step
    return `ok  ${line} (${took < 10_000 ? `${took} ms` : `${Math.round(took / 1000)} s`})`
  }
}

/** The lines that `respect` prints about a document that isn't Arazzo: the place, and below it the mistake there. */
const FINDING = /^\[\d+\] [^\n]*?:(\d+):\d+ at [^\n]*\n+([^\n]+)/gm

const mistakes = (scenes: ReadonlyArray<Scene>, printed: string): string => {
  // `respect` checks one document after the other, and stops at the first with a mistake.
  const named = /\bscene-(\d+)\.arazzo\.yaml/.exec(printed)?.[1]
  const { file } = scenes[Number(named ?? 0)] as Scene
  const found = [...printed.matchAll(FINDING)].map(([, line, what]) => `  line ${line}: ${what}`)
  return `${file} isn't an Arazzo document:\n${found.length === 0 ? printed.trim() : found.join("\n")}`
}

/**
 * Runs scenes in one process of `redocly respect`, and prints each step when it has ended. Returns the report; throws a
 * `UsageError` if a document can't be run.
 */
export const runScenes = async (
  scenes: ReadonlyArray<Scene>,
  { authorities, inputs, servers }: RunningSystem
): Promise<ReadonlyArray<ReportedWorkflow>> => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-scene-"))
  const [caFile, report] = [join(folder, "authorities.pem"), join(folder, "report.json")]
  const documents = scenes.map((_, index) => join(folder, `scene-${index}.arazzo.yaml`))
  try {
    scenes.forEach(({ text }, index) => writeFileSync(documents[index] ?? "", text))
    writeFileSync(caFile, authorities)
    const { args, env } = respectCommand({ documents, servers, inputs, caFile, report })
    const child = spawn(process.execPath, [redocly, ...args], {
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let printed = ""
    const lineFor = progress(scenes)
    createInterface({ input: child.stdout }).on("line", (line) => {
      const shown = lineFor(line)
      if (shown !== undefined) console.log(shown)
      printed += `${line}\n`
    })
    child.stderr.on("data", (chunk) => (printed += String(chunk)))
    await new Promise<void>((resolve, reject) => {
      child.once("close", () => resolve())
      child.once("error", reject)
    })
    try {
      return readReport(report)
    } catch {
      throw new UsageError(mistakes(scenes, printed))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

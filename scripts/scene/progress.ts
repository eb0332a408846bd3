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

/** What `respect` prints when a step has ended well; a step that is retried fails first. */
const PASSED = /^\s*✓ [A-Z]+ \S+ - step (\S+)\s*$/

/**
 * Makes a line for each step that has ended well, from the lines that `respect` prints. The time of a wait is that of all
 * its attempts. A step that fails is explained at the end, from the report.
 */
export const progress = (
  lines: ReadonlyMap<string, string>,
  now: () => number = () => performance.now()
): ((printed: string) => string | undefined) => {
  let begun = now()
  return (printed) => {
    const step = PASSED.exec(printed)?.[1]
    if (step === undefined) return undefined
    const took = Math.round(now() - begun)
    begun = now()
    return `ok  ${lines.get(step) ?? step} (${took < 10_000 ? `${took} ms` : `${Math.round(took / 1000)} s`})`
  }
}

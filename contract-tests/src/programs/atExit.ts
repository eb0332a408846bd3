import process from "node:process"

const cleanups = new Set<() => void>()

// One listener for all of them: Node warns of more than ten.
process.once("exit", () => {
  for (const cleanup of cleanups) cleanup()
})

/** Runs this when the process ends, unless the returned function has been called. */
export const atExit = (cleanup: () => void): (() => void) => {
  cleanups.add(cleanup)
  return () => void cleanups.delete(cleanup)
}

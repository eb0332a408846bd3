import process from "node:process"

const cleanups = new Set<() => void>()

// One listener for all of them: Node warns of more than ten.
process.once("exit", () => {
  for (const cleanup of cleanups) cleanup()
})

// Vitest ends a worker by SIGTERM, which alone would run none of them.
if (process.env["VITEST_POOL_ID"] !== undefined)
  process.once("SIGTERM", () => {
    process.emit("exit", 0)
    process.kill(process.pid, "SIGKILL")
  })

/** Runs this when the process ends, unless the returned function has been called. */
export const atExit = (cleanup: () => void): (() => void) => {
  cleanups.add(cleanup)
  return () => void cleanups.delete(cleanup)
}

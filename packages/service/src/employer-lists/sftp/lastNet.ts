import * as Effect from "effect/Effect"
import process from "node:process"

/** Whether code of the SFTP library threw it, in a timer or tick of its own. */
const isOfLibrary = (error: unknown): boolean =>
  error instanceof Error && /[\\/]node_modules[\\/]ssh2[\\/]/.test(error.stack ?? "")

/**
 * Keeps an error that the SFTP library throws where nobody can catch it from ending the process, while the scope is open.
 * Every other uncaught error ends the process as before.
 */
export const lastNet = (trouble: (error: unknown) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const caught = (error: unknown) => {
        if (isOfLibrary(error)) return trouble(error)
        // Node ends the process by itself only where nobody listens.
        if (process.listenerCount("uncaughtException") > 1) return
        process.off("uncaughtException", caught)
        process.nextTick(() => {
          throw error
        })
      }
      process.on("uncaughtException", caught)
      return caught
    }),
    (caught) => Effect.sync(() => void process.off("uncaughtException", caught))
  )

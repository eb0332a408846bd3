import * as Effect from "effect/Effect"
import process from "node:process"

/** Whether the SFTP library's code threw the error. */
const isOfLibrary = (error: unknown): boolean =>
  error instanceof Error && /[\\/]node_modules[\\/]ssh2[\\/]/.test(error.stack ?? "")

/**
 * While the scope is open, keeps an uncaught error of the SFTP library (thrown in a timer or tick of its own) from
 * ending the process. Every other uncaught error ends the process as before.
 */
export const lastNet = (trouble: (error: unknown) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const caught = (error: unknown) => {
        if (isOfLibrary(error)) return trouble(error)
        // Node ends the process itself only if there is no listener.
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

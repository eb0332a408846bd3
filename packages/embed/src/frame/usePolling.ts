import { useEffect } from "preact/hooks"

/** The pauses between polls in seconds; after them a minute. */
const PAUSES = [1, 2, 3, 5, 15]
const LAST_PAUSE = 60

/** While the frame waits for something, asks again and again, ever more rarely, and not while it is hidden. */
export const usePolling = (isWaiting: boolean, poll: () => Promise<void>): void =>
  useEffect(() => {
    if (!isWaiting) return
    let polls = 0
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(
        () => {
          if (document.visibilityState === "visible") void poll()
          next()
        },
        1000 * (PAUSES[polls++] ?? LAST_PAUSE)
      )
    }
    next()
    return () => clearTimeout(timer)
  }, [isWaiting])

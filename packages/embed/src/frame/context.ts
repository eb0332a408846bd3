import { createContext } from "preact"
import { useContext, useEffect, useState } from "preact/hooks"
import type { Words } from "../texts/en/index.ts"
import type { Embed } from "./embed.ts"
import type { State } from "./state.ts"

/** The values that every part and screen can reach. */
export interface Shared<View> {
  readonly embed: Embed<View>
  readonly words: Words
}

const Context = createContext<Shared<never> | undefined>(undefined)

export const SharedProvider = Context.Provider

const useShared = <View>(): Shared<View> => useContext(Context) as unknown as Shared<View>

/** The texts in the person's language. */
export const useWords = (): Words => useShared<unknown>().words

/** The embed that is shown. */
export const useEmbed = <View>(): Embed<View> => useShared<View>().embed

/** The embed's state; the component is rendered again when it changes. */
export const useStateOf = <View>(embed: Embed<View>): State<View> => {
  const [state, setState] = useState(embed.state)
  useEffect(() => embed.subscribe(() => setState(embed.state())), [embed])
  return state
}

const FIRST_PAUSES = [1, 2, 3, 5]

/** The seconds before the next poll: short ones first, then 15, and 60 after five minutes. */
export const pauseBefore = (polls: number, waited: number): number =>
  FIRST_PAUSES[polls] ?? (waited < 300 ? 15 : 60)

/** While the frame waits for something, asks again, ever more rarely; while it is hidden, only when it is shown again. */
export const usePolling = (isWaiting: boolean, poll: () => Promise<void>): void =>
  useEffect(() => {
    if (!isWaiting) return
    let polls = 0
    let waited = 0
    let isStopped = false
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      const pause = pauseBefore(polls++, waited)
      timer = setTimeout(() => {
        waited += pause
        void now()
      }, pause * 1000)
    }
    const now = async () => {
      if (document.visibilityState === "hidden") return
      await poll()
      if (!isStopped) next()
    }
    const shown = () => {
      if (document.visibilityState === "hidden") return
      clearTimeout(timer)
      void now()
    }
    next()
    document.addEventListener("visibilitychange", shown)
    return () => {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", shown)
    }
  }, [isWaiting])

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

import { type ComponentChild, render } from "preact"
import type { Words } from "../texts/en/index.ts"
import { SharedProvider } from "./context.ts"
import type { AnyView, Embed } from "./embed.ts"
import { Frame } from "./Frame.tsx"
import { keepTranslatable } from "./translatable.ts"

/** Starts an embed in the page's `#app`. The page's shell stays until there is something to show. */
export const mount = async <View extends AnyView>(
  embed: Embed<View>,
  screen: (view: View) => ComponentChild,
  words: Partial<Words>
): Promise<void> => {
  keepTranslatable()
  const root = document.querySelector("#app")!
  const shown = (
    <SharedProvider value={{ embed, words } as never}>
      <Frame embed={embed} screen={screen} />
    </SharedProvider>
  )
  embed.subscribe(() => {
    if (embed.state().phase.is === "opening" && embed.state().strip === undefined) return
    if (root.querySelector(".shell") === null) return
    root.replaceChildren()
    render(shown, root)
  })
  await embed.start()
}

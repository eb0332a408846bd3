import { type ComponentChild, render } from "preact"
import { useEffect } from "preact/hooks"
import type { Words } from "../texts/en/index.ts"
import { SharedProvider, useEmbed, useStateOf, useWords } from "./context.ts"
import type { AnyView, Embed } from "./embed.ts"
import { knownPartner } from "./partner.ts"
import { Screen } from "./Screen.tsx"
import { type Phase, reasonFor } from "./state.ts"
import { Banner } from "./Banner.tsx"
import { keepTranslatable } from "./translatable.ts"

/** The parts that every embed shares: the states without a view, and the browser's Back. */
const Frame = <View extends AnyView>({
  embed,
  screen
}: {
  readonly embed: Embed<View>
  readonly screen: (view: View) => ComponentChild
}) => {
  const { banner, phase, view } = useStateOf(embed)
  useEffect(() => {
    // The browser's Back: the screen of that entry, if the view still allows it.
    const back = (event: PopStateEvent) => {
      // The loader's new URL arrives as a fragment: nobody went back.
      if (!location.hash.includes("signed=")) embed.go(event.state?.screen)
    }
    addEventListener("popstate", back)
    return () => removeEventListener("popstate", back)
  }, [embed])
  if (phase.is !== "opening" && phase.is !== "ready") return <Stopped phase={phase} />
  return view === undefined ? <Banner banner={banner} /> : screen(view)
}

/** There is nothing to show: why, and what the person can do. */
const Stopped = ({ phase }: { readonly phase: Exclude<Phase, { is: "opening" | "ready" }> }) => {
  const { common } = useWords()
  const partner = knownPartner()
  const host = useEmbed().host()
  const code = phase.is === "refused" ? phase.reason : phase.is
  const again = () => {
    if (phase.is === "refused") host.post("urlNeeded", { reason: reasonFor(phase.reason), by: "person" })
    else location.reload()
  }
  return (
    <Screen id={code} title={common.stopped[code].title}>
      <p>{common.stopped[code].text(partner?.name ?? common.payroll)}</p>
      {phase.is === "unavailable" && phase.requestId !== undefined && (
        <p class="small">{common.requestId(phase.requestId)}</p>
      )}
      {(phase.is === "unavailable" || (phase.is === "refused" && host.isHosted)) && (
        <div class="actions">
          <button type="button" onClick={again}>
            {common.tryAgain}
          </button>
        </div>
      )}
      {phase.is !== "unavailable" && !host.isHosted && partner?.home_url !== undefined && (
        <div class="actions">
          <a class="button" href={partner.home_url} rel="noreferrer">
            {common.goTo(partner.name)}
          </a>
        </div>
      )}
    </Screen>
  )
}

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
    if (embed.state().phase.is === "opening" && embed.state().banner === undefined) return
    if (root.querySelector(".shell") === null) return
    root.replaceChildren()
    render(shown, root)
  })
  await embed.start()
}

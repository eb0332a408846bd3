import type { ComponentProps } from "preact"
import { useEmbed, useStateOf, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import type { EmployerView } from "./screens.ts"

/** A screen of the employer embed. It names the employer: an accountant may have the screens of several open. */
export const EmployerScreen = (props: Omit<ComponentProps<typeof Screen>, "about" | "steps">) => {
  const { view } = useStateOf(useEmbed<EmployerView>())
  // These two have the name in their heading.
  const isNamed = props.id === "looking" || props.id === "settings"
  return <Screen {...props} {...(view === undefined || isNamed ? {} : { about: view.name })} />
}

/** Back to the summary, without saving. */
export const BackToSettings = () => {
  const { common } = useWords()
  const embed = useEmbed()
  return (
    <button type="button" class="quiet" onClick={() => embed.go("settings")}>
      {common.back}
    </button>
  )
}

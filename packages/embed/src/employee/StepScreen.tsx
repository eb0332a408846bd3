import type { ComponentChildren } from "preact"
import { useEmbed, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import { backOf, type EmployeeScreen, type EmployeeView, stepsOf } from "./screens.ts"

/** A screen of the employee embed, with the line of steps. */
export const StepScreen = ({
  view,
  id,
  title,
  isLoading = false,
  explains,
  children
}: {
  readonly view: EmployeeView
  readonly id: EmployeeScreen
  readonly title: string
  readonly isLoading?: boolean
  readonly explains?: string
  readonly children: ComponentChildren
}) => {
  const { steps } = useWords().employee
  return (
    <Screen
      id={id}
      title={title}
      showsSavedStep={id === "review"}
      isLoading={isLoading}
      {...(explains === undefined ? {} : { explains })}
      isClosed={id === "ended"}
      {...(id === "welcome" || id === "ended"
        ? {}
        : { steps: stepsOf(view, id).map(({ is, step }) => ({ label: steps[step], is })) })}
    >
      {children}
    </Screen>
  )
}

/** Goes one screen back; nothing where there is none. */
export const BackButton = ({ view, id }: { readonly view: EmployeeView; readonly id: EmployeeScreen }) => {
  const { common } = useWords()
  const embed = useEmbed<EmployeeView>()
  const back = backOf(view, id)
  if (back === undefined) return null
  return (
    <button type="button" class="quiet" onClick={() => embed.go(back)}>
      {common.back}
    </button>
  )
}

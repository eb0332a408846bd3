import { useWords } from "../frame/context.ts"

/** A step of a form: its name, and whether it is done, shown, or still to come. */
export interface Step {
  readonly label: string
  readonly is: "done" | "current" | "ahead"
}

export const Steps = ({ steps }: { readonly steps: ReadonlyArray<Step> }) => {
  const { common } = useWords()
  return (
    <ol class="steps" aria-label={common.steps}>
      {steps.map(({ is, label }) => (
        <li key={label} class={is} {...(is === "current" ? { "aria-current": "step" as const } : {})}>
          {label}
          {is === "done" && <span class="visually-hidden"> {common.stepDone}</span>}
        </li>
      ))}
    </ol>
  )
}

import { useWords } from "../frame/context.ts"

/** A step of a form: its name, and whether it is done, shown, or still to come. */
export interface Step {
  readonly label: string
  readonly is: "done" | "current" | "ahead"
}

/** The steps as a bar: their names are for screen readers; the shown one's is beside its number. */
export const Steps = ({ steps }: { readonly steps: ReadonlyArray<Step> }) => {
  const { common } = useWords()
  const current = steps.findIndex(({ is }) => is === "current")
  return (
    <>
      <ol class="steps" aria-label={common.steps}>
        {steps.map(({ is, label }) => (
          <li key={label} class={is} {...(is === "current" ? { "aria-current": "step" as const } : {})}>
            <span class="visually-hidden">
              {label} {is === "done" && common.stepDone}
            </span>
          </li>
        ))}
      </ol>
      {current >= 0 && (
        <p class="step" aria-hidden="true">
          {common.stepOf(current + 1, steps.length, steps[current]!.label)}
        </p>
      )}
    </>
  )
}

import type { Rules } from "../parts/rules.ts"
import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import { useEmbed, useWords } from "../frame/context.ts"
import type { FieldError } from "../frame/outcome.ts"
import { Screen } from "../frame/Screen.tsx"
import { dateAt } from "../parts/dateAt.ts"
import { Form } from "../parts/Form.tsx"
import type { TextAt } from "../parts/form.ts"
import type { FormDraft } from "../parts/useDraft.ts"
import {
  backOf,
  type FormScreen,
  type IntentView,
  isComplete,
  missingIn,
  nextOf,
  stepsOf
} from "./screens.ts"

/** A screen of the intent embed, with the line of steps. */
export const StepScreen = ({
  view,
  id,
  title,
  children
}: {
  readonly view: IntentView
  readonly id: FormScreen
  readonly title: string
  readonly children: ComponentChildren
}) => {
  const { steps } = useWords().intent
  return (
    <Screen
      id={id}
      title={title}
      showsSavedStep={id === "review" && missingIn(view).length === 0}
      steps={stepsOf(view, id).map(({ is, screen }) => ({ label: steps[screen], is }))}
    >
      {children}
    </Screen>
  )
}

/** Goes one screen back; nothing on the first. */
export const BackButton = ({ view, id }: { readonly view: IntentView; readonly id: FormScreen }) => {
  const { common } = useWords()
  const embed = useEmbed<IntentView>()
  const back = backOf(view, id)
  if (back === undefined) return null
  return (
    <button type="button" class="quiet" onClick={() => embed.go(back)}>
      {common.back}
    </button>
  )
}

/**
 * A step's form. "Continue" asks for what is required; "Skip for now" saves what is there, and goes on: an employer may
 * not know everything yet.
 */
export const StepForm = ({
  view,
  id,
  operation,
  draft,
  rules,
  required,
  save,
  children
}: {
  readonly view: IntentView
  readonly id: FormScreen
  readonly operation: string
  readonly draft: FormDraft
  readonly rules: Rules
  readonly required: ReadonlyArray<string>
  /** Saves the step, and goes to `place` after it. */
  readonly save: (text: TextAt, place: FormScreen | undefined) => Promise<unknown>
  readonly children: ComponentChildren
}) => {
  const { common } = useWords()
  const isSkipped = useRef(false)
  const skip = () => {
    isSkipped.current = true
    // The form is submitted before the timer.
    setTimeout(() => (isSkipped.current = false))
  }
  const missing = (text: TextAt): ReadonlyArray<FieldError> =>
    isSkipped.current
      ? []
      : required
          .filter((at) => (text(at) ?? dateAt(text, at)) === undefined)
          .map((pointer) => ({ pointer, code: "required" }))
  return (
    <Form
      operation={operation}
      draft={draft}
      rules={rules}
      submit={common.continue}
      check={missing}
      onSubmit={(text) => save(text, isSkipped.current ? nextOf(view, id) : undefined)}
      beside={
        <>
          {!isComplete(view, id) && (
            <button type="submit" class="quiet" onClick={skip}>
              {common.skip}
            </button>
          )}
          <BackButton view={view} id={id} />
        </>
      }
    >
      {children}
    </Form>
  )
}

import type { Rules, TextAt } from "../parts/form.ts"
import type { ComponentChildren } from "preact"
import { useEmbed, useWords } from "../frame/context.ts"
import type { FieldError } from "../frame/outcome.ts"
import { Screen } from "../frame/Screen.tsx"
import { dateAt } from "../parts/dateAt.ts"
import { Form } from "../parts/Form.tsx"
import type { FormDraft } from "../parts/useDraft.ts"
import { backOf, type FormScreen, type IntentView, stepsOf } from "./screens.ts"

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
      about={view.employer_name}
      showsSavedStep={id === "review"}
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
 * A step's form. "Continue" asks for the required fields. An employer who doesn't know everything yet leaves the page: the typed
 * text is kept as a draft.
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
  readonly save: (text: TextAt) => Promise<unknown>
  readonly children: ComponentChildren
}) => {
  const { common } = useWords()
  const missing = (text: TextAt): ReadonlyArray<FieldError> =>
    required
      .filter((at) => (text(at) ?? dateAt(text, at)) === undefined)
      .map((pointer) => ({ pointer, code: "required" }))
  return (
    <Form
      operation={operation}
      draft={draft}
      rules={rules}
      submit={common.continue}
      check={missing}
      onSubmit={save}
      beside={<BackButton view={view} id={id} />}
    >
      {children}
    </Form>
  )
}

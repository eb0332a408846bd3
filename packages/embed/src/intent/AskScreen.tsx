import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { Form } from "../parts/Form.tsx"
import { type IntentView, isComplete } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"

/** The choice between workflows, where there are several: each asks the employee for something else. */
export const AskScreen = ({ view }: { readonly view: IntentView }) => {
  const { common, intent } = useWords()
  const words = intent.ask
  const embed = useEmbed<IntentView>()
  const save = (slug: IntentView["workflow_slug"]) =>
    embed.save((api, shown) =>
      api.PUT("/embed-api/v1/intent/requests", { params: seen(shown), body: { workflow_slug: slug } })
    )
  return (
    <StepScreen view={view} id="ask" title={words.title}>
      <Form
        operation="saveIntentRequests"
        submit={common.continue}
        check={(text) =>
          text("/workflow_slug") === undefined ? [{ pointer: "/workflow_slug", code: "required" }] : []
        }
        onSubmit={(text) => save(view.available_workflows.find((slug) => slug === text("/workflow_slug"))!)}
        beside={<BackButton view={view} id="ask" />}
      >
        <Choices
          at="/workflow_slug"
          legend={words.legend}
          value={isComplete(view, "ask") ? view.workflow_slug : undefined}
          choices={view.available_workflows.map((value) => ({ value, ...words.workflows[value] }))}
        />
      </Form>
    </StepScreen>
  )
}

import { declineMatch } from "@embedded-super/contracts/field-rules"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { Form } from "../parts/Form.tsx"
import { byRules } from "../parts/form.ts"
import { EmployerScreen } from "./EmployerScreen.tsx"
import type { EmployerView, Match, Matches } from "./screens.ts"

const REASONS = ["not_our_fund", "not_any_more", "other"] as const

/** The fund isn't the employer's default, or none of several is: why. */
export const DeclineScreen = ({
  matches,
  changed
}: {
  readonly matches: ReadonlyArray<Match>
  readonly changed: (matches: Matches) => void
}) => {
  const { common, employer } = useWords()
  const words = employer.decline
  const embed = useEmbed<EmployerView>()
  const [first, second] = matches
  const decline = async (reason: (typeof REASONS)[number]) => {
    let left: Matches | undefined
    for (const { id } of matches) {
      const now = await embed.change(
        (api, shown) =>
          api.POST("/embed-api/v1/employer/matches/{match_id}/decline", {
            params: { path: { match_id: id }, ...seen(shown) },
            body: { reason }
          }),
        id === matches.at(-1)?.id ? undefined : "decline"
      )
      if (now === undefined) break
      left = now
    }
    // Also after a decline that failed: those before it are made.
    if (left !== undefined) changed(left)
  }
  return (
    <EmployerScreen
      id="decline"
      title={second === undefined ? words.title(first!.fund_product.fund_name) : words.titleOfSeveral}
    >
      <Form
        operation="declineMatch"
        rules={byRules(declineMatch)}
        submit={words.save}
        onSubmit={(text) => decline(REASONS.find((reason) => reason === text("/reason")) ?? "other")}
        beside={
          <button type="button" class="quiet" onClick={() => embed.go(undefined)}>
            {common.back}
          </button>
        }
      >
        <Choices
          at="/reason"
          legend={words.legend}
          choices={REASONS.map((value) => ({ value, label: words.reasons[value] }))}
        />
      </Form>
    </EmployerScreen>
  )
}

import { declineMatch } from "@embedded-super/contracts/field-rules"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import { Choices } from "../parts/Choices.tsx"
import { Form } from "../parts/Form.tsx"
import { byRules } from "../parts/rules.ts"
import type { EmployerView, Match, Matches } from "./screens.ts"

const REASONS = ["not_our_fund", "not_any_more", "other"] as const

/** The fund isn't the employer's default: why. */
export const DeclineScreen = ({
  match,
  changed
}: {
  readonly match: Match
  readonly changed: (matches: Matches) => void
}) => {
  const { common, employer } = useWords()
  const words = employer.decline
  const embed = useEmbed<EmployerView>()
  const decline = async (reason: (typeof REASONS)[number]) => {
    const left = await embed.change((api, shown) =>
      api.POST("/embed-api/v1/employer/matches/{match_id}/decline", {
        params: { path: { match_id: match.id }, ...seen(shown) },
        body: { reason }
      })
    )
    if (left !== undefined) changed(left)
  }
  return (
    <Screen id="decline" title={words.title(match.fund_product.fund_name)}>
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
    </Screen>
  )
}

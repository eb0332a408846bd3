import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { FundFacts } from "../parts/FundFacts.tsx"
import { serviceLanguage } from "../texts/serviceLanguage.ts"
import { EmployerScreen } from "./EmployerScreen.tsx"
import type { EmployerView, Match } from "./screens.ts"
import { acceptedOf, TermsLine } from "./TermsLine.tsx"

/** A fund already knows the employer: confirm it in one step (R-1-20). */
export const MatchScreen = ({
  view,
  match,
  decline
}: {
  readonly view: EmployerView
  readonly match: Match
  readonly decline: () => void
}) => {
  const words = useWords().employer.match
  const embed = useEmbed<EmployerView>()
  const { fund_product: product, message } = match
  const confirm = () =>
    embed.save((api, shown) =>
      api.POST("/embed-api/v1/employer/matches/{match_id}/confirmation", {
        params: { path: { match_id: match.id }, ...seen(shown) },
        body: { accepted_terms_versions: acceptedOf(view.terms) }
      })
    )
  return (
    <EmployerScreen id="match" title={words.title(product.fund_name)}>
      <Form
        operation="confirmMatch"
        submit={words.yes(product.fund_name)}
        onSubmit={confirm}
        beside={
          <button type="button" class="quiet" onClick={decline}>
            {words.no}
          </button>
        }
      >
        <div class="card mine">
          <h2>{product.fund_name}</h2>
          <FundFacts product={product} />
          {message !== undefined && <p {...serviceLanguage}>{message}</p>}
        </div>
        <p>{words.question}</p>
        <TermsLine terms={view.terms} />
      </Form>
    </EmployerScreen>
  )
}

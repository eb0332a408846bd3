import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { Form } from "../parts/Form.tsx"
import { shownAbn, FundFacts } from "../parts/FundFacts.tsx"
import { serviceLanguage } from "../texts/serviceLanguage.ts"
import { EmployerScreen, acceptedOf, TermsLine } from "./EmployerScreen.tsx"
import type { EmployerView, Match } from "./screens.ts"

/** Several funds know the employer: it chooses one. None is chosen beforehand. */
export const MatchesScreen = ({
  view,
  matches,
  decline
}: {
  readonly view: EmployerView
  readonly matches: ReadonlyArray<Match>
  /** It is none of them. */
  readonly decline: () => void
}) => {
  const words = useWords().employer.match.choose
  const embed = useEmbed<EmployerView>()
  const confirm = (id: string) =>
    embed.save((api, shown) =>
      api.POST("/embed-api/v1/employer/matches/{match_id}/confirmation", {
        params: { path: { match_id: id }, ...seen(shown) },
        body: { accepted_terms_versions: acceptedOf(view.terms) }
      })
    )
  return (
    <EmployerScreen id="matches" title={words.title}>
      <Form
        operation="confirmMatch"
        submit={words.yes}
        check={(text) => (text("/match") === undefined ? [{ pointer: "/match", code: "required" }] : [])}
        onSubmit={(text) => confirm(text("/match")!)}
        beside={
          <button type="button" class="quiet" onClick={decline}>
            {words.no}
          </button>
        }
      >
        <Choices
          at="/match"
          legend={words.legend}
          hint={words.hint}
          choices={matches.map(({ fund_product: product, id, message }) => ({
            value: id,
            label: `${product.fund_name}, ${product.name}`,
            hint: message === undefined ? shownAbn(product.abn) : <span {...serviceLanguage}>{message}</span>
          }))}
        />
        <TermsLine terms={view.terms} />
      </Form>
    </EmployerScreen>
  )
}

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

import { chooseDefaultFund } from "@embedded-super/contracts/field-rules"
import { useState } from "preact/hooks"
import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { ExternalLink } from "../parts/ExternalLink.tsx"
import { Form } from "../parts/Form.tsx"
import { byRules } from "../parts/form.ts"
import { FundSearch } from "../parts/FundFacts.tsx"
import { Notice } from "../parts/Notice.tsx"
import { TextField } from "../parts/TextField.tsx"
import { EmployerScreen, acceptedOf, TermsLine } from "./EmployerScreen.tsx"
import type { EmployerView, Match, Matches } from "./screens.ts"

type Product = Schemas["EmbedFundProduct"]

/** No fund knows the employer, or it chooses another: search the directory (R-1-2, R-1-3). */
export const DefaultFundScreen = ({
  view,
  declined,
  changed
}: {
  readonly view: EmployerView
  readonly declined: ReadonlyArray<Match>
  readonly changed: (matches: Matches) => void
}) => {
  const { common, employer } = useWords()
  const words = employer.search
  const embed = useEmbed<EmployerView>()
  const [chosen, setChosen] = useState<Product>()
  const current = view.default_fund
  const choose = (id: string, number: string | undefined) =>
    embed.save((api, shown) =>
      api.PUT("/embed-api/v1/employer/default-fund", {
        params: seen(shown),
        body: {
          fund_product_id: id,
          ...(number === undefined ? {} : { employer_number: number }),
          accepted_terms_versions: acceptedOf(view.terms)
        }
      })
    )
  return (
    <EmployerScreen id="default_fund" title={words.title}>
      <Form
        operation="chooseDefaultFund"
        rules={byRules(chooseDefaultFund)}
        submit={words.save}
        check={(text) =>
          text("/fund_product_id") === undefined ? [{ pointer: "/fund_product_id", code: "required" }] : []
        }
        onSubmit={(text) => choose(text("/fund_product_id")!, text("/employer_number"))}
        beside={
          current !== undefined && (
            <button type="button" class="quiet" onClick={() => embed.go(undefined)}>
              {common.back}
            </button>
          )
        }
      >
        <p>{words.hint}</p>
        {current !== undefined && <Notice kind="plain">{employer.set.changeWarning}</Notice>}
        {declined.map((match) => (
          <Declined key={match.id} match={match} changed={changed} />
        ))}
        <FundSearch
          label={words.label}
          hint={words.labelHint}
          legend={words.legend}
          chosen={chosen}
          onChange={setChosen}
        />
        <TextField at="/employer_number" label={words.number} isOptional autocomplete="off" />
        <p>
          <ExternalLink href={words.helpUrl}>{words.help}</ExternalLink>
        </p>
        <TermsLine terms={view.terms} />
      </Form>
    </EmployerScreen>
  )
}

/** A fund that the person declined, perhaps by mistake: its number and its form are lost to the search. */
const Declined = ({
  match: { fund_product, id },
  changed
}: {
  readonly match: Match
  readonly changed: (matches: Matches) => void
}) => {
  const words = useWords().employer.decline
  const embed = useEmbed<EmployerView>()
  const undo = async () => {
    const matches = await embed.change(
      (api, shown) =>
        api.DELETE("/embed-api/v1/employer/matches/{match_id}/decline", {
          params: { path: { match_id: id }, ...seen(shown) }
        }),
      "matches"
    )
    if (matches !== undefined) changed(matches)
  }
  return (
    <Notice kind="plain">
      <span>{words.declined(fund_product.fund_name)} </span>
      <button type="button" class="link" onClick={() => void undo()}>
        {words.undo}
        <span class="visually-hidden"> {fund_product.fund_name}</span>
      </button>
    </Notice>
  )
}

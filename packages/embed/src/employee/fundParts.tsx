import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { ExternalLink } from "../parts/ExternalLink.tsx"
import { TextField } from "../parts/TextField.tsx"
import { serviceLanguage } from "../texts/serviceLanguage.ts"
import type { FundProduct } from "./screens.ts"

/** The documents that a person should read before choosing a product. */
export const Documents = ({ product }: { readonly product: FundProduct }) => {
  const words = useWords().employee.fund
  const { pds_url: pds, tmd_url: tmd } = product
  if (pds === undefined && tmd === undefined) return null
  return (
    <div>
      <p class="small">{words.read(product.fund_name)}</p>
      <ul>
        {pds !== undefined && (
          <li>
            <ExternalLink href={pds}>{words.pds}</ExternalLink>
          </li>
        )}
        {tmd !== undefined && (
          <li>
            <ExternalLink href={tmd}>{words.tmd}</ExternalLink>
          </li>
        )}
      </ul>
    </div>
  )
}

/** A text of the service that the employee agrees to by ticking a box. */
export const Agreement = ({
  at,
  legend,
  statement
}: {
  readonly at: "/consent_version" | "/declaration_version"
  readonly legend: string
  readonly statement: Schemas["EmbedStatement"]
}) => (
  <Choices
    at={at}
    legend={legend}
    type="checkbox"
    choices={[{ value: statement.version, label: <span {...serviceLanguage}>{statement.text}</span> }]}
  />
)

/** The employee's number in a fund. */
export const MemberNumberField = ({ value }: { readonly value?: string | undefined }) => {
  const words = useWords().employee.fund
  return (
    <TextField
      at="/member_number"
      label={words.memberNumber}
      hint={words.memberNumberHint}
      value={value}
      autocomplete="off"
      spellcheck={false}
    />
  )
}

import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { ExternalLink } from "../parts/ExternalLink.tsx"
import { given, type TextAt } from "../parts/form.ts"
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

/** The fund that the employee typed. */
export const unlistedIn = (text: TextAt): Schemas["UnlistedSuperFundInput"] =>
  given({
    fund_name: text("/unlisted_fund/fund_name") ?? "",
    abn: text("/unlisted_fund/abn") ?? "",
    usi: text("/unlisted_fund/usi")
  })

/** A fund that the directory doesn't have (D-unlisted-funds). */
export const UnlistedFund = ({ fund }: { readonly fund: Schemas["EmbedUnlistedFund"] | undefined }) => {
  const { existing, smsf } = useWords().employee
  return (
    <>
      <p>{existing.unlisted}</p>
      <TextField at="/unlisted_fund/fund_name" label={smsf.name} value={fund?.fund_name} autocomplete="off" />
      <TextField
        at="/unlisted_fund/abn"
        label={smsf.abn}
        hint={smsf.abnHint}
        value={fund?.abn}
        inputMode="numeric"
        autocomplete="off"
        isShort
      />
      <TextField
        at="/unlisted_fund/usi"
        label={existing.usi}
        value={fund?.usi}
        isOptional
        autocomplete="off"
        spellcheck={false}
        isShort
      />
    </>
  )
}

import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"
import { given, type TextAt } from "../parts/form.ts"
import { TextField } from "../parts/TextField.tsx"

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

import { saveIntentPerson } from "@embedded-super/contracts/field-rules"
import { useState } from "preact/hooks"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { type TextAt, byRules } from "../parts/form.ts"
import { OneName, TextField } from "../parts/TextField.tsx"
import type { IntentView } from "./screens.ts"
import { shownPhone } from "../parts/shown.ts"
import { StepForm, StepScreen } from "./StepScreen.tsx"

const FIELDS = ["given_name", "family_name", "email", "phone_number", "remote_id"] as const

/** Who is to be onboarded. */
export const WhoScreen = ({ view }: { readonly view: IntentView }) => {
  const { fields, who: words } = useWords().intent
  const embed = useEmbed<IntentView>()
  const { partner, person, remote_id_is_fixed: isFixed } = view
  // Nobody has said that they have one name until a family name is there without a given name.
  const typed = view.drafts?.person
  const [isSingle, setSingle] = useState(
    Boolean(typed?.only_one_name ?? (person.family_name !== undefined && person.given_name === undefined))
  )
  const save = (text: TextAt) =>
    embed.save((api, shown) =>
      api.PUT("/embed-api/v1/intent/person", {
        params: seen(shown),
        body: Object.fromEntries(
          FIELDS.flatMap((field) => {
            const value = text(`/${field}`)
            return value === undefined || (field === "remote_id" && isFixed) ? [] : [[field, value]]
          })
        )
      })
    )
  return (
    <StepScreen view={view} id="who" title={words.title}>
      <StepForm
        view={view}
        id="who"
        operation="saveIntentPerson"
        draft={{ step: "person", values: typed }}
        rules={byRules(saveIntentPerson)}
        required={[...(isSingle ? [] : ["/given_name"]), "/family_name", "/email"]}
        save={save}
      >
        <p>{words.hint}</p>
        {!isSingle && (
          <TextField
            at="/given_name"
            label={fields.given_name}
            value={person.given_name}
            autocomplete="off"
          />
        )}
        <TextField
          at="/family_name"
          label={isSingle ? words.singleName : fields.family_name}
          value={person.family_name}
          autocomplete="off"
        />
        <OneName label={words.single} isTicked={isSingle} onChange={setSingle} />
        <TextField
          at="/email"
          label={fields.email}
          hint={words.emailHint}
          value={person.email}
          type="email"
          autocomplete="off"
          spellcheck={false}
        />
        <TextField
          at="/phone_number"
          label={fields.phone_number}
          value={person.phone_number && shownPhone(person.phone_number)}
          type="tel"
          autocomplete="off"
          isOptional
        />
        {isFixed ? (
          <TextField
            at="/remote_id"
            label={fields.remote_id}
            hint={words.fixed(partner.name)}
            value={person.remote_id}
            readOnly
          />
        ) : (
          <TextField
            at="/remote_id"
            label={fields.remote_id}
            hint={words.numberHint(partner.name)}
            value={person.remote_id}
            autocomplete="off"
            isOptional
          />
        )}
      </StepForm>
    </StepScreen>
  )
}

import { saveContact } from "@embedded-super/contracts/field-rules"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { given, type TextAt, byRules } from "../parts/form.ts"
import { Form } from "../parts/Form.tsx"
import { Select } from "../parts/Select.tsx"
import { TextField } from "../parts/TextField.tsx"
import { shownPhone } from "../parts/shown.ts"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { useWarnings, valuesOf } from "./values.ts"

const bodyOf = (text: TextAt) => ({
  email: text("/email") ?? "",
  phone_number: text("/phone_number") ?? "",
  address: given({
    address_line_1: text("/address/address_line_1") ?? "",
    address_line_2: text("/address/address_line_2"),
    locality: text("/address/locality") ?? "",
    postcode: text("/address/postcode") ?? "",
    state: text("/address/state") ?? ""
  })
})

/** E-mail address, phone, where the employee lives. A validated contact is shown, and can't be changed here. */
export const ContactScreen = ({ view }: { readonly view: EmployeeView }) => {
  const { common, employee } = useWords()
  const { contact: words, fields } = employee
  const embed = useEmbed<EmployeeView>()
  const value = valuesOf(view, "contact")
  const warning = useWarnings(view, "contact")
  return (
    <StepScreen view={view} id="contact" title={words.title}>
      <Form
        operation="saveContact"
        rules={byRules(saveContact)}
        draft={{ step: "contact", values: view.drafts?.contact }}
        submit={common.continue}
        onSubmit={(text) =>
          embed.save((api, shown) =>
            api.PUT("/embed-api/v1/onboarding/contact", { params: seen(shown), body: bodyOf(text) })
          )
        }
        beside={<BackButton view={view} id="contact" />}
      >
        <TextField
          at="/email"
          label={fields.email}
          hint={view.email_is_fixed ? words.fixed : undefined}
          readOnly={view.email_is_fixed}
          value={value("/email")}
          type="email"
          inputMode="email"
          autocomplete="email"
          spellcheck={false}
        />
        <TextField
          at="/phone_number"
          label={fields.phone_number}
          hint={view.phone_number_is_fixed ? words.fixed : undefined}
          readOnly={view.phone_number_is_fixed}
          value={shownPhone(value("/phone_number") ?? "")}
          warning={warning("/phone_number")}
          type="tel"
          inputMode="tel"
          autocomplete="tel"
        />
        <h2>{words.address}</h2>
        <TextField
          at="/address/address_line_1"
          label={fields.address_line_1}
          value={value("/address/address_line_1")}
          warning={warning("/address/address_line_1")}
          autocomplete="address-line1"
        />
        <TextField
          at="/address/address_line_2"
          label={fields.address_line_2}
          value={value("/address/address_line_2")}
          isOptional
          autocomplete="address-line2"
        />
        <TextField
          at="/address/locality"
          label={fields.locality}
          value={value("/address/locality")}
          autocomplete="address-level2"
        />
        <Select
          at="/address/state"
          label={fields.state}
          choose={words.noState}
          options={Object.entries(words.states)}
          value={value("/address/state")}
          autocomplete="address-level1"
        />
        <TextField
          at="/address/postcode"
          label={fields.postcode}
          value={value("/address/postcode")}
          warning={warning("/address/postcode")}
          isShort
          inputMode="numeric"
          autocomplete="postal-code"
        />
      </Form>
    </StepScreen>
  )
}

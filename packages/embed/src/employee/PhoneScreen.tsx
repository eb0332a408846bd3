import { requestVerificationCode } from "@embedded-super/contracts/field-rules"
import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { TextField } from "../parts/TextField.tsx"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { lastDigits } from "./values.ts"

/** Sends a code to the phone that the employer has, or to the one that the employee types. */
export const PhoneScreen = ({
  view,
  sent
}: {
  readonly view: EmployeeView
  readonly sent: (verification: Schemas["EmbedVerification"]) => void
}) => {
  const words = useWords().employee.phone
  const embed = useEmbed<EmployeeView>()
  const known = view.prefilled.phone_number
  const send = async (phone: string) => {
    const verification = await embed.change(
      (api, shown) =>
        api.POST("/embed-api/v1/onboarding/phone-verification", {
          params: seen(shown),
          body: { phone_number: phone }
        }),
      "code"
    )
    if (verification !== undefined) sent(verification)
  }
  return (
    <StepScreen view={view} id="phone_verification" title={words.title}>
      <Form
        operation="requestVerificationCode"
        submit={words.send}
        rules={requestVerificationCode}
        onSubmit={(text) => send(known ?? text("/phone_number")!)}
        beside={<BackButton view={view} id="phone_verification" />}
      >
        <p>{words.why}</p>
        {known === undefined ? (
          <TextField
            at="/phone_number"
            label={words.label}
            type="tel"
            inputMode="tel"
            autocomplete="tel"
            isShort
          />
        ) : (
          <p>
            <strong>{words.fixed(lastDigits(known))}</strong> {words.fixedHelp}
          </p>
        )}
      </Form>
    </StepScreen>
  )
}

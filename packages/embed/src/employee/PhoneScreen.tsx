import { requestVerificationCode } from "@embedded-super/contracts/field-rules"
import { useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { byRules } from "../parts/rules.ts"
import { TextField } from "../parts/TextField.tsx"
import { useSendCode } from "./ResendButton.tsx"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { lastDigits } from "./values.ts"

/** Sends a code to the phone that the employer has, or to the one that the employee types. */
export const PhoneScreen = ({
  view,
  typed
}: {
  readonly view: EmployeeView
  /** Called with the number that the code goes to. */
  readonly typed: (phone: string) => void
}) => {
  const words = useWords().employee.phone
  const known = view.prefilled.phone_number
  const sendCode = useSendCode()
  const send = (phone: string) => {
    typed(phone)
    return sendCode(phone)
  }
  return (
    <StepScreen view={view} id="phone_verification" title={words.title}>
      <Form
        operation="requestVerificationCode"
        submit={words.send}
        rules={byRules(requestVerificationCode)}
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

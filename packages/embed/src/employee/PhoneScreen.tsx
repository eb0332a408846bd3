import { requestVerificationCode } from "@embedded-super/contracts/field-rules"
import { useEffect, useState } from "preact/hooks"
import { useWords, useEmbed } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { byRules } from "../parts/form.ts"
import { TextField } from "../parts/TextField.tsx"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { lastDigits } from "./values.ts"
import { seen } from "../frame/api.ts"

/** Sends a code to a phone, and asks for it. */
const useSendCode = () => {
  const embed = useEmbed<EmployeeView>()
  return (phone: string) =>
    embed.change(
      (api, shown) =>
        api.POST("/embed-api/v1/onboarding/phone-verification", {
          params: seen(shown),
          body: { phone_number: phone }
        }),
      "code"
    )
}

/** The longest time between two codes, in seconds: a clock that is wrong shows no more than this. */
const LONGEST_WAIT = 600

const secondsUntil = (at: string): number =>
  Math.min(LONGEST_WAIT, Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000)))

/** The seconds that are left until a time, counted down. */
export const useSecondsUntil = (at: string): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(at))
  useEffect(() => {
    setSeconds(secondsUntil(at))
    const timer = setInterval(() => setSeconds(secondsUntil(at)), 1000)
    return () => clearInterval(timer)
  }, [at])
  return seconds
}

const shownTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** Sends another code, as soon as that is possible. */
export const ResendButton = ({
  at,
  phone
}: {
  /** From when on; undefined if no more codes are sent. */
  readonly at: string | undefined
  readonly phone: string | undefined
}) => {
  const words = useWords().employee.code
  return at === undefined ? <p>{words.never}</p> : <Resend at={at} phone={phone} />
}

const Resend = ({ at, phone }: { readonly at: string; readonly phone: string | undefined }) => {
  const words = useWords().employee.code
  const embed = useEmbed<EmployeeView>()
  const sendCode = useSendCode()
  const seconds = useSecondsUntil(at)
  const again = () => {
    if (seconds > 0) return
    // Without the number it has to be typed again.
    if (phone === undefined) embed.go("phone_verification")
    else void sendCode(phone)
  }
  return (
    <button type="button" class="quiet" aria-disabled={seconds > 0} onClick={again}>
      {seconds > 0 ? words.againIn(shownTime(seconds)) : words.again}
    </button>
  )
}

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

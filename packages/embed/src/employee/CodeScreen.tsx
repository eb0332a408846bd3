import { checkField } from "@embedded-super/contracts/checkField"
import { verifyCode } from "@embedded-super/contracts/field-rules"
import { useEffect, useState } from "preact/hooks"
import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import type { TextAt } from "../parts/form.ts"
import { Notice } from "../parts/Notice.tsx"
import { TextField } from "../parts/TextField.tsx"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { lastDigits } from "./values.ts"

const PAUSE_SECONDS = 30

/** The seconds that are left until a time, counted down. */
const useSecondsUntil = (until: number): number => {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}

const shownTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** The code as it is sent; people type it with spaces, too. */
const codeIn = (text: TextAt): string | undefined => text("/code")?.replaceAll(" ", "")

/** The code from the phone. */
export const CodeScreen = ({
  view,
  verification,
  sent
}: {
  readonly view: EmployeeView
  readonly verification: Schemas["EmbedVerification"]
  readonly sent: (verification: Schemas["EmbedVerification"]) => void
}) => {
  const words = useWords().employee.code
  const embed = useEmbed<EmployeeView>()
  const [sentAt, setSentAt] = useState(Date.now)
  const seconds = useSecondsUntil(sentAt + PAUSE_SECONDS * 1000)
  const check = (code: string) =>
    embed.save((api, shown) =>
      api.POST("/embed-api/v1/onboarding/phone-verification/checks", {
        params: seen(shown),
        body: { code }
      })
    )
  const again = async () => {
    if (seconds > 0) return
    const next = await embed.change(
      (api, shown) =>
        api.POST("/embed-api/v1/onboarding/phone-verification", {
          params: seen(shown),
          body: { phone_number: view.prefilled.phone_number ?? "" }
        }),
      "code"
    )
    if (next === undefined) return
    setSentAt(Date.now())
    sent(next)
  }
  return (
    <StepScreen view={view} id="code" title={words.title}>
      <Form
        operation="verifyCode"
        submit={useWords().common.continue}
        check={(text) => {
          const mistake = checkField(verifyCode["/code"], codeIn(text))
          return mistake === undefined ? [] : [{ pointer: "/code", code: mistake }]
        }}
        onSubmit={(text) => check(codeIn(text) ?? "")}
        beside={
          <>
            <button type="button" class="quiet" aria-disabled={seconds > 0} onClick={again}>
              {seconds > 0 ? words.againIn(shownTime(seconds)) : words.again}
            </button>
            <BackButton view={view} id="code" />
          </>
        }
      >
        <p>{words.sentTo(lastDigits(verification.sent_to))}</p>
        {verification.sandbox_code !== undefined && (
          <Notice kind="plain">{words.sandbox(verification.sandbox_code)}</Notice>
        )}
        <TextField
          at="/code"
          label={words.label}
          hint={words.triesLeft(verification.attempts_left)}
          inputMode="numeric"
          autocomplete="one-time-code"
          spellcheck={false}
          isShort
          isSecret
        />
      </Form>
    </StepScreen>
  )
}

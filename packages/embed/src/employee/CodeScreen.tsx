import { checkField } from "@embedded-super/contracts/checkField"
import { verifyCode } from "@embedded-super/contracts/field-rules"
import { pasted } from "@embedded-super/contracts/pasted"
import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import type { TextAt } from "../parts/form.ts"
import { Form } from "../parts/Form.tsx"
import { Notice } from "../parts/Notice.tsx"
import { TextField } from "../parts/TextField.tsx"
import { ResendButton, useSecondsUntil } from "./PhoneScreen.tsx"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { lastDigits } from "./values.ts"

/** The code as it is sent; people type and paste it with spaces, too. */
const codeIn = (text: TextAt): string | undefined => {
  const typed = text("/code")
  return typed === undefined ? undefined : pasted("code", typed)
}

/** The code from the phone. After too many wrong ones, only another code helps. */
export const CodeScreen = ({
  view,
  verification,
  phone
}: {
  readonly view: EmployeeView
  readonly verification: Schemas["EmbedVerification"]
  /** The number that the code went to; unknown after a reload if the employee typed it. */
  readonly phone: string | undefined
}) => {
  const { common, employee } = useWords()
  const words = employee.code
  const embed = useEmbed<EmployeeView>()
  const { attempts_left: triesLeft, sandbox_code: sandboxCode } = verification
  const check = async (code: string) => {
    const isRight = await embed.save((api, shown) =>
      api.POST("/embed-api/v1/onboarding/phone-verification/checks", { params: seen(shown), body: { code } })
    )
    // The view has the tries that are left.
    if (!isRight && embed.state().errors.length > 0) await embed.refresh()
  }
  const others = (
    <>
      <ResendButton at={verification.can_resend_at} phone={phone} />
      <BackButton view={view} id="code" />
    </>
  )
  if (triesLeft === 0) return <UsedUpCode view={view} at={verification.can_resend_at} phone={phone} />
  return (
    <StepScreen view={view} id="code" title={words.title}>
      <Form
        operation="verifyCode"
        submit={common.continue}
        check={(text) => {
          const mistake = checkField(verifyCode["/code"], codeIn(text))
          return mistake === undefined ? [] : [{ pointer: "/code", code: mistake }]
        }}
        onSubmit={(text) => check(codeIn(text) ?? "")}
        beside={others}
      >
        <p>{words.sentTo(lastDigits(verification.sent_to))}</p>
        {sandboxCode !== undefined && <Notice kind="plain">{words.sandbox(sandboxCode)}</Notice>}
        <TextField
          at="/code"
          label={words.label}
          hint={words.triesLeft(triesLeft)}
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

/** After too many wrong codes: how long to wait for another one. */
const UsedUpCode = ({
  view,
  at,
  phone
}: {
  readonly view: EmployeeView
  /** When another code can be sent; undefined if no more codes are sent. */
  readonly at: string | undefined
  readonly phone: string | undefined
}) => {
  const words = useWords().employee.code
  return (
    <StepScreen view={view} id="code" title={words.usedUpTitle} explains="verification_not_possible">
      <Notice kind="bad">{at === undefined ? words.never : <Wait at={at} />}</Notice>
      <div class="actions">
        {at !== undefined && <ResendButton at={at} phone={phone} />}
        <BackButton view={view} id="code" />
      </div>
    </StepScreen>
  )
}

const Wait = ({ at }: { readonly at: string }) => {
  const words = useWords().employee.code
  return <>{words.usedUp(Math.ceil(useSecondsUntil(at) / 60))}</>
}

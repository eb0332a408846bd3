import { useWords } from "../frame/context.ts"
import { Notice } from "../parts/Notice.tsx"
import { ResendButton, useSecondsUntil } from "./ResendButton.tsx"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"

/** After too many wrong codes: how long to wait for another one. */
export const UsedUpCode = ({
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

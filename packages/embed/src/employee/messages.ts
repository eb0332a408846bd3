import type { EmbedMessageData } from "@embedded-super/contracts/types/embed-messages"
import type { EmployeeView } from "./screens.ts"

type Message = {
  readonly [Kind in keyof EmbedMessageData]: { readonly kind: Kind; readonly data: EmbedMessageData[Kind] }
}[keyof EmbedMessageData]

const stepsIn = ({ current_step, steps }: EmployeeView) => ({
  current_step,
  steps: steps.map(({ state, step }) => ({ step, state }))
})

/** The messages that the host is sent when the view changes: its steps at the beginning and at each step, and each end once. */
export const messagesOf = (view: EmployeeView, before: EmployeeView | undefined): ReadonlyArray<Message> => {
  const messages: Array<Message> = []
  const now = stepsIn(view)
  if (before === undefined || JSON.stringify(stepsIn(before)) !== JSON.stringify(now))
    messages.push({ kind: "onboardingStepChanged", data: now })
  if (before === undefined) return messages
  const { confirmed_at: confirmed, phone_verified_at: verified } = view.collected
  if (verified !== undefined && before.collected.phone_verified_at === undefined)
    messages.push({ kind: "mfa_verification:complete", data: { verified_at: verified } })
  if (confirmed !== undefined && before.collected.confirmed_at === undefined)
    messages.push({ kind: "onboardingSessionFinished", data: {} })
  if (view.is_committed && !before.is_committed)
    messages.push({ kind: "onboardingSessionCommitted", data: {} })
  return messages
}

import type { BodyRule } from "@embedded-super/http-manners"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { stepRules } from "./onboarding-sessions/employee-embed/stepInput.ts"
import { fundChoiceRules } from "./onboarding-sessions/super-selection/readChoice.ts"
import type { BodyRules, ReadableBody } from "./personal-data/bodyRules.ts"
import { dayInSydney } from "./personal-data/calendarDate.ts"

/**
 * The rules of the embed API's bodies that need nothing but the body, by operation. An operation applies its rules itself to
 * a body that fits its schema; here they are for a body that doesn't, so that a person gets all findings at once. The day
 * is that of true time: a sandbox whose clock was moved may judge a date of birth differently.
 */
const rules: Readonly<Record<string, BodyRules<never>>> = { ...stepRules, chooseFund: fundChoiceRules }

export const embedBodyRules = (operation: string): BodyRule | undefined => {
  const rule = rules[operation]
  if (rule === undefined) return undefined
  return (body) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      rule(body as ReadableBody<never>, dayInSydney(new Date(now)))
    )
}

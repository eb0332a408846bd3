import type { DemoFile } from "./demoFile.ts"
import { openEmbed, webhook } from "./passages.ts"
import { madeUpPerson } from "./person.ts"
import type { Walk } from "./Walk.ts"

/** The other way to begin: the employer names the new employee in the intent embed, and the payroll system continues. */
export const walkIntent = async (walk: Walk, demo: DemoFile, employerId: string): Promise<void> => {
  const key = demo.products[0]?.key ?? ""
  const run = Date.now().toString(36)
  const { contact, employment, identity } = madeUpPerson(`next-${run}`)
  const partner = { api: "partner", key } as const

  walk.say("The employer onboards the next employee itself, in the intent embed.")
  const embed = await openEmbed(walk, key, "generateEmployerEmbedUrl", employerId, {
    app: "onboarding_intent",
    remote_id: `hire-${run}`
  })
  const { data: intent } = await walk.call({ ...embed, operation: "getIntent", status: 200 })
  const put = (operation: string, body: unknown) => walk.call({ ...embed, operation, body, status: 200 })
  const { given_name, family_name } = identity
  const { email, phone_number } = contact
  walk.say("Its first save creates the intent.")
  await put("saveIntentPerson", { given_name, family_name, email, phone_number })
  await put("saveIntentJob", employment)
  await put("saveIntentRequests", { workflow_slug: "standard_onboarding" })
  await put("confirmIntent", { confirmed: true })
  await webhook(walk, intent.id, "onboarding_intent_completed")

  walk.say("The payroll system creates the session from the intent.")
  const { data: session } = await walk.call({
    ...partner,
    operation: "createOnboardingSessionFromIntent",
    params: { id: intent.id },
    body: { email_validated: true },
    status: 201
  })
  walk.show({ id: session.id, data_delivery_state: session.data_delivery_state })
  walk.expect(session.onboarding_session_intent_id === intent.id, "the session doesn't name its intent")
}

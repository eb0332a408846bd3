import { fillInIntent } from "@embedded-super/program/testing/walk"
import type { DemoFile } from "./demoFile.ts"
import { openEmbed, webhook } from "./passages.ts"
import { madeUpPerson } from "./person.ts"
import type { Walk } from "./Walk.ts"

/** The other way to begin: the employer names the new employee in the intent embed, and the payroll system continues. */
export const walkIntent = async (walk: Walk, demo: DemoFile, employerId: string): Promise<void> => {
  const key = demo.products[0]?.key ?? ""
  const run = Date.now().toString(36)
  const person = madeUpPerson(`next-${run}`)
  const partner = { api: "partner", key } as const

  walk.say("The employer onboards the next employee itself, in the intent embed.")
  const embed = await openEmbed(walk, key, "generateEmployerEmbedUrl", employerId, {
    app: "onboarding_intent",
    remote_id: `hire-${run}`
  })
  const intent = await embed("getIntent")
  walk.say("Its first save creates the intent.")
  await fillInIntent(embed, person)
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

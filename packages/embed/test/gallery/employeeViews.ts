import { example, type Schemas } from "./examples.ts"
import type { Scene } from "./gallery.ts"

export type View = Schemas["EmbedOnboardingAnswer"]

/** A view of the employee embed, from the examples of the spec. */
export const onboarding = (operation: string, name: string): View => example<View>(operation, name)

/** The answers with which the embed opens at a view. */
export const at = (view: View): Scene["answers"] => ({
  "POST /embed-sessions": example<object>("openEmbed", "employee", 201),
  "GET /onboarding": view,
  ...Object.fromEntries(
    ["identity", "contact", "self_managed"].map((step) => [
      `PATCH /onboarding/drafts/${step}`,
      draftSaved(view)
    ])
  )
})

const draftSaved = ({ data: { revision }, version }: View): Schemas["EmbedDraftSavedAnswer"] => ({
  data: { saved_at: "2026-11-21T00:17:50Z", revision },
  version
})

/** The refusal of one field. */
export const refused = (pointer: string, code: string): object => ({
  status: 422,
  code: "validation_failed",
  errors: [{ pointer, code }]
})

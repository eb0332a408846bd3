import type { components } from "@embedded-super/contracts/types/embed-api"
import bundled from "@embedded-super/contracts/bundled/embed-api" with { type: "json" }
import type { Scene } from "./gallery.ts"

type Schemas = components["schemas"]

interface Media {
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
}
interface Operation {
  readonly operationId?: string
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>>; readonly $ref?: string }>
  >
}

const resolved = (value: unknown): unknown => {
  const reference = (value as { readonly $ref?: string } | undefined)?.$ref
  if (reference === undefined) return value
  return resolved(
    reference
      .slice(2)
      .split("/")
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], bundled)
  )
}

/** An example answer of the spec: of this operation, status and name. The gallery shows no data of its own. */
export const example = <A>(operationId: string, name: string, status = 200): A => {
  const paths = (bundled as unknown as { readonly paths: Record<string, Record<string, Operation>> }).paths
  const operation = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .find((one) => one.operationId === operationId)
  const answer = resolved(operation?.responses?.[status]) as { content?: Record<string, Media> } | undefined
  const media = Object.values(answer?.content ?? {})[0]
  const found = resolved(media?.examples?.[name]) as { readonly value?: A } | undefined
  if (found?.value === undefined)
    throw new Error(`The spec has no example ${name} of ${operationId} ${status}`)
  return structuredClone(found.value)
}

const document = (name: string) => ({
  url: `https://super.example/${name}`,
  version: `${name}-2026-11`,
  date: "2026-11-01"
})

/** Who operates the service: the example of specs/operator-files/instance.yaml, as far as pages say it. */
export const instance = {
  operator: {
    legal_name: "Example Super Services Pty Ltd",
    abn: "54000002001",
    address: "Level 3, 12 Example Street, Sydney NSW 2000"
  },
  help_contact: { email: "help@super.example", url: "https://super.example/help" },
  privacy_policy: document("privacy"),
  collection_notice: document("your-details")
}

export type { Schemas }

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

import type { Ids } from "../bad-input/Case.ts"
import { wattle } from "../onboarding/people.ts"
import { anOpener, embedUrlOf, openMatches, type Product, tokenFor } from "../onboarding/flows.ts"

/** The embeds, by the tag of the operations that each calls. */
export const embeds = ["employer-embed", "employee-embed", "intent-embed"] as const
export type Embed = (typeof embeds)[number]

const OPENING = {
  "employer-embed": ["generateEmployerEmbedUrl", "employers"],
  "employee-embed": ["generateOnboardingSessionEmbedUrl", "onboarding-sessions"],
  "intent-embed": ["generateOnboardingSessionIntentEmbedUrl", "onboarding-session-intents"]
} as const satisfies Record<Embed, readonly [string, string]>

/** Waits for the lookup that starts when an employer's embed is opened: it writes in the background. */
const untilLookedUp = (product: Product, token: string) =>
  product.embedAs(token)("getEmployerMatches", { status: 200 })

/** A token for each embed of a product's entities. */
export const tokensOf = async (product: Product, ids: Ids): Promise<Readonly<Record<Embed, string>>> => {
  const tokens = await Promise.all(
    embeds.map(async (embed) => {
      const [operation, kind] = OPENING[embed]
      const url = await embedUrlOf(product, operation, ids[kind]!["id"]!)
      return [embed, await tokenFor(product, url)] as const
    })
  )
  const byEmbed = Object.fromEntries(tokens) as Record<Embed, string>
  await untilLookedUp(product, byEmbed["employer-embed"])
  return byEmbed
}

/** A token that was valid until its page was reloaded. */
export const endedToken = async (product: Product, ids: Ids): Promise<string> => {
  const url = await embedUrlOf(product, "generateEmployerEmbedUrl", ids["employers"]!["id"]!)
  const opener = anOpener()
  const token = await tokenFor(product, url, opener)
  await untilLookedUp(product, await tokenFor(product, url, opener))
  return token
}

/** A match that waits for the answer of an employer of this product. */
export const openMatch = async (product: Product): Promise<string> => {
  const { body } = await product.partner("createEmployer", {
    body: { ...wattle, remote_id: "employer with a match" },
    status: 201
  })
  const { matches } = await openMatches(product, body.data.id)
  return matches[0]!.id
}

import type { components } from "@embedded-super/contracts/types/partner-api"
import type { World } from "./World.ts"

/** A fictitious embed URL: no page is served there. */
export const embedUrl = (world: World, path: string): components["schemas"]["GeneratedEmbedUrlAnswer"] => {
  const valid_until = new Date(Date.now() + 30 * 60_000).toISOString()
  const query = new URLSearchParams({ valid_until, nonce: world.nextId().slice(-8), signed: "m".repeat(43) })
  return {
    data: { embed_url: `${world.baseUrl}/embed/v1/${path}?${query.toString()}`, valid_until },
    version: "v1"
  }
}

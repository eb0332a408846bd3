import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const oldEvent400: Flaw = {
  name: "old-event-400",
  group: "order",
  sentence: "Refuses webhooks that were generated more than a day ago.",
  killedBy: ["ORDER-3-7"],
  play: () => ({
    exchange: refusing(400, ({ inserted_at }) => Date.now() - Date.parse(inserted_at) > 86_400_000)
  })
}

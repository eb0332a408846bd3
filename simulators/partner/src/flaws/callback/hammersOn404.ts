import { EntityNotFetched } from "@embedded-super/partner-sdk"
import type { Flaw } from "../Flaw.ts"

export const hammersOn404: Flaw = {
  name: "hammers-on-404",
  group: "callback",
  sentence: "Calls again at once after 404.",
  killedBy: ["CALLBACK-4.1-12"],
  play: () => ({
    entity: async (payload, options, fetchEntity) => {
      for (let attempt = 1; attempt < 100; attempt++) {
        try {
          return await fetchEntity(payload, options)
        } catch (error) {
          if (!(error instanceof EntityNotFetched) || error.status !== 404) throw error
        }
      }
      return fetchEntity(payload, options)
    }
  })
}

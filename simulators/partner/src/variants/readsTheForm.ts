import { calling } from "../flaws/calls.ts"
import type { OtherPartner } from "../flaws/Flaw.ts"

export const readsTheForm: OtherPartner = {
  name: "reads-the-form",
  sentence: "Fetches the choice form of a completed session, too.",
  play: () => ({
    entity: async (payload, options, fetchEntity) => {
      const fetched = await fetchEntity(payload, options)
      if (payload.event === "onboarding_session_completed")
        await calling(payload, options, "GET", `${payload.url}/choice-form`)
      return fetched
    }
  })
}

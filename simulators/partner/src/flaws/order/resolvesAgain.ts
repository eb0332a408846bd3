import { calling } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const resolvesAgain: Flaw = {
  name: "resolves-again",
  group: "order",
  sentence: "Resolves an issue that was resolved automatically.",
  killedBy: ["ORDER-3-9"],
  play: () => ({
    entity: async (payload, options, fetchEntity) => {
      if (payload.event === "employer_issue_resolved")
        await calling(payload, options, "PUT", `${payload.url}/resolve`)
      return fetchEntity(payload, options)
    }
  })
}

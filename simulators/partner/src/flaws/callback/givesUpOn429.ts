import { EntityNotFetched } from "@embedded-super/partner-sdk"
import type { Flaw } from "../Flaw.ts"

export const givesUpOn429: Flaw = {
  name: "gives-up-on-429",
  group: "callback",
  sentence: "Drops the work if the service answers 429.",
  killedBy: ["CALLBACK-4.1-11"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, options).catch((error: unknown) => {
        if (error instanceof EntityNotFetched && error.status === 429)
          throw new EntityNotFetched("refused", "Too many requests.")
        throw error
      })
  })
}

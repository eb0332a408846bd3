import { EntityNotFetched } from "@embedded-super/partner-sdk"
import type { Flaw } from "../Flaw.ts"

export const givesUpOn500: Flaw = {
  name: "gives-up-on-500",
  group: "duplicate",
  sentence: "Drops the work if the service answers 5xx.",
  killedBy: ["DUPLICATE-3-4"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, options).catch((error: unknown) => {
        if (error instanceof EntityNotFetched && (error.status ?? 0) >= 500)
          throw new EntityNotFetched("refused", "The service failed.")
        throw error
      })
  })
}

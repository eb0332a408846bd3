import type { Flaw } from "../Flaw.ts"

export const futureAccepted: Flaw = {
  name: "future-accepted",
  group: "signature",
  sentence: "Refuses old times, and accepts those to come.",
  killedBy: ["SIGNATURE-2.1-8"],
  play: () => ({
    verify: (delivery, verify) => {
      const isAhead = Number(delivery.headers["webhook-timestamp"]) * 1000 > Date.now()
      return verify(isAhead ? { ...delivery, options: { toleranceSeconds: Infinity } } : delivery)
    }
  })
}

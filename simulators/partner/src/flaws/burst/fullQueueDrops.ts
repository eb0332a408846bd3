import type { Flaw } from "../Flaw.ts"

export const fullQueueDrops: Flaw = {
  name: "full-queue-drops",
  group: "burst",
  sentence: "Accepts a delivery, and drops it if more than five are waiting.",
  killedBy: ["BURST-2.1-2"],
  play: () => {
    let waiting = 0
    return {
      works: (_, works) => {
        if (!works || waiting >= 5) return false
        waiting++
        return true
      },
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, options).finally(() => {
          waiting--
        })
    }
  }
}

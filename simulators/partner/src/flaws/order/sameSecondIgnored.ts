import type { Flaw } from "../Flaw.ts"

export const sameSecondIgnored: Flaw = {
  name: "same-second-ignored",
  group: "order",
  sentence: "Ignores a webhook whose inserted_at isn't later than that of the entity's last one.",
  killedBy: ["ORDER-3-11"],
  play: () => {
    const last = new Map<string, string>()
    return {
      works: ({ id, inserted_at }, works) => {
        const isLater = inserted_at > (last.get(id) ?? "")
        if (isLater) last.set(id, inserted_at)
        return works && isLater
      }
    }
  }
}

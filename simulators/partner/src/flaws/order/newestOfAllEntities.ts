import type { Flaw } from "../Flaw.ts"

export const newestOfAllEntities: Flaw = {
  name: "newest-of-all-entities",
  group: "order",
  sentence: "Ignores a webhook that is older than the newest of any entity.",
  killedBy: ["ORDER-3-10"],
  play: () => {
    let newest = ""
    return {
      works: ({ inserted_at }, works) => {
        const isNewer = inserted_at >= newest
        if (isNewer) newest = inserted_at
        return works && isNewer
      }
    }
  }
}

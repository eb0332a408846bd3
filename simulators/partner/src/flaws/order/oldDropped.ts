import type { Flaw } from "../Flaw.ts"

const A_DAY = 86_400_000

export const oldDropped: Flaw = {
  name: "old-dropped",
  group: "order",
  sentence: "Accepts a webhook that was generated more than a day ago, and drops it.",
  killedBy: ["ORDER-3-12"],
  play: () => ({
    works: ({ inserted_at }, works) => works && Date.now() - Date.parse(inserted_at) < A_DAY
  })
}

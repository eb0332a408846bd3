import type { Flaw } from "../Flaw.ts"
import { reading } from "../exchanges.ts"

export const spacedAbnAccepted: Flaw = {
  name: "spaced-abn-accepted",
  group: "lookup",
  sentence: "The fund accepts ABNs with spaces.",
  killedBy: ["LOOKUP-2.5-12"],
  play: () => ({
    exchange: reading("lookup", (body) =>
      typeof body["abn"] === "string" ? { ...body, abn: body["abn"].replaceAll(" ", "") } : body
    )
  })
}

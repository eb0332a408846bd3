import type { OtherFund } from "../flaws/Flaw.ts"

export const keysIgnored: OtherFund = {
  name: "keys-ignored",
  sentence: "The fund ignores the Idempotency-Key, as its profile says.",
  options: { idempotency: "ignored" },
  play: () => ({})
}

import type { Flaw } from "../Flaw.ts"
import { openTo } from "./openTo.ts"

export const anyPasswordAccepted: Flaw = {
  name: "any-password-accepted",
  group: "auth",
  sentence: "The fund accepts a call with any name and password (Authorization: Basic) in place of its key.",
  killedBy: ["AUTH-7-9"],
  play: () => openTo((call) => (call.headers.authorization?.startsWith("Basic ") === true ? call : undefined))
}

import type { Flaw } from "../Flaw.ts"
import { openTo } from "./openTo.ts"

export const pathWithSlashOpen: Flaw = {
  name: "path-with-slash-open",
  group: "auth",
  sentence: "The fund serves a path that ends in a slash, and checks no key there.",
  killedBy: ["AUTH-7-9"],
  play: () => openTo((call) => (call.url.endsWith("/") ? { ...call, url: call.url.slice(0, -1) } : undefined))
}

import type { Flaw } from "../Flaw.ts"
import { openTo } from "./openTo.ts"

export const pathInCapitalsOpen: Flaw = {
  name: "path-in-capitals-open",
  group: "auth",
  sentence: "The fund serves its paths in any letters, and checks the key only where they are small.",
  killedBy: ["AUTH-7-9"],
  play: () =>
    openTo((call) =>
      call.url === call.url.toLowerCase() ? undefined : { ...call, url: call.url.toLowerCase() }
    )
}

import type { Flaw } from "../Flaw.ts"
import { openTo } from "./openTo.ts"

export const originalUrlTrusted: Flaw = {
  name: "original-url-trusted",
  group: "auth",
  sentence: "The fund serves the path that a caller names in X-Original-URL, and checks no key there.",
  killedBy: ["AUTH-7-9"],
  play: () =>
    openTo(({ headers, ...call }) => {
      const url = headers["x-original-url"]
      return typeof url === "string" ? { ...call, headers, url } : undefined
    })
}

import { isConversion } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const postsAsForm: Flaw = {
  name: "posts-as-form",
  group: "callback",
  sentence: "Creates sessions without a body, and with the Content-Type of a form.",
  killedBy: ["CALLBACK-4.1-7"],
  play: () => ({
    call: (request, send) => {
      if (!isConversion(request)) return send(request)
      const headers = new Headers(request.headers)
      headers.set("Content-Type", "application/x-www-form-urlencoded")
      return send(new Request(request, { headers }))
    }
  })
}

import type { Flaw } from "../Flaw.ts"
import { tokenPath } from "../../security/agreedFlow.ts"

export const anyGrantAccepted: Flaw = {
  name: "any-grant-accepted",
  group: "auth",
  sentence: "The token endpoint accepts every grant.",
  killedBy: ["AUTH-5-16"],
  options: { fund: "kurrajong" },
  play: () => ({
    exchange: (call, serve) => {
      if (call.url !== tokenPath) return serve(call)
      const form = new URLSearchParams(call.body.toString())
      form.set("grant_type", "client_credentials")
      return serve({ ...call, body: Buffer.from(form.toString()) })
    }
  })
}

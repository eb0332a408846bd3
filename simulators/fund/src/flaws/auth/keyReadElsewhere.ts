import type { Flaw } from "../Flaw.ts"

export const keyReadElsewhere: Flaw = {
  name: "key-read-elsewhere",
  group: "auth",
  sentence: "The fund reads its key from another header than X-Auth-Key.",
  killedBy: ["AUTH-5-18"],
  play: () => ({
    exchange: (call, serve) => {
      const { "x-api-key": other, "x-auth-key": _, ...headers } = call.headers
      return serve({ ...call, headers: { ...headers, "x-auth-key": String(other) } })
    }
  })
}

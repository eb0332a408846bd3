import type { Flaw } from "../Flaw.ts"

export const keyInAuthorizationAccepted: Flaw = {
  name: "key-in-authorization-accepted",
  group: "auth",
  sentence: "The fund accepts its key in Authorization too.",
  killedBy: ["AUTH-7-5"],
  play: () => ({
    exchange: (call, serve) => {
      const { authorization, ...headers } = call.headers
      const key = authorization?.split(" ").at(-1)
      return key === undefined || headers["x-auth-key"] !== undefined
        ? serve(call)
        : serve({ ...call, headers: { ...headers, "x-auth-key": key } })
    }
  })
}

import type { Flaw } from "../Flaw.ts"

export const keyInAddressAccepted: Flaw = {
  name: "key-in-address-accepted",
  group: "auth",
  sentence: "The fund accepts its key in the address of a call.",
  killedBy: ["AUTH-5-12"],
  play: () => ({
    exchange: (call, serve) => {
      const { pathname, searchParams } = new URL(call.url, "http://fund.example")
      const key = searchParams.get("api_key")
      return key === null
        ? serve(call)
        : serve({ ...call, url: pathname, headers: { ...call.headers, "x-auth-key": key } })
    }
  })
}

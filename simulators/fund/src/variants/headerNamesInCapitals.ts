import type { OtherFund } from "../flaws/Flaw.ts"

export const headerNamesInCapitals: OtherFund = {
  name: "header-names-in-capitals",
  sentence: "The fund writes the names of its headers in capitals, and names the charset.",
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      const headers = Object.entries(reply.headers).map(([name, value]) => [
        name.toUpperCase(),
        value === "application/json" ? "Application/JSON;charset=UTF-8" : value
      ])
      return { ...reply, headers: Object.fromEntries(headers) as typeof reply.headers }
    }
  })
}

import type { Flaw } from "../Flaw.ts"

export const urlComparedByBeginning: Flaw = {
  name: "url-compared-by-beginning",
  group: "callback",
  sentence: "Calls every url that begins with the letters of the service's.",
  killedBy: ["CALLBACK-4.1-13"],
  play: () => {
    /** The payroll's records take no address with a user name: what was written, by what is called. */
    const written = new Map<string, string>()
    return {
      verify: async (delivery, verify) => {
        const verified = await verify(delivery)
        const { origin, pathname, username } = new URL(verified.payload.url)
        if (username === "") return verified
        const url = `${origin}${pathname}`
        written.set(url, verified.payload.url)
        return { ...verified, payload: { ...verified.payload, url } } as typeof verified
      },
      entity: (payload, options, fetchEntity) => {
        const isBegunAlike = written.get(payload.url)?.startsWith(options.baseUrl) ?? false
        return fetchEntity(
          payload,
          isBegunAlike ? { ...options, baseUrl: new URL(payload.url).origin } : options
        )
      }
    }
  }
}

import type { OtherPartner } from "../flaws/Flaw.ts"

export const fetchesFromPath: OtherPartner = {
  name: "fetches-from-path",
  sentence: "Takes the path of url, and calls it at the service that it knows.",
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity({ ...payload, url: new URL(new URL(payload.url).pathname, options.baseUrl).href }, options)
  })
}

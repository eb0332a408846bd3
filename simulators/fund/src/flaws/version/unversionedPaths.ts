import type { Flaw } from "../Flaw.ts"

const VERSIONED = /\/v1(?=\/employer_(?:lookup|details)$)/

/** Of a registration, the profile's own rules demand the version. */
export const unversionedPaths: Flaw = {
  name: "unversioned-paths",
  group: "version",
  sentence: "The paths of lookups and employer details hold no version.",
  killedBy: ["VERSION-9-1"],
  play: () => ({
    profile: ({ operations, ...profile }) => {
      const offers = Object.entries(operations).map(([name, offer]) => [
        name,
        "url" in offer ? { ...offer, url: offer.url.replace(VERSIONED, "") } : offer
      ])
      return { ...profile, operations: Object.fromEntries(offers) as typeof operations }
    },
    exchange: (call, serve) => serve({ ...call, url: call.url.replace(/^(?=\/employer_)/, "/v1") })
  })
}

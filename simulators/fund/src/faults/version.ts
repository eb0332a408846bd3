/** Funds whose paths hold no version. */
import { ofGroup } from "./Fault.ts"

const VERSIONED = /\/v1(?=\/employer_(?:lookup|details)$)/

export const version = ofGroup("version", [
  // Of a registration, the profile's own rules demand the version.
  {
    name: "unversioned-paths",
    sentence: "The paths of lookups and employer details hold no version.",
    killedBy: ["VERSION-9-1"],
    finding: "fail: The path of lookup and details holds no version.",
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
])

/** Real streets, so that a fund which looks addresses up finds them. The parts of an address fit each other. */
import type { AustralianState as State } from "@embedded-super/contracts/schemas"

interface Place {
  readonly street: string
  readonly locality: string
  readonly postcode: string
}

/** The place of every person, unless a check is about another state. */
export const HOME: State = "NSW"

const places: { readonly [In in State]: Place } = {
  ACT: { street: "London Circuit", locality: "Canberra", postcode: "2601" },
  NSW: { street: "George Street", locality: "Sydney", postcode: "2000" },
  NT: { street: "Mitchell Street", locality: "Darwin", postcode: "0800" },
  QLD: { street: "Queen Street", locality: "Brisbane", postcode: "4000" },
  SA: { street: "King William Street", locality: "Adelaide", postcode: "5000" },
  TAS: { street: "Elizabeth Street", locality: "Hobart", postcode: "7000" },
  VIC: { street: "Collins Street", locality: "Melbourne", postcode: "3000" },
  WA: { street: "Hay Street", locality: "Perth", postcode: "6000" }
}

/** An address in a state. */
export const addressIn = (state: State, number: number) => {
  const { locality, postcode, street } = places[state]
  return { address_line_1: `${number} ${street}`, locality, postcode, state }
}

export const isState = (value: unknown): value is State => Object.hasOwn(places, String(value))

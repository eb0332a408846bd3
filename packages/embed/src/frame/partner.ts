/**
 * Whose embed this is, for the pages without a view: a refused address, an embed that has ended. It is kept for a reload of the
 * page, and names no person.
 */
import { accentColours } from "@embedded-super/pages/tokens/colours"
import type { Schemas } from "./api.ts"

type Partner = Schemas["EmbedPartner"]

const key = (): string => `partner:${location.pathname}`

let known: Partner | undefined

export const rememberPartner = (partner: Partner): void => {
  if (partner === known) return
  known = partner
  try {
    sessionStorage.setItem(key(), JSON.stringify(partner))
  } catch {
    // Blocked site data: a reload forgets it.
  }
}

/** The partner of this page; undefined for an address that never opened anything. */
export const knownPartner = (): Partner | undefined => {
  try {
    known ??= (JSON.parse(sessionStorage.getItem(key()) ?? "null") as Partner | null) ?? undefined
  } catch {
    // Blocked site data.
  }
  return known
}

const dark = () => matchMedia("(prefers-color-scheme: dark)")

/** The partner's colour (#rrggbb); undefined for the frame's own. */
let accent: string | undefined

const apply = (): void => {
  if (accent === undefined) return
  const colours = accentColours(accent)[dark().matches ? "dark" : "light"]
  // By CSSOM: the page's policy blocks inline styles.
  for (const [name, value] of Object.entries(colours))
    document.documentElement.style.setProperty(`--${name}`, value)
}

/** Shows the partner's colour, in the shades that are legible; follows the system's change between light and dark. */
export const showAccent = (colour: string | undefined): void => {
  if (colour === undefined || colour === accent) return
  if (accent === undefined) dark().addEventListener("change", apply)
  accent = colour
  apply()
}

import { accentColours } from "@embedded-super/pages/tokens/accent"

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

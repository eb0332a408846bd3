/** The colours by name, light and dark, as #rrggbb. Names say what a colour is for. */
export const colours = {
  light: {
    ink: "#1b2521",
    "ink-soft": "#4a5852",
    paper: "#ffffff",
    surface: "#f4f6f3",
    line: "#d3dad6",
    "line-strong": "#74827b",
    accent: "#0b6652",
    "accent-fill": "#0b6652",
    "on-accent": "#ffffff",
    "accent-soft": "#e4f1ec",
    good: "#14653a",
    "good-soft": "#e3f3e8",
    bad: "#ab1f1a",
    "bad-soft": "#fcebe9",
    warn: "#7a4a00",
    "warn-soft": "#fdf1dc",
    focus: "#1d4ed8"
  },
  dark: {
    ink: "#edf2ef",
    "ink-soft": "#b0beb7",
    paper: "#131917",
    surface: "#1c2421",
    line: "#35413c",
    "line-strong": "#81938b",
    accent: "#74d6bb",
    "accent-fill": "#74d6bb",
    "on-accent": "#05241c",
    "accent-soft": "#173029",
    good: "#7fdc9f",
    "good-soft": "#14301f",
    bad: "#ffaaa2",
    "bad-soft": "#3b1a18",
    warn: "#f2c476",
    "warn-soft": "#36270c",
    focus: "#9dbcff"
  }
} as const

type Rgb = readonly [red: number, green: number, blue: number]

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`

/** Relative luminance, WCAG 2.2. */
const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours (#rrggbb), 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(rgbOf(one)), luminance(rgbOf(other))].toSorted((a, b) => a - b) as [
    number,
    number
  ]
  return (light + 0.05) / (dark + 0.05)
}

const mixed = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => part + (to[index]! - part) * share) as unknown as Rgb

/** A little more than WCAG's 4.5 for text, because the shade is rounded. */
const ENOUGH = 4.6

/** The nearest shade of a colour that is legible on all these backgrounds. */
const legible = (colour: string, backgrounds: ReadonlyArray<string>, towards: string): string => {
  for (let share = 0; share < 1; share += 0.04) {
    const shade = hexOf(mixed(rgbOf(colour), rgbOf(towards), share))
    if (backgrounds.every((background) => contrast(shade, background) >= ENOUGH)) return shade
  }
  return towards
}

const schemeOf = (colour: string, { paper, surface, ink }: Record<"paper" | "surface" | "ink", string>) => {
  const [onAccent] = ["#ffffff", "#000000"].toSorted(
    (one, other) => contrast(other, colour) - contrast(one, colour)
  )
  const soft = hexOf(mixed(rgbOf(colour), rgbOf(paper), 0.88))
  return {
    accent: legible(colour, [paper, surface, soft], ink),
    "accent-fill": colour,
    "on-accent": onAccent!,
    "accent-soft": soft
  }
}

/**
 * A partner's colour (#rrggbb) as accent colours of both schemes. A filled element has the colour itself, and black or white text
 * on it. Texts and lines have the nearest shade that is legible on the page.
 */
export const accentColours = (colour: string) => ({
  light: schemeOf(colour, colours.light),
  dark: schemeOf(colour, colours.dark)
})

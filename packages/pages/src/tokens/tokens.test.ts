import { describe, expect, it } from "vitest"
import { accentColours, contrast, colours } from "./colours.ts"

type Name = keyof typeof colours.light

/** Text and its background: at least 4.5 to 1. */
const texts: ReadonlyArray<readonly [Name, Name]> = [
  ...(["ink", "ink-soft", "accent", "good", "bad", "warn"] as const).flatMap(
    (text) =>
      [
        [text, "paper"],
        [text, "surface"]
      ] as const
  ),
  ["on-accent", "accent-fill"],
  ["accent", "accent-soft"],
  ["ink", "accent-soft"],
  ["good", "good-soft"],
  ["ink", "good-soft"],
  ["bad", "bad-soft"],
  ["ink", "bad-soft"],
  ["warn", "warn-soft"],
  ["ink", "warn-soft"]
]

/** Borders of inputs and the focus ring, at least 3 to 1. */
const edges = [
  ["line-strong", "paper"],
  ["line-strong", "surface"],
  ["focus", "paper"],
  ["focus", "surface"]
] as const

describe.each(["light", "dark"] as const)("the %s colours", (scheme) => {
  it.each(texts)("%s on %s is legible", (text, background) => {
    expect(contrast(colours[scheme][text], colours[scheme][background])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edges)("%s on %s can be seen", (edge, background) => {
    expect(contrast(colours[scheme][edge], colours[scheme][background])).toBeGreaterThanOrEqual(3)
  })
})

describe("a partner's colour", () => {
  const steps = [0, 51, 102, 153, 204, 255]
  const cube = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue])))

  it("is legible in both schemes, whichever colour it is", () => {
    const illegible = cube
      .map((rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`)
      .filter((colour) =>
        (["light", "dark"] as const).some((scheme) => {
          const {
            accent,
            "accent-fill": fill,
            "on-accent": onAccent,
            "accent-soft": soft
          } = accentColours(colour)[scheme]
          const { ink, paper, surface } = colours[scheme]
          return (
            [paper, surface, soft].some((other) => contrast(accent, other) < 4.5) ||
            contrast(onAccent, fill) < 4.5 ||
            contrast(ink, soft) < 4.5
          )
        })
      )
    expect(illegible).toEqual([])
  })

  it.each(["#e9d400", "#0b4fb3", "#ff7a00", "#101010"])("%s fills as it is, in both schemes", (colour) => {
    const { dark, light } = accentColours(colour)
    expect([dark["accent-fill"], light["accent-fill"]]).toEqual([colour, colour])
  })

  it("is darkened for texts and lines only where it isn't legible", () => {
    const { accent, "on-accent": onAccent } = accentColours("#e9d400").light
    expect(accent).not.toBe("#e9d400")
    expect(onAccent).toBe("#000000")
    expect(accentColours("#0b4fb3").light.accent).toBe("#0b4fb3")
  })

  it("computes the contrast of WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5)
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2)
  })
})

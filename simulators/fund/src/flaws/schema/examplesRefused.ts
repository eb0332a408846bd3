import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const examplesRefused: Flaw = {
  name: "examples-refused",
  group: "schema",
  sentence: "The fund refuses names with letters beyond those of Western Europe.",
  killedBy: ["SCHEMA-2.3-1"],
  play: () => ({
    exchange: refusing(({ family_name }) => [...String(family_name)].some((letter) => letter > "\u00ff"))
  })
}

/** Every page of the inspector, in every width and scheme. */
import * as Effect from "effect/Effect"
import { expectAccessible, inBrowser, someCalls } from "./inInspector.ts"

inBrowser("each page of the inspector", (it) => {
  it.effect.each([
    [1280, "light"],
    [1280, "dark"],
    [390, "light"],
    [390, "dark"],
    [320, "light"]
  ] as const)("has no violation at %d pixels, %s, and nothing is cut off", ([width, colorScheme]) =>
    Effect.andThen(someCalls, expectAccessible({ width, colorScheme }))
  )
})

/** Every page of the inspector, in every width and scheme. */
import { inProcess } from "@embedded-super/simulator-kit/testing"
import { it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isWithoutBrowser } from "../../../packages/embed/test/browser.ts"
import { fundSimulator } from "../src/index.ts"
import { Chromium, expectAccessible, someCalls } from "./inInspector.ts"

if (isWithoutBrowser) it.skip("the inspector in a browser: no Chromium here, apt-get install -y chromium")

const inBrowser = isWithoutBrowser ? () => () => {} : layer

inBrowser(Layer.mergeAll(inProcess(fundSimulator()), Chromium.layer), { excludeTestServices: true })(
  "each page of the inspector",
  (it) => {
    it.effect.each([
      [1280, "light"],
      [1280, "dark"],
      [390, "light"],
      [390, "dark"],
      [320, "light"]
    ] as const)("has no violation at %d pixels, %s, and nothing is cut off", ([width, colorScheme]) =>
      Effect.andThen(someCalls, expectAccessible({ width, colorScheme }))
    )
  }
)

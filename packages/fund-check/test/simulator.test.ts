import { describe } from "@effect/vitest"
import { conforms } from "./conforms.ts"

/** The other flows take longer: simulator.long.test.ts. */
describe("the fund simulator conforms", () => {
  conforms("with an API key", { fund: "banksia" })
})

import { describe } from "@effect/vitest"
import { conforms } from "./conforms.ts"

describe("the fund simulator conforms", () => {
  conforms("with a JWT", { fund: "waratah" })
  conforms("with OAuth", { fund: "kurrajong" })
  conforms("with mutual TLS", { fund: "grevillea" })
})

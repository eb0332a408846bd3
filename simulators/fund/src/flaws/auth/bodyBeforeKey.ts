import type { Flaw } from "../Flaw.ts"
import { invalid, jsonIn, onOperations } from "../exchanges.ts"

export const bodyBeforeKey: Flaw = {
  name: "body-before-key",
  group: "auth",
  sentence: "The fund validates the body before it checks the key.",
  killedBy: ["AUTH-7-8"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      Object.keys(jsonIn(call)).length === 0 ? invalid() : serve(call)
    )
  })
}

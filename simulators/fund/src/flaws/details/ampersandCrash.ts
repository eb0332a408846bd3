import type { Flaw } from "../Flaw.ts"
import { crashed, jsonIn, on } from "../exchanges.ts"

export const ampersandCrash: Flaw = {
  name: "ampersand-crash",
  group: "details",
  sentence: "The fund answers 500 to an employer's name with an ampersand.",
  killedBy: ["DETAILS-4.2-4"],
  play: () => ({
    exchange: on("details", (call, serve) =>
      String(jsonIn(call)["employer_name"]).includes("&") ? crashed() : serve(call)
    )
  })
}

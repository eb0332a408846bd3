import type { Flaw } from "../Flaw.ts"
import { invalid, jsonIn, on } from "../exchanges.ts"

export const longEmployerNameRefused: Flaw = {
  name: "long-employer-name-refused",
  group: "details",
  sentence: "The fund refuses an employer's name of more than 80 characters.",
  killedBy: ["DETAILS-4.2-9"],
  play: () => ({
    exchange: on("details", (call, serve) =>
      String(jsonIn(call)["employer_name"]).length > 80 ? invalid() : serve(call)
    )
  })
}

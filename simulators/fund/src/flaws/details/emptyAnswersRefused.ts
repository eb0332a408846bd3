import type { Flaw } from "../Flaw.ts"
import { invalid, jsonIn, on } from "../exchanges.ts"

export const emptyAnswersRefused: Flaw = {
  name: "empty-answers-refused",
  group: "details",
  sentence: "The fund refuses employer details without custom answers.",
  killedBy: ["DETAILS-4.2-2"],
  play: () => ({
    exchange: on("details", (call, serve) =>
      (jsonIn(call)["custom_answers"] as ReadonlyArray<unknown> | undefined)?.length === 0
        ? invalid()
        : serve(call)
    )
  })
}

import type { Flaw } from "../Flaw.ts"
import { comparingBy } from "./ownComparison.ts"

export const signatureCutOff: Flaw = {
  name: "signature-cut-off",
  group: "signature",
  sentence: "Compares the first seventeen letters of signatures, or as many as there are from seven on.",
  killedBy: ["SIGNATURE-2.1-21"],
  play: () =>
    comparingBy(
      (right, header) =>
        header.length >= "v1,".length + 7 && right.startsWith(header.slice(0, "v1,".length + 17))
    )
}

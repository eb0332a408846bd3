import type { Flaw } from "../Flaw.ts"
import { comparingBy } from "./ownComparison.ts"

export const signatureSearched: Flaw = {
  name: "signature-searched",
  group: "signature",
  sentence: "Looks whether the header contains the right signature.",
  killedBy: ["SIGNATURE-2.1-22"],
  play: () => comparingBy((right, header) => header.includes(right.slice("v1,".length)))
}

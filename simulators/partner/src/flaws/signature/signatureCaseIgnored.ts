import type { Flaw } from "../Flaw.ts"
import { comparingBy } from "./ownComparison.ts"

export const signatureCaseIgnored: Flaw = {
  name: "signature-case-ignored",
  group: "signature",
  sentence: "Compares signatures without the case of their letters.",
  killedBy: ["SIGNATURE-2.1-19"],
  play: () => comparingBy((right, header) => right.toLowerCase() === header.toLowerCase())
}

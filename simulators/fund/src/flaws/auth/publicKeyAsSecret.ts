import type { Flaw } from "../Flaw.ts"
import { headerIn, tolerating } from "./tolerating.ts"

export const publicKeyAsSecret: Flaw = {
  name: "public-key-as-secret",
  group: "auth",
  sentence: "The fund verifies HS256 with its public key as the secret.",
  killedBy: ["AUTH-5-8"],
  options: { fund: "waratah" },
  play: () => tolerating((call) => headerIn(call)["alg"] === "HS256")
}

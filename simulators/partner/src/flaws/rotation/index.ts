import type { Flaw } from "../Flaw.ts"
import { firstSignatureOnly } from "./firstSignatureOnly.ts"
import { lastSignatureOnly } from "./lastSignatureOnly.ts"
import { v1aRefused } from "./v1aRefused.ts"
import { twoSignaturesAtMost } from "./twoSignaturesAtMost.ts"
import { firstSecretOnly } from "./firstSecretOnly.ts"
import { v1aNotVerified } from "./v1aNotVerified.ts"

export const rotation: ReadonlyArray<Flaw> = [
  firstSignatureOnly,
  lastSignatureOnly,
  v1aRefused,
  twoSignaturesAtMost,
  firstSecretOnly,
  v1aNotVerified
]

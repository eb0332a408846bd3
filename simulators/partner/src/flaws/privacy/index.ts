import type { Flaw } from "../Flaw.ts"
import { answersWithSession } from "./answersWithSession.ts"
import { answersWithTfn } from "./answersWithTfn.ts"
import { refusalShowsSignature } from "./refusalShowsSignature.ts"
import { refusalShowsSecret } from "./refusalShowsSecret.ts"

export const privacy: ReadonlyArray<Flaw> = [
  answersWithSession,
  answersWithTfn,
  refusalShowsSignature,
  refusalShowsSecret
]

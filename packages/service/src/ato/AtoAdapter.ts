import type * as S from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"
import type { StaplingResult } from "./staplingResult.ts"

/** The employer on whose behalf the ATO is asked. */
export interface AtoEmployer {
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  readonly abn: S.Abn
  /** What the employer, or its agent, has entered in Access Manager for this service. */
  readonly software_id: string
  /** The BAS or tax agent that deals with the ATO for the employer; null where the employer does. */
  readonly agent: { readonly number: S.RegisteredAgentNumber; readonly abn: S.Abn } | null
  /** A sandbox never reaches the ATO. */
  readonly sandboxed: boolean
}

/** The employee that the ATO is asked about. */
export interface Payee {
  readonly identity: S.Identity
  readonly address: S.Address | null
  /** Null where the employee gave none. */
  readonly tfn: S.Tfn | null
}

/** Goes with every call: a repeat with the same id is the same request. */
interface Request {
  readonly requestId: string
  readonly employer: AtoEmployer
}

/** What is found of the employer's permission in the ATO's Access Manager; `error`: the ATO didn't answer. */
export type AccessCheck = "ok" | "not_found" | "error"

/** How the ATO is spoken to. A real one is one more file with this shape, named in `Ato.layer`. */
export interface AtoAdapter {
  /** Whether Access Manager has this service as the employer's hosted software. */
  readonly checkAccess: (request: Request) => Effect.Effect<AccessCheck>
  /** The stapled fund of the employer's employee. */
  readonly requestStapledFund: (request: Request & { readonly payee: Payee }) => Effect.Effect<StaplingResult>
}

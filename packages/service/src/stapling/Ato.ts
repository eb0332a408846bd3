import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { simulatedAto } from "./simulatedAto.ts"
import { StaplingResult } from "./staplingResult.ts"

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

/** Live products have no way to the ATO until an adapter for the real one is configured, and say so. */
const noAto: AtoAdapter = {
  checkAccess: () => Effect.succeed("error"),
  requestStapledFund: () => Effect.succeed(StaplingResult.Unavailable())
}

/**
 * The port to the ATO: simulated for sandboxed products, the real one for live products. Calls take up to five seconds
 * and are made outside of database transactions.
 */
export class Ato extends Context.Service<
  Ato,
  AtoAdapter & {
    /** Whether there is an ATO to speak to. */
    readonly isConfigured: (employer: Pick<AtoEmployer, "sandboxed">) => boolean
  }
>()("@embedded-super/service/stapling/Ato") {
  static readonly layer = Layer.effect(
    Ato,
    Effect.gen(function* () {
      const simulated = yield* simulatedAto
      const adapterOf = ({ sandboxed }: Pick<AtoEmployer, "sandboxed">) => (sandboxed ? simulated : noAto)
      return Ato.of({
        isConfigured: (employer) => adapterOf(employer) !== noAto,
        checkAccess: (request) =>
          Effect.timeoutOrElse(adapterOf(request.employer).checkAccess(request), {
            duration: TIME_LIMIT,
            orElse: () => Effect.succeed("error" as const)
          }),
        requestStapledFund: (request) =>
          Effect.timeoutOrElse(adapterOf(request.employer).requestStapledFund(request), {
            duration: TIME_LIMIT,
            orElse: () => Effect.succeed(StaplingResult.Unavailable())
          })
      })
    })
  )
}

/** How long a person in an embed may wait for the ATO. */
const TIME_LIMIT = "5 seconds"

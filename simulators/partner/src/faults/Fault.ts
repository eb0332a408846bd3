/**
 * A fault is one permanent mistake of a partner's implementation: a row of its group's table, `faults/<group>.ts`. The faults
 * measure `partner-check`: the first check that a fault names must find it, with the sentence of its finding.
 * `partner-sim --fault NAME` plays it for a person who wants to see what the check, or the service, does with it.
 *
 * Why hooks and no switches in the payroll's code: partners read that code as the example. Without a fault nothing is in
 * front of it, and the files here aren't loaded.
 *
 * The trap: `play` is called once for each simulator. Memory between calls belongs inside it, never beside it.
 */
import type {
  EntityNotFetched,
  FetchedEntity,
  FetchEntityOptions,
  ProductSecrets,
  VerifiedWebhook,
  VerifyOptions,
  WebhookPayload
} from "@embedded-super/partner-sdk"
import type { ServerHooks } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"

/** The groups of checks of `partner-check`. */
export type Group =
  | "signature"
  | "rotation"
  | "answer"
  | "unknown"
  | "callback"
  | "order"
  | "duplicate"
  | "privacy"
  | "burst"

/** A delivery as it arrived, and what it is verified with. */
export interface Delivery {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly secrets: ProductSecrets
  readonly options: VerifyOptions
}

export type Verify = (delivery: Delivery) => Promise<VerifiedWebhook>

type Options = Omit<FetchEntityOptions, "keys" | "fetch"> & {
  readonly keys: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
}

/** Fetches the entity of a webhook, or rejects with `EntityNotFetched`. */
type FetchEntity = (
  payload: WebhookPayload,
  options: Options
) => Promise<FetchedEntity<unknown> | EntityNotFetched>

/** Where a partner differs. Each hook has the payroll do its part (the last parameter), or does it in its place. */
export interface Hooks extends ServerHooks {
  /** Verifies and reads a delivery. */
  readonly verify?: (delivery: Delivery, verify: Verify) => Promise<VerifiedWebhook>
  /** Whether an accepted webhook is worked off. */
  readonly works?: (payload: WebhookPayload, works: boolean) => boolean
  /** Calls back after a webhook. */
  readonly entity?: (
    payload: WebhookPayload,
    options: Options,
    fetchEntity: FetchEntity
  ) => ReturnType<FetchEntity>
  /** Makes a call of the partner API that isn't the fetch of a webhook's entity. */
  readonly call?: (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>
}

/** A partner that isn't the plain simulator. */
export interface OtherPartner {
  /** By which it is started: `partner-sim --fault no-signature-check`. */
  readonly name: string
  /** The partner's behaviour, one sentence in the present tense. */
  readonly sentence: string
  readonly play: () => Hooks
}

export interface Fault extends OtherPartner {
  readonly group: Group
  /** The checks of `partner-check` that find it, the one that names it best first. */
  readonly killedBy: readonly [string, ...ReadonlyArray<string>]
  /** The finding of the first check in `killedBy`: `fail: ` or `warn: `, and its sentence. */
  readonly finding: string
}

/** A table of faults: the group is stated once. */
export const ofGroup = (group: Group, rows: ReadonlyArray<Omit<Fault, "group">>): ReadonlyArray<Fault> =>
  rows.map((row) => ({ ...row, group }))

/** The hooks of a partner that differs, for the code that they are called before. A plain partner has none. */
export const PartnerHooks = Context.Reference<Hooks>("@embedded-super/partner-simulator/PartnerHooks", {
  defaultValue: () => ({})
})

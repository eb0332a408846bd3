/**
 * The partner that is checked, as checks see it: `PartnerUnderTest` is the world of every check of this package.
 * `deliver/` sends the webhooks, `service/` plays the partner API that the receiver calls back; a check uses nothing
 * below it, so that each delivery and each call back is recorded and masked.
 *
 * Why deliveries never fail: a receiver that is down, slow or sends garbage is a result to be judged. `failure` then names
 * what happened, and `status` is null.
 *
 * The trap: the kit sees answers and calls back, nothing else. That a call isn't made can be judged only after `settled`,
 * and what the partner's own screens show can't be judged at all.
 */
import type { PartnerCheckDeclaration } from "@embedded-super/contracts/schemas"
import type { WebhookEventName, WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import type * as Effect from "effect/Effect"
import type { Check } from "../check/Check.ts"
import type { ExchangeId } from "../exchange/Exchange.ts"
import type { Draw } from "./Draw.ts"

export type PartnerCheck = Check<PartnerUnderTest>

/** A product, by its place in the settings. Only the first is always there. */
export type Which = 0 | 1

/** An entity of the played service. Each check makes its own, so that checks don't disturb each other. */
export interface Entity {
  readonly subject: WebhookSubjectName
  readonly id: string
  readonly remoteId: string
  readonly product: Which
  /** Its address in the played partner API. */
  readonly url: string
}

/** How far an entity is. The meaning of the states depends on the subject. */
export type Stage = "started" | "finished"

/** An event, as it is delivered: the same id over every repeat. */
export interface Webhook {
  readonly id: string
  readonly product: Which
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * The key that signs a delivery: the product's secrets, the other product's, one that nobody knows, one of no bytes, or the
 * partner's Ed25519 key.
 */
export type Signer = "secret" | "next_secret" | "other_product" | "unknown" | "empty" | "public_key"

export interface Sending {
  /** The signatures, in their order; by default the product's secret alone. Empty: the header is left out. */
  readonly signers?: ReadonlyArray<Signer>
  /** Seconds that the signed time is before now; negative for a time to come. */
  readonly age?: number
  /** Sent in place of `JSON.stringify(payload)`, and signed. */
  readonly body?: string
  /** Sent in place of the body that was signed. */
  readonly tampered?: string
  /** Replaces headers after signing; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** How header names are written. */
  readonly named?: (name: string) => string
  /** Sends the body in two parts, so that it arrives in more than one piece. */
  readonly inParts?: boolean
  /** Closes the connection once the receiver has begun to answer: the service would send again. */
  readonly dropped?: boolean
  /**
   * Which answers make the kit deliver it again, as the service would: those of a busy receiver (429 and 503), and by
   * default also one failure (5xx). `never` is for checks that judge those answers themselves.
   */
  readonly again?: "if busy" | "never"
}

/** Why there is no whole answer. */
export type DeliveryFailure =
  | "connection_refused"
  | "connection_reset"
  | "timeout"
  | "invalid_answer"
  /** The kit closed the connection, as it was meant to. */
  | "dropped"

/** A delivery and its result, recorded. */
export interface Answer {
  readonly id: ExchangeId
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly failure: DeliveryFailure | null
  /** The signed time, in seconds since 1970. */
  readonly signedAt: number
  /** Milliseconds from sending to the whole answer. */
  readonly took: number
  /** Milliseconds that the kit would have waited for it. */
  readonly within: number
}

export const isAccepted = ({ failure, status }: Answer): boolean =>
  failure === null && status !== null && status >= 200 && status < 300

/** A call of the receiver to the played partner API, recorded. */
export interface Callback {
  readonly id: ExchangeId
  readonly method: string
  /** The path without its query. */
  readonly path: string
  readonly query: string
  /** The product whose key it presented; undefined for no key, or an unknown one. */
  readonly product: Which | undefined
  readonly hasKey: boolean
  readonly idempotencyKey: string | undefined
  readonly status: number
  /** Milliseconds since the run began, of its beginning and of its answer. */
  readonly beganAt: number
  readonly endedAt: number
}

export interface EntityOptions {
  readonly product?: Which
  /** The version of the UUID that is its id: the service's own ids are of version 7, those that a partner imports of any. */
  readonly uuid?: 4 | 7
}

export interface RefusalOptions {
  /** Seconds, with 429 and 503. */
  readonly retryAfter?: number
  /** The calls that are refused; all of them if left out. */
  readonly method?: "GET" | "POST"
}

export interface PartnerUnderTest {
  /** Draws the values that a check makes up. */
  readonly draw: Draw
  /** The same with nothing drawn: for checks of many deliveries, where their number matters and not how each is written. */
  readonly plain: PartnerUnderTest
  readonly declared: PartnerCheckDeclaration
  /** Whether the settings name two products. */
  readonly hasTwoProducts: boolean
  /** Whether a product has a second secret. */
  readonly hasNextSecret: boolean
  /** Makes an entity that the played service knows. */
  readonly entity: (subject: WebhookSubjectName, options?: EntityOptions) => Entity
  /** Changes how far an entity is. */
  readonly advance: (entity: Entity, stage: Stage) => void
  /** An event of an entity; `change` replaces or adds fields of the payload. */
  readonly webhook: (
    entity: Entity,
    event: WebhookEventName,
    change?: Readonly<Record<string, unknown>>
  ) => Webhook
  /** Delivers it, and again if the receiver is busy. */
  readonly deliver: (webhook: Webhook, sending?: Sending) => Effect.Effect<Answer>
  /** The answer to a delivery of this check that found the receiver busy until the kit gave up; undefined if none did. */
  readonly busy: () => Answer | undefined
  /** The answer to the last webhook of an entity, if it wasn't 2xx: then no call has to follow. */
  readonly refusalOf: (entity: Entity) => Answer | undefined
  /** The calls about an entity so far, in the order in which they began. */
  readonly callbacks: (entity: Entity) => ReadonlyArray<Callback>
  /** All calls so far. */
  readonly allCallbacks: () => ReadonlyArray<Callback>
  /** Waits until it holds, at most as long as the receiver may take to call back. Returns whether it held. */
  readonly until: (holds: () => boolean) => Effect.Effect<boolean>
  /** How long that is, and whether the settings say so: if they don't, a call may come later. */
  readonly patience: { readonly ms: number; readonly isDeclared: boolean }
  /**
   * Whether the receiver may have stopped all calls of a product for a while: since one was refused with 429 or 5xx, none has
   * come.
   */
  readonly isPausing: (product: Which) => boolean
  /**
   * Waits until the earlier deliveries have been worked off, as far as that can be seen, and until no more calls about the entity
   * come.
   */
  readonly settled: (entity: Entity) => Effect.Effect<void>
  /** The next calls about an entity get these statuses, in this order, and then, or from `end` on, the real answer. */
  readonly refuseNext: (
    entity: Entity,
    statuses: ReadonlyArray<number>,
    options?: RefusalOptions
  ) => { readonly end: () => void }
  /** Calls about an entity wait for their answers, until this is released or the check ends. */
  readonly hold: (entity: Entity) => { readonly release: () => void }
  /** Another server, which isn't the service's: its address, and the calls that it got. */
  readonly foreign: {
    readonly url: string
    /** An address of it that begins with the service's: the service's host and port are its user name and password. */
    readonly disguisedUrl: string
    /** Whether the receiver can reach it: only if it calls back on this machine. */
    readonly isReachable: boolean
    readonly calls: () => ReadonlyArray<Callback>
  }
  /** The right signature of a delivery that is signed at that time, without its scheme. */
  readonly signatureOf: (webhook: Webhook, time: Pick<Answer, "signedAt">) => string
  /** Values that no answer to a delivery may hold: secrets, and the personal data of the played entities. */
  readonly planted: ReadonlyArray<{ readonly what: string; readonly value: string }>
}

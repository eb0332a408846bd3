import type { SchemaNode } from "./Schema.ts"

/** The webhooks that the service sends: the AsyncAPI document. */
export interface Webhooks {
  /** The known events, in the order of the document. */
  readonly events: ReadonlyArray<WebhookEvent>
  /** The schema of a payload with an unknown subject or event: the sets are open. */
  readonly unknown: string
  readonly subjects: ReadonlyArray<WebhookSubject>
  /** The fields of every payload. */
  readonly fields: ReadonlyArray<string>
  /** The headers of a delivery, in lower case. */
  readonly headers: ReadonlyArray<WebhookHeader>
}

export interface WebhookEvent {
  readonly subject: string
  readonly event: string
  /** The named schema of the payload. */
  readonly schema: string
  readonly description?: string
  /** Whether a later event of the same entity replaces a waiting delivery. */
  readonly superseded: boolean
  /** Whether no further webhook is sent for the entity. */
  readonly last: boolean
  /** The requirements and decisions that it comes from, from `x-source`. */
  readonly source?: string
}

/** The subject of a webhook. */
export interface WebhookSubject {
  readonly subject: string
  /** The named schema of its entity. */
  readonly entity: string
  /** The path of the entity, below the service's URL. */
  readonly path: string
}

export interface WebhookHeader {
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
  readonly description?: string
}

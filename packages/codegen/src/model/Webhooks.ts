import type { SchemaNode } from "./Schema.ts"

/** What the service sends: the AsyncAPI document. */
export interface Webhooks {
  /** The events of today, in the order of the document. */
  readonly events: ReadonlyArray<WebhookEvent>
  /** The schema of a payload whose subject or event isn't known: the sets are open. */
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
  /** Whether a later event of the same entity takes the place of a delivery that still waits. */
  readonly superseded: boolean
  /** Whether no further webhook is sent for the entity. */
  readonly last: boolean
}

/** What a webhook can be about. */
export interface WebhookSubject {
  readonly subject: string
  /** The named schema of its entity. */
  readonly entity: string
  /** Where the entity is fetched, below the service's address. */
  readonly path: string
}

export interface WebhookHeader {
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
  readonly description?: string
}

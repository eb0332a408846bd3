import type { SchemaNode } from "./Schema.ts"

/** What the service sends: the AsyncAPI document. */
export interface Webhooks {
  /** The events of today, in the order of the document. */
  readonly events: ReadonlyArray<WebhookEvent>
  /** The schema of a payload whose subject or event isn't known: the sets are open. */
  readonly unknown: string
  /** The headers of a delivery, in lower case. */
  readonly headers: ReadonlyArray<WebhookHeader>
}

export interface WebhookEvent {
  readonly subject: string
  readonly event: string
  /** The named schema of the payload. */
  readonly schema: string
  readonly description?: string
}

export interface WebhookHeader {
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
  readonly description?: string
}

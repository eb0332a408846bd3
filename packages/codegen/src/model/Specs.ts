import type { Bundle } from "../documents/bundle.ts"
import type { Api, Problem } from "./Api.ts"
import type { Component, SchemaNode } from "./Schema.ts"
import type { Shape } from "../runtime/shapes.ts"

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

/** One testable sentence of the description. */
export interface Requirement {
  readonly id: string
  readonly section: string
  readonly row?: string
  readonly level: "MUST" | "SHOULD"
  readonly text: string
  readonly due?: string
  readonly proof?: ReadonlyArray<string>
}

/** A message that an embed's frame posts to the page that holds it. */
export interface EmbedMessage {
  readonly kind: string
  /** The form of its data. */
  readonly data: Shape
}

/** All specs, read and checked. Emitters have no other input. */
export interface Specs {
  readonly apis: ReadonlyArray<Api>
  readonly components: ReadonlyMap<string, Component>
  readonly problems: ReadonlyMap<string, Problem>
  readonly webhooks?: Webhooks
  /** The messages of the embeds' frames, in the order of the document. */
  readonly messages?: ReadonlyArray<EmbedMessage>
  /** The catalogue of issue kinds, unchanged. */
  readonly issueKinds?: unknown
  /** The columns of the CSV files of specs/fund-files, by the schema of their rows. */
  readonly columns: ReadonlyMap<string, ReadonlyArray<string>>
  /** By field of a member registration, whether a fund that doesn't name it needs it. */
  readonly memberFields: ReadonlyMap<string, "required" | "optional">
  readonly requirements: ReadonlyArray<Requirement>
  /** The self-contained documents, by the name of their file: `partner-api`. */
  readonly bundles: ReadonlyMap<string, Bundle>
  /** Arazzo workflows by the name of their file, unchanged. */
  readonly workflows: ReadonlyMap<string, unknown>
}

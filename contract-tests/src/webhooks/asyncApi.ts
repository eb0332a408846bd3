import { fromFile, Parser } from "@asyncapi/parser"
import type { ValidateFunction } from "ajv"
import { join } from "node:path"
import { findings, newValidator } from "../openapi/operations.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"

/** A delivery as received. */
export interface Delivery {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** The raw bytes of the body, which the signature covers. */
  readonly body: Buffer
}

interface Message {
  readonly payload: ValidateFunction
  readonly headers: ValidateFunction
}

/** The AsyncAPI document, read by AsyncAPI's own parser. */
export interface WebhookDocument {
  /** The names of all events that the document's operations send. */
  readonly events: ReadonlyArray<string>
  /** Validates a delivery against the document; returns one line per violation. */
  readonly judge: (delivery: Delivery) => ReadonlyArray<string>
}

const error = 0

/** Reads the bundled document; a parser error is thrown. */
export const readWebhookDocument = async (): Promise<WebhookDocument> => {
  const file = join(projectRoot, "packages/contracts/bundled/webhooks.json")
  const { diagnostics, document } = await fromFile(new Parser(), file).parse()
  const errors = diagnostics.filter(({ severity }) => severity === error)
  if (document === undefined || errors.length > 0) throw new Error(JSON.stringify(errors, null, 2))
  const ajv = newValidator()
  const sent = document
    .operations()
    .all()
    .filter((operation) => operation.isSend())
    .flatMap((operation) => operation.messages().all())
  const messages = new Map(
    sent.map((message): [string, Message] => [
      message.name() ?? "",
      {
        payload: ajv.compile(message.payload()?.json() ?? false),
        headers: ajv.compile(message.headers()?.json() ?? false)
      }
    ])
  )
  return {
    events: [...messages.keys()],
    judge: ({ body, headers, method }) => {
      const payload: unknown = JSON.parse(body.toString("utf8"))
      const event = String((payload as Readonly<Record<string, unknown>>)["event"])
      const message = messages.get(event)
      if (message === undefined) return [`no operation sends ${event}`]
      return [
        ...(method === "POST" ? [] : [`sent with ${method}`]),
        ...findings(message.payload, payload).map((finding) => `${event} payload: ${finding}`),
        ...findings(message.headers, headers).map((finding) => `${event} headers: ${finding}`)
      ]
    }
  }
}

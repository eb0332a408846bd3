import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { request as httpRequest } from "node:http"
import { request as httpsRequest, type RequestOptions } from "node:https"

export interface Asked {
  readonly method?: string
  readonly path: string
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** The body, if it is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

/** Sends the request as given: only Host and Content-Length are added, and Content-Type if there is a body. */
export const askAt = (
  url: string,
  { headers, method, path, ...asked }: Asked,
  tls: Pick<RequestOptions, "ca" | "cert" | "key" | "maxVersion" | "minVersion"> = {}
) =>
  Effect.callback<Answer, NodeJS.ErrnoException>((resume) => {
    const body =
      asked.body === undefined || typeof asked.body === "string" ? asked.body : JSON.stringify(asked.body)
    const outgoing = (url.startsWith("https") ? httpsRequest : httpRequest)(
      url + path,
      {
        method: method ?? (body === undefined ? "GET" : "POST"),
        agent: false,
        ...tls,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers }
      },
      (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          const json = Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
          const { headers, statusCode = 0 } = incoming
          resume(Effect.succeed({ status: statusCode, headers, text, json }))
        })
      }
    )
    outgoing.on("error", (error) => resume(Effect.fail(error)))
    outgoing.end(body)
    return Effect.sync(() => outgoing.destroy())
  })

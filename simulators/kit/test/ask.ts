/** Asks a simulator, as given: no header is added but Host and Content-Length. */
import * as Effect from "effect/Effect"
import { request as httpRequest } from "node:http"
import { request as httpsRequest, type RequestOptions } from "node:https"
import { SimulatorAddress } from "../src/index.ts"

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

export const askAt = (
  url: string,
  asked: Asked,
  tls: Pick<RequestOptions, "ca" | "maxVersion" | "minVersion"> = {}
) =>
  Effect.callback<Answer, NodeJS.ErrnoException>((resume) => {
    const body = asked.body === undefined ? undefined : JSON.stringify(asked.body)
    const outgoing = (url.startsWith("https") ? httpsRequest : httpRequest)(
      url + asked.path,
      {
        method: asked.method ?? (body === undefined ? "GET" : "POST"),
        agent: false,
        ...tls,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...asked.headers }
      },
      (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          const { headers, statusCode = 0 } = incoming
          resume(
            Effect.succeed({ status: statusCode, headers, json: text === "" ? undefined : JSON.parse(text) })
          )
        })
      }
    )
    outgoing.on("error", (error) => resume(Effect.fail(error)))
    outgoing.end(body)
  })

/** Asks the simulator of the test. */
export const ask = (asked: Asked) => Effect.flatMap(SimulatorAddress, ({ url }) => askAt(url, asked))

import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { readBody, unread } from "../server/body.ts"
import { capturedReply } from "./capturedReply.ts"
import type { Call, ServerHooks, Exchange, Reply } from "./ServerHooks.ts"

/** A simulator refuses far smaller bodies; a larger one is passed on as it arrives. */
const largest = 1024 * 1024

const send = (response: ServerResponse, { body, headers, status }: Reply): void => {
  const kept = Object.entries(headers).filter(
    ([name]) => !["content-length", "transfer-encoding"].includes(name.toLowerCase())
  )
  const isChunked = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === "transfer-encoding" && value === "chunked"
  )
  const length = Buffer.byteLength(body)
  const hasBody = status !== 204 && status !== 304
  const framing: ReadonlyArray<readonly [string, string]> = isChunked
    ? [["Transfer-Encoding", "chunked"]]
    : hasBody
      ? [["content-length", String(length)]]
      : []
  response.writeHead(status, [...kept, ...framing].flat() as Array<string>)
  response.end(hasBody ? body : undefined)
}

/**
 * A hook that can't read a call is a mistake in the hook: the caller gets 500, as from any server, and others go on. Where
 * it happened is printed, and not the message, which may hold a part of the body.
 */
const stumbled = (error: unknown): Reply => {
  const where = error instanceof Error ? (error.stack ?? "").match(/^ {4}at .*$/gm) : null
  console.error(["A hook couldn't read a call.", ...(where ?? [])].join("\n"))
  return { status: 500, headers: { "content-type": "application/json" }, body: '{"status":500}' }
}

/** The request of a call, which a fault may have changed. */
const requestOf = (call: Call, original: Call): IncomingMessage => {
  const request = unread(original.source, call.body)
  if (call === original) return request
  const { "transfer-encoding": _, ...headers } = call.headers
  headers["content-length"] = String(call.body.length)
  const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).flatMap((one) => [name, one])
  )
  return Object.assign(request, { method: call.method, url: call.url, headers, rawHeaders })
}

/** Answers the calls of a server by the hook `exchange`, which has the server itself behind it. */
const fronted = (server: Server, exchange: Exchange, isExempt: (path: string) => boolean): void => {
  const emit = server.emit.bind(server) as (event: string, ...args: Array<unknown>) => boolean

  const take = (source: IncomingMessage, response: ServerResponse): void =>
    readBody(source, async (body) => {
      const call: Call = {
        ...{ method: source.method ?? "", url: source.url ?? "", headers: source.headers },
        ...{ body, source }
      }
      const serve = (changed: Call): Promise<Reply> =>
        capturedReply(requestOf(changed, call), response, (request, captured) =>
          emit("request", request, captured)
        )
      const answer = await Promise.resolve()
        .then(() => exchange(call, serve))
        .catch(stumbled)
      if (response.destroyed) return
      if (typeof answer === "function") answer(response)
      else send(response, answer)
    })

  server.emit = ((event: string, ...args: Array<unknown>) => {
    if (event !== "request") return emit(event, ...args)
    const [request, response] = args as [IncomingMessage, ServerResponse]
    const path = (request.url ?? "").split(/[?#]/, 1)[0]!
    if (isExempt(path) || Number(request.headers["content-length"] ?? 0) > largest)
      return emit("request", request, response)
    take(request, response)
    return true
  }) as typeof server.emit
}

/** Puts hooks in front of a server. One without hooks stays as it is. */
export const hooked = <S extends Server>(
  server: S,
  { exchange, server: change }: ServerHooks,
  isExempt: (path: string) => boolean
): S => {
  if (exchange !== undefined) fronted(server, exchange, isExempt)
  change?.(server)
  return server
}

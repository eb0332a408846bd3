import { type IncomingMessage, type Server, ServerResponse, type OutgoingHttpHeader } from "node:http"
import { Writable } from "node:stream"
import { readBody, unread } from "../server/answerAtOnce.ts"
import type { Call, ServerHooks, Exchange, Reply } from "./ServerHooks.ts"

type Headers = Record<string, string | ReadonlyArray<string>>

const textOf = (value: OutgoingHttpHeader): string | ReadonlyArray<string> =>
  Array.isArray(value) ? value : String(value)

/** The headers of `writeHead`, which are an object or a flat list of names and values. */
const headersIn = (given: unknown): Headers => {
  const pairs: ReadonlyArray<readonly [string, OutgoingHttpHeader]> = Array.isArray(given)
    ? Array.from({ length: given.length / 2 }, (_, at) => [given[2 * at], given[2 * at + 1]] as const)
    : Object.entries((given ?? {}) as Record<string, OutgoingHttpHeader>)
  return Object.fromEntries(pairs.map(([name, value]) => [name, textOf(value)]))
}

/** Takes an answer instead of a connection, so that it can be changed before it is sent. */
class CapturedResponse extends ServerResponse {
  readonly #chunks: Array<Buffer> = []
  #headers: Headers = {}

  constructor(request: IncomingMessage, done: (reply: Reply) => void) {
    super(request)
    const nowhere = new Writable({ write: (_chunk, _encoding, written) => setImmediate(written) })
    this.assignSocket(nowhere as never)
    this.once("finish", () =>
      done({
        status: this.statusCode,
        headers: { ...headersIn(this.getHeaders()), ...this.#headers },
        body: Buffer.concat(this.#chunks)
      })
    )
  }

  override writeHead(...args: ReadonlyArray<unknown>): this {
    this.#headers = headersIn(args.findLast((arg) => typeof arg === "object"))
    return super.writeHead(...(args as Parameters<ServerResponse["writeHead"]>))
  }

  #keep(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === "string")
      this.#chunks.push(
        Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")
      )
    else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk))
  }

  override write(...args: ReadonlyArray<unknown>): boolean {
    this.#keep(args[0], args[1])
    return super.write(...(args as Parameters<ServerResponse["write"]>))
  }

  override end(...args: ReadonlyArray<unknown>): this {
    this.#keep(args[0], args[1])
    // Not by `super.write`: Node writes the last piece itself.
    return super.end(...(args as Parameters<ServerResponse["end"]>))
  }
}

/** Has a request answered, and returns the answer. It never returns if the connection is closed instead. */
const capturedReply = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, response: ServerResponse) => void
): Promise<Reply> =>
  new Promise((resolve) => {
    const captured = new CapturedResponse(request, resolve)
    response.once("close", () => captured.destroy())
    answer(request, captured)
  })

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

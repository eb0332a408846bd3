import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from "node:http"
import { Writable } from "node:stream"
import type { Reply } from "./ServerHooks.ts"

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
export const capturedReply = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, response: ServerResponse) => void
): Promise<Reply> =>
  new Promise((resolve) => {
    const captured = new CapturedResponse(request, resolve)
    response.once("close", () => captured.destroy())
    answer(request, captured)
  })

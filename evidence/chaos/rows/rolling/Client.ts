import { Agent, request } from "node:http"

/** The end of a request: its status, or 0 and the reason. */
export interface Ended {
  readonly status: number
  readonly error: string
  readonly millis: number
  /** The entity that a POST asked for. */
  readonly remoteId: string | undefined
  /** The employer that a 201 names. */
  readonly id: string
}

export const HUNG = "hung"

/** A caller with one connection, which it keeps as long as the server does. It never retries. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #serviceUrl: string
  readonly #key: string
  readonly #patienceMillis: number

  constructor(serviceUrl: string, key: string, patienceMillis: number) {
    this.#serviceUrl = serviceUrl
    this.#key = key
    this.#patienceMillis = patienceMillis
  }

  /** Lists employers. */
  list(): Promise<Ended> {
    return this.#ask("GET", "/api/v1/employers?limit=1")
  }

  /** Makes an employer; its remote id is the Idempotency-Key, too. */
  create(remoteId: string): Promise<Ended> {
    return this.#ask("POST", "/api/v1/employers", remoteId)
  }

  close(): void {
    this.#agent.destroy()
  }

  #ask(method: string, path: string, remoteId?: string): Promise<Ended> {
    const began = performance.now()
    const body =
      remoteId === undefined
        ? undefined
        : JSON.stringify({ abn: "80 000 000 001", name: "Wattle Pty Ltd", remote_id: remoteId })
    return new Promise((resolve) => {
      const end = (status: number, error: string, id = "") =>
        resolve({ status, error, id, remoteId, millis: performance.now() - began })
      const outgoing = request(
        `${this.#serviceUrl}${path}`,
        {
          method,
          agent: this.#agent,
          signal: AbortSignal.timeout(this.#patienceMillis),
          headers: {
            "x-api-key": this.#key,
            ...(body === undefined
              ? {}
              : {
                  "content-type": "application/json",
                  "content-length": String(Buffer.byteLength(body)),
                  "idempotency-key": remoteId
                })
          }
        },
        (answer) => {
          const chunks: Array<Buffer> = []
          answer.on("data", (chunk: Buffer) => chunks.push(chunk))
          answer.on("error", ({ message }) => end(0, message))
          answer.on("end", () => {
            const status = answer.statusCode ?? 0
            const made = status === 201 ? JSON.parse(Buffer.concat(chunks).toString()).data.id : ""
            end(status, "", made)
          })
        }
      )
      outgoing.on("error", (error: NodeJS.ErrnoException) =>
        end(
          0,
          error.name === "TimeoutError" || error.name === "AbortError" ? HUNG : (error.code ?? error.message)
        )
      )
      outgoing.end(body)
    })
  }
}

import { violationIn } from "../programs/prism.ts"
import { type ApiName, implemented, type Operation, readDocument } from "./operations.ts"

export interface CallOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The expected status. */
  readonly status: number
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Untyped on purpose: the independent validator checks it, not a type.
  readonly body: any
}

/** A plain client of one API: it calls operations by name, and records which have answered 2xx. */
export interface Caller {
  /** The same client with other credentials. */
  readonly as: (credentials: Readonly<Record<string, string>>) => Caller["call"]
  readonly call: (operation: string, options: CallOptions) => Promise<Answer>
  /** Implemented operations that have not answered 2xx yet. */
  readonly uncalled: () => ReadonlyArray<string>
}

const urlOf = (base: string, operation: Operation, { path = {}, query = {} }: CallOptions): string => {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? "")
  )
  const search = new URLSearchParams(query).toString()
  return `${base}${filled}${search === "" ? "" : `?${search}`}`
}

const UUID = /(?<![0-9A-Za-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9A-Za-z])/g

/** The same text with its ids in capitals, which name the same things (RFC 9562, section 4). */
export const inCapitals = (text: string): string => text.replaceAll(UUID, (id) => id.toUpperCase())

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  return /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text
}

interface CallerOptions {
  readonly wanted?: (operation: Operation) => boolean
  /** Changes each URL and body before it is sent. */
  readonly written?: (text: string) => string
  /** Sends a call, as `fetch` does. */
  readonly send?: typeof fetch
}

/** Calls an API at a URL; `base` may be Prism's, whose violations are thrown. */
export const callerOf = (
  api: ApiName,
  base: string,
  credentials: Readonly<Record<string, string>> = {},
  { send = fetch, wanted = () => true, written = (text) => text }: CallerOptions = {}
): Caller => {
  const operations = implemented(readDocument(api)).filter(wanted)
  const answered = new Set<string>()

  const as =
    (who: Readonly<Record<string, string>>): Caller["call"] =>
    async (id, options) => {
      const operation = operations.find((candidate) => candidate.id === id)
      if (operation === undefined) throw new Error(`${api} has no operation ${id} with code`)
      const response = await send(written(urlOf(base, operation, options)), {
        method: operation.method,
        headers: {
          ...who,
          ...(options.body === undefined ? {} : { "content-type": "application/json" }),
          ...options.headers
        },
        ...(options.body === undefined ? {} : { body: written(JSON.stringify(options.body)) })
      })
      const body = await bodyOf(response)
      const violation = violationIn(body)
      if (violation !== undefined) throw new Error(`${id} breaks its contract: ${violation}`)
      if (response.status !== options.status) {
        throw new Error(`${id} answered ${response.status}, not ${options.status}: ${JSON.stringify(body)}`)
      }
      if (response.ok) answered.add(id)
      else if (operation.problems?.includes((body as Answer["body"]).code) === false) {
        throw new Error(`${id} doesn't list the problem ${(body as Answer["body"]).code} under x-problems`)
      }
      return { status: response.status, headers: response.headers, body }
    }

  return {
    as,
    call: as(credentials),
    uncalled: () => operations.map(({ id }) => id).filter((id) => !answered.has(id))
  }
}

import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { SpecChecker } from "../support/spec-checker.ts"

const bundled = (name: string) => new URL(`../../packages/contracts/bundled/${name}.json`, import.meta.url)

const simulator = new SpecChecker("simulator-api", bundled("simulator-api"))

/** Who is called, and the spec that each is held against. The fund and the payroll system are the simulators. */
const specs = {
  partner: new SpecChecker("partner-api", bundled("partner-api")),
  embed: new SpecChecker("embed-api", bundled("embed-api")),
  fund: simulator,
  payroll: simulator
}

/** A step that came out differently from the spec, or from what the walk expects. */
export class Difference extends Error {}

interface Call {
  readonly api: keyof typeof specs
  readonly operation: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** `X-API-Key` of a product or partner, or the bearer token of an embed. */
  readonly key?: string
  readonly token?: string
  readonly status: number
}

/** What `start` wrote for those who try it. */
export interface DemoFile {
  readonly service_url: string
  readonly docs_url: string
  readonly partner: { readonly id: string; readonly key: string }
  readonly products: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly key: string
    readonly webhook_secret: string
  }>
  readonly funds: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly url: string
    readonly auth: string
  }>
  readonly simulators: { readonly fund: string; readonly partner: string }
}

/** Reads `.data/demo.json`. */
export const readDemoFile = (dataDir: string): DemoFile => {
  try {
    return JSON.parse(readFileSync(`${dataDir}/demo.json`, "utf8"))
  } catch {
    throw new Difference(
      `There is no ${dataDir}/demo.json. Run start first, and the demo in a second terminal.`
    )
  }
}

/** Makes calls, prints each with its answer, and holds each answer against its spec. */
export class Walk {
  readonly #bases: Readonly<Record<keyof typeof specs, string>>
  #step = 0
  #quiet = false

  constructor(bases: Readonly<Record<keyof typeof specs, string>>) {
    this.#bases = bases
  }

  /** Say what follows. */
  say(sentence: string): void {
    this.#step++
    console.log(`\n${String(this.#step).padStart(2)}. ${sentence}`)
  }

  async call<Data = any>(call: Call): Promise<Data> {
    const spec = specs[call.api]
    const { method, path } = spec.route(call.operation)
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(call.params?.[name] ?? ""))
    const url = new URL(this.#bases[call.api] + filled)
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
    const idempotencyKey = randomUUID()
    const send = () =>
      fetch(url, {
        method,
        headers: {
          ...(method === "POST" && call.api === "partner" ? { "idempotency-key": idempotencyKey } : {}),
          ...(call.key === undefined ? {} : { "x-api-key": call.key }),
          ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
          ...(call.body === undefined ? {} : { "content-type": "application/json" })
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) })
      })
    const response = await this.#patiently(send)
    const text = await response.text()
    const body = text === "" ? undefined : JSON.parse(text)
    if (!this.#quiet) console.log(`    ${method} ${filled} -> ${response.status} (${call.operation})`)
    const differences = spec.differences(call.operation, {
      status: response.status,
      headers: response.headers,
      body
    })
    if (differences.length > 0) throw new Difference(`${call.operation}: ${differences.join("; ")}`)
    if (response.status !== call.status) {
      const said = body?.code === undefined ? "" : `: ${body.code}, ${body.detail}`
      throw new Difference(`${call.operation} answered ${response.status} instead of ${call.status}${said}`)
    }
    return body
  }

  /** Sends again while nobody answers. Safe: a POST carries its idempotency key, and the other methods repeat well. */
  async #patiently(send: () => Promise<Response>): Promise<Response> {
    const deadline = performance.now() + 60_000
    for (let waiting = false; ; waiting = true) {
      try {
        return await send()
      } catch (error) {
        if (performance.now() > deadline) throw new Difference(`Nobody answers (${String(error)}).`)
        if (!waiting) console.log("    nobody answers: waiting up to 60 s for start to come back")
        await new Promise((next) => setTimeout(next, 250))
      }
    }
  }

  /** Make calls that are not part of the story. */
  async quietly<A>(calls: () => Promise<A>): Promise<A> {
    this.#quiet = true
    try {
      return await calls()
    } finally {
      this.#quiet = false
    }
  }

  /** Show some of an answer. */
  show(facts: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(facts)) console.log(`       ${name}: ${String(value)}`)
  }

  /** Fail the walk unless something holds. */
  expect(holds: boolean, otherwise: string): asserts holds {
    if (!holds) throw new Difference(otherwise)
  }

  /** Ask again until there is an answer, for things that happen in the background. */
  async until<A>(what: string, look: () => Promise<A | undefined>, seconds = 30): Promise<A> {
    const deadline = performance.now() + seconds * 1000
    while (performance.now() < deadline) {
      const found = await look()
      if (found !== undefined) return found
      await new Promise((next) => setTimeout(next, 100))
    }
    throw new Difference(`${what} did not happen within ${seconds} s`)
  }
}

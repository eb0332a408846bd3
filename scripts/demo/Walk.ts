import { SpecChecker } from "@embedded-super/program/testing/SpecChecker"
import type { EmbedCall } from "@embedded-super/program/testing/walk"
import { randomBytes } from "node:crypto"
import { Difference } from "./demoFile.ts"
import { type Answer, Patience } from "./Patience.ts"

const bundled = (name: string) => new URL(`../../packages/contracts/bundled/${name}.json`, import.meta.url)

const simulator = new SpecChecker("simulator-api", bundled("simulator-api"))

/**
 * The servers that are called, with the spec that each is checked against. The fund and the payroll system are the
 * simulators.
 */
const specs = {
  partner: new SpecChecker("partner-api", bundled("partner-api")),
  embed: new SpecChecker("embed-api", bundled("embed-api")),
  fund: simulator,
  payroll: simulator
}

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

/** Makes calls, prints each with its answer, and checks each answer against its spec. */
export class Walk {
  readonly #bases: Readonly<Record<keyof typeof specs, string>>
  readonly #patience = new Patience()
  #step = 0
  #quiet = false
  /** The revision of the view that each frame saw last, by its token. */
  readonly #seen = new Map<string, number>()

  constructor(bases: Readonly<Record<keyof typeof specs, string>>) {
    this.#bases = bases
  }

  /** Prints the next step's heading. */
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
    const request = (idempotencyKey: string): RequestInit => ({
      method,
      headers: {
        ...(method === "POST" && call.api === "partner" ? { "idempotency-key": idempotencyKey } : {}),
        ...(call.key === undefined ? {} : { "x-api-key": call.key }),
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(method === "GET" ? {} : this.#asSeen(call.token)),
        ...(call.body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) })
    })
    const hold = (answer: Answer) => {
      if (!this.#quiet) console.log(`    ${method} ${filled} -> ${answer.status} (${call.operation})`)
      const differences = spec.differences(call.operation, answer)
      if (differences.length > 0) throw new Difference(`${call.operation}: ${differences.join("; ")}`)
      this.#see(call.token, answer.body)
    }
    const { body, status } = await this.#patience.answerTo(url, request, hold)
    if (status !== call.status) {
      const reason = body?.code === undefined ? "" : `: ${body.code}, ${body.detail}`
      throw new Difference(`${call.operation} answered ${status} instead of ${call.status}${reason}`)
    }
    return body
  }

  /** The revision that a frame sends with a change: that of the view that the person sees. */
  #asSeen(token: string | undefined): Readonly<Record<string, string>> {
    const revision = token === undefined ? undefined : this.#seen.get(token)
    return revision === undefined ? {} : { "if-match": `"${revision}"` }
  }

  #see(token: string | undefined, body: any): void {
    const revision = body?.data?.revision ?? body?.revision ?? body?.view?.revision
    if (token !== undefined && typeof revision === "number") this.#seen.set(token, revision)
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

  /** Polls until background work has a result. Time without an answer doesn't count. */
  async until<A>(what: string, look: () => Promise<A | undefined>, seconds = 60): Promise<A> {
    const elapsed = this.#patience.stopwatch()
    for (let isPrinted = false; elapsed() < seconds * 1000;) {
      const found = await look()
      if (found !== undefined) return found
      if (!isPrinted && elapsed() > 2000) {
        console.log(`    ${what} has not come yet: waiting for it up to ${seconds} s`)
        isPrinted = true
      }
      await new Promise((next) => setTimeout(next, 100))
    }
    throw new Difference(`${what} did not come within ${seconds} s`)
  }
}

/** Requests the address of an embed, as the payroll system's server, and opens it. Returns the frame's calls. */
export const openEmbed = async (
  walk: Walk,
  key: string,
  operation: string,
  id: string,
  body: unknown
): Promise<EmbedCall> => {
  const { data: generated } = await walk.call({
    api: "partner",
    key,
    operation,
    params: { id },
    body,
    status: 201
  })
  const { data: opened } = await walk.call({
    api: "embed",
    operation: "openEmbed",
    body: { embed_url: generated.embed_url, opener: randomBytes(16).toString("base64url") },
    status: 201
  })
  return async (operation, sent = {}) =>
    (await walk.call({ api: "embed", token: opened.token, operation, ...sent, status: 200 })).data
}

/** Waits for a webhook in the payroll system's inbox, and shows it. */
export const webhook = async (walk: Walk, id: string, event: string): Promise<void> => {
  const received = await walk.until(`The webhook ${event}`, async () => {
    const { data } = await walk.quietly(() =>
      walk.call({ api: "payroll", operation: "listReceivedWebhooks", query: { limit: "100" }, status: 200 })
    )
    return data.find((delivery: any) => delivery.payload?.id === id && delivery.payload.event === event)
  })
  walk.expect(received.verified, `the signature of ${event} is not good`)
  console.log(`    webhook ${event} (${received.webhook_id}), signature verified`)
  console.log(`       ${JSON.stringify(received.payload)}`)
}

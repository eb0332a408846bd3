import { assert, describe, it } from "vitest"
import { sleepFor } from "../../src/client/retrying.ts"
import { createClient, type RetryOptions } from "../../src/index.ts"

const baseUrl = "https://api.embedded-super.example"
const NOW = Date.parse("2026-11-21T00:00:00Z")

type Answer = Response | Error | "never"

const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify({ code }), { status, headers })
const limited = (retryAfter?: string) =>
  problem(429, "rate_limited", retryAfter === undefined ? {} : { "retry-after": retryAfter })
const done = () => Response.json({ data: { id: "1" }, version: "v1" })
const lost = () => new TypeError("fetch failed")

/** A client of a service that gives these answers, on a clock that only its waits move. */
const played = (answers: ReadonlyArray<Answer>, options: RetryOptions = {}) => {
  const requests: Array<Request> = []
  const bodies: Array<string> = []
  const waits: Array<number> = []
  const limit = new AbortController()
  let now = NOW
  const client = createClient({
    baseUrl,
    apiKey: "key",
    fetch: async (request) => {
      requests.push(request)
      bodies.push(await request.text())
      const answer = answers[requests.length - 1]
      if (answer === "never")
        return new Promise((_, reject) => {
          request.signal.addEventListener("abort", () => reject(request.signal.reason))
          if (requests.length === answers.length)
            limit.abort(new DOMException("The time is over.", "TimeoutError"))
        })
      if (answer instanceof Response) return answer
      throw answer ?? new Error("One request too many")
    },
    retry: {
      now: () => now,
      random: () => 0,
      sleep: async (millis) => {
        waits.push(millis)
        now += millis
      },
      timeout: () => limit.signal,
      ...options
    }
  })
  return { bodies, client, requests, waits }
}

const path = { id: "c2bc0c04-6b98-4333-91a6-919f5ebc9000" }
const wattle = { abn: "51 824 753 556", name: "Wattle & Daughters Pty Ltd", remote_id: "1234" }

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => (error instanceof Error ? error.name : error)
  )

describe("a call that is tried again", () => {
  it("waits as long as the answer says: seconds, or a date", async () => {
    const { client, waits } = played([
      limited("7"),
      problem(503, "service_unavailable", { "retry-after": "Sat, 21 Nov 2026 00:00:10 GMT" }),
      done()
    ])
    const { data } = await client.GET("/api/v1/employers/{id}", { params: { path } })
    assert.strictEqual(data?.data.id, "1")
    assert.deepStrictEqual(waits, [7_000, 3_000])
  })

  it("waits exponentially longer, with jitter, if the answer doesn't say", async () => {
    const answers = () => [limited(), limited("soon"), limited(), limited(), limited(), limited(), limited()]
    const least = played(answers(), { maxTries: 7 })
    const most = played(answers(), { maxTries: 7, random: () => 1 })
    for (const { client } of [least, most])
      assert.strictEqual((await client.GET("/api/v1/employers")).response.status, 429)
    assert.deepStrictEqual(least.waits, [500, 1_000, 2_000, 4_000, 8_000, 8_000])
    assert.deepStrictEqual(most.waits, [750, 1_500, 3_000, 6_000, 12_000, 12_000])
  })

  it("doesn't wait for a moment that has passed", async () => {
    const { client, waits } = played([limited("Fri, 20 Nov 2026 00:00:00 GMT"), done()])
    await client.GET("/api/v1/employers")
    assert.deepStrictEqual(waits, [0])
  })

  it("is tried three times, or as often as the option says; the last answer is the call's", async () => {
    const three = played([limited("1"), limited("1"), limited("1")])
    const one = played([limited("1")], { maxTries: 1 })
    for (const { client } of [three, one]) {
      const { error, response } = await client.GET("/api/v1/employers")
      assert.deepStrictEqual([response.status, error?.code], [429, "rate_limited"])
    }
    assert.deepStrictEqual([three.requests.length, one.requests.length], [3, 1])
  })

  it("isn't tried again after any other refusal", async () => {
    for (const refusal of [
      problem(422, "validation_failed"),
      problem(409, "remote_id_taken"),
      problem(500, "internal_error")
    ]) {
      const { client, requests } = played([refusal])
      await client.POST("/api/v1/employers", { body: wattle })
      assert.lengthOf(requests, 1)
    }
  })

  it("begins no wait that would end after the time limit", async () => {
    const { client, waits } = played([limited("40"), limited("20")], { timeLimitMillis: 60_000 })
    const { response } = await client.GET("/api/v1/employers")
    assert.strictEqual(response.status, 429)
    assert.deepStrictEqual(waits, [40_000])
  })
})

describe("a call that got no answer", () => {
  it("is sent again if that does nothing twice: GET, PUT, DELETE", async () => {
    const sent = async (call: (client: ReturnType<typeof played>["client"]) => Promise<unknown>) => {
      const { client, requests, waits } = played([lost(), new Error("ECONNRESET"), done()])
      await call(client)
      assert.deepStrictEqual(waits, [500, 1_000])
      return requests.length
    }
    const params = { params: { path } }
    assert.strictEqual(await sent((client) => client.GET("/api/v1/employers/{id}", params)), 3)
    assert.strictEqual(await sent((client) => client.PUT("/api/v1/employer-issue/{id}/resolve", params)), 3)
    assert.strictEqual(await sent((client) => client.DELETE("/api/v1/onboarding-session/{id}", params)), 3)
  })

  it("is sent again if it is a POST, with the same body and Idempotency-Key", async () => {
    const { bodies, client, requests } = played([lost(), limited("0"), done()])
    await client.POST("/api/v1/employers", { body: wattle })
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"))
    assert.match(keys[0] ?? "", /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(new Set(keys).size, 1)
    assert.deepStrictEqual(
      bodies,
      Array.from({ length: 3 }, () => JSON.stringify(wattle))
    )
  })

  it("waits while the first try of its key still runs", async () => {
    const { client, waits } = played([lost(), problem(409, "idempotency_in_progress"), done()])
    const { data } = await client.POST("/api/v1/employers", { body: wattle })
    assert.strictEqual(data?.data.id, "1")
    assert.deepStrictEqual(waits, [500, 1_000])
  })

  it("isn't sent again if it is a PATCH, whose repeat would be refused with 412; a 429 is", async () => {
    const change = { params: { path, header: { "If-Match": '"3"' } }, body: { name: "Wattle" } }
    const unanswered = played([lost()])
    assert.strictEqual(await reasonOf(unanswered.client.PATCH("/api/v1/employers/{id}", change)), "TypeError")
    const refused = played([limited("1"), done()])
    await refused.client.PATCH("/api/v1/employers/{id}", change)
    assert.deepStrictEqual([unanswered.requests.length, refused.requests.length], [1, 2])
  })

  it("rejects as its last try did", async () => {
    const { client, requests } = played([lost(), lost(), new RangeError("the last")])
    assert.strictEqual(await reasonOf(client.GET("/api/v1/employers")), "RangeError")
    assert.lengthOf(requests, 3)
  })

  it("counts an answer that breaks off as none", async () => {
    const broken = new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"data":'))
          controller.error(new TypeError("terminated"))
        }
      })
    )
    const { client, requests } = played([broken, done()])
    const { data } = await client.GET("/api/v1/employers/{id}", { params: { path } })
    assert.strictEqual(data?.data.id, "1")
    assert.lengthOf(requests, 2)
  })
})

describe("the end of a call", () => {
  it("comes at its time limit, whichever try is under way", async () => {
    const { client, requests } = played([limited("1"), "never"])
    assert.strictEqual(await reasonOf(client.GET("/api/v1/employers")), "TimeoutError")
    assert.lengthOf(requests, 2)
  })

  it("may be as far away as timers reach", async () => {
    const limits: Array<number> = []
    const timeout = (millis: number) => {
      limits.push(millis)
      return new AbortController().signal
    }
    const { client } = played([limited("3000000"), done()], { timeLimitMillis: Infinity, timeout })
    assert.strictEqual((await client.GET("/api/v1/employers")).response.status, 429)
    assert.deepStrictEqual(limits, [2_147_483_647])
  })

  it("comes when the caller's signal aborts, with the signal's reason: while it waits, and before it sends", async () => {
    const stop = new AbortController()
    const { signal } = stop
    const sleep = async (_: number, ends: AbortSignal) => {
      stop.abort("enough")
      ends.throwIfAborted()
    }
    const waiting = played([limited("7")], { sleep })
    const late = played([done()])
    for (const { client } of [waiting, late])
      assert.strictEqual(await reasonOf(client.GET("/api/v1/employers", { signal })), "enough")
    assert.deepStrictEqual([waiting.requests.length, late.requests.length], [1, 0])
  })

  it("ends the wait of the default clock, too", async () => {
    const stop = new AbortController()
    const waited = sleepFor(2 ** 31 - 1, stop.signal)
    stop.abort("enough")
    assert.strictEqual(await reasonOf(waited), "enough")
    assert.strictEqual(await reasonOf(sleepFor(0, stop.signal)), "enough")
    assert.strictEqual(await reasonOf(sleepFor(0, new AbortController().signal)), "answered")
  })
})

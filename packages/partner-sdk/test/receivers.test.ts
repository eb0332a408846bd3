/** The receivers in the servers that partners use, called over a real connection. */
import type { AddressInfo } from "node:net"
import { createServer } from "node:http"
import express from "express"
import fastify from "fastify"
import { afterAll, assert, describe, it } from "vitest"
import { signWebhook, type VerifiedWebhook } from "../src/index.ts"
import { expressWebhooks } from "../src/receivers/express.ts"
import { fastifyWebhooks } from "../src/receivers/fastify.ts"
import { webhookReceiver } from "../src/receivers/web.ts"
import { ours, productId, secret } from "./vectors.ts"

const ends: Array<() => unknown> = []
afterAll(() => Promise.all(ends.map((end) => end())))

let got: Array<VerifiedWebhook> = []
const options = {
  secrets: { [productId]: secret },
  onWebhook: (webhook: VerifiedWebhook) => {
    if (webhook.payload.remote_id === "fails") throw new Error("the database is away")
    got.push(webhook)
  }
}

const listening = async (app: ReturnType<typeof express>) => {
  const server = app.listen(0, "127.0.0.1")
  ends.push(() => server.close())
  await new Promise((done) => server.once("listening", done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const quiet = ((error: Error, _request, response, _next) =>
  void response.status(500).send(error.message)) satisfies express.ErrorRequestHandler

/** Each server as a partner would write it, in about ten lines. */
const servers = {
  Express: () => listening(express().post("/webhooks", expressWebhooks(options)).use(quiet)),
  "Express with express.raw": () =>
    listening(
      express()
        .use(express.raw({ type: "*/*" }))
        .post("/webhooks", expressWebhooks(options))
        .use(quiet)
    ),
  "Express with express.json, which keeps rawBody": () =>
    listening(
      express()
        .use(express.json({ verify: (request, _, bytes) => void Object.assign(request, { rawBody: bytes }) }))
        .post("/webhooks", expressWebhooks(options))
        .use(quiet)
    ),
  Fastify: async () => {
    const app = fastify()
    ends.push(() => app.close())
    app.post("/other", (request, reply) => reply.send(request.body))
    await app.register(fastifyWebhooks, { path: "/webhooks", ...options })
    return app.listen({ port: 0, host: "127.0.0.1" })
  },
  "the web-standard Request": async () => {
    const receive = webhookReceiver(options)
    const server = createServer(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      )
      const given = new Request("http://localhost/webhooks", {
        method: "POST",
        headers,
        body: Buffer.concat(chunks)
      })
      const answer = await receive(given).catch(() => new Response(null, { status: 500 }))
      response.writeHead(answer.status).end(await answer.text())
    }).listen(0, "127.0.0.1")
    ends.push(() => server.close())
    await new Promise((done) => server.once("listening", done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}

const deliver = async (url: string, change: object = {}, signedWith = secret) => {
  // JSON.parse and JSON.stringify would lose these spaces: only the raw body has this signature.
  const body = JSON.stringify({ ...JSON.parse(ours.body), ...change }, null, 1)
  const headers = await signWebhook({ id: "msg_01a1fb8d-9f48-7000-8000-000000000001", body }, signedWith)
  return fetch(url, { method: "POST", body, headers: { ...headers, "content-type": "application/json" } })
}

describe.each(Object.entries(servers))("a receiver in %s", (_, start) => {
  it("takes what is signed, also of a subject that it doesn't know, and refuses the rest [R-9-6, R-9-7]", async () => {
    const url = `${await start()}/webhooks`
    got = []
    assert.strictEqual((await deliver(url)).status, 204)
    assert.strictEqual((await deliver(url, { subject: "product", event: "product_changed" })).status, 204)
    assert.deepStrictEqual(
      got.map(({ isKnown }) => isKnown),
      [true, false]
    )
    const forged = await deliver(url, {}, `whsec_${btoa("another secret of enough bytes")}`)
    assert.strictEqual(forged.status, 400)
    assert.match(await forged.text(), /^No signature/)
    assert.strictEqual((await fetch(url, { method: "POST", body: "{}" })).status, 400)
    assert.strictEqual((await deliver(url, { remote_id: "fails" })).status, 500)
    assert.lengthOf(got, 2)
  })
})

describe("a receiver behind a body parser", () => {
  it("says in Express what to do about it", async () => {
    const url = await listening(
      express().use(express.json()).post("/webhooks", expressWebhooks(options)).use(quiet)
    )
    const answer = await deliver(`${url}/webhooks`)
    assert.strictEqual(answer.status, 500)
    assert.match(
      await answer.text(),
      /parsed before it was verified\. Mount the receiver before express\.json/
    )
  })

  it("leaves Fastify's other routes their parsers", async () => {
    const answer = await fetch(`${await servers.Fastify()}/other`, {
      method: "POST",
      body: `{"a":1}`,
      headers: { "content-type": "application/json" }
    })
    assert.deepStrictEqual(await answer.json(), { a: 1 })
  })
})

/** A partner's plain JavaScript: runs the README's programs beside it, and prints what came of each, as JSON. */
import { decodeWebhook, signWebhook } from "@embedded-super/partner-sdk"
import { mockService } from "@embedded-super/partner-sdk/msw"
import { http, HttpResponse } from "msw"
import { setupServer } from "msw/node"
import { generateKeyPairSync, sign } from "node:crypto"
import { once } from "node:events"
import { Server } from "node:net"
import process from "node:process"

const service = mockService()
const ed25519 = generateKeyPairSync("ed25519")
const raw = ed25519.publicKey.export({ format: "der", type: "spki" }).subarray(12)
const keys = [
  { kid: "1", partner_id: "us", public_key: `whpk_${raw.toString("base64")}`, valid_until: null },
  { kid: "2", partner_id: "others", public_key: `whpk_${"A".repeat(43)}=`, valid_until: null }
]
const published = http.get(`${service.baseUrl}/.well-known/webhook-keys`, () => HttpResponse.json({ keys }))
const mock = setupServer(published, ...service.handlers)
mock.listen({ onUnhandledFrame: "bypass" })

Object.assign(process.env, {
  PORT: "0",
  PRODUCT_ID: service.product.id,
  PRODUCT_KEY: service.product.key,
  WEBHOOK_SECRET: service.product.webhookSecret
})

const program = (name) => import(new URL(name, import.meta.url))

const { employer } = await program("employer.mjs")
service.chooseDefaultFund(employer.id)
const event = service.events.at(-1)
const known = await service.deliveryOf(event)
const unknown = await service.deliveryOf({
  webhook_id: "msg_01a1fb8d-9f48-7000-8000-000000000002",
  payload: { ...event.payload, subject: "product", event: "product_changed" }
})
const forged = { body: known.body.replace(event.payload.remote_id, "9999"), headers: known.headers }
const deliveries = { known, unknown, forged }

/** A receiver's answer to each delivery, and the lines that it prints meanwhile. */
const outcomesOf = async (deliver) => {
  const printed = []
  const log = console.log
  console.log = (...words) => printed.push(words.join(" "))
  const statuses = {}
  for (const [name, delivery] of Object.entries(deliveries)) statuses[name] = await deliver(delivery)
  console.log = log
  return { statuses, printed }
}

/** The port of the server that a program starts. */
const portOf = async (name) => {
  const { listen } = Server.prototype
  const started = new Promise((resolve) => {
    Server.prototype.listen = function (...args) {
      resolve(this)
      return listen.apply(this, args)
    }
  })
  await program(name)
  const server = await started
  Server.prototype.listen = listen
  if (!server.listening) await once(server, "listening")
  return server.address().port
}

const over = async (name) => {
  const url = `http://localhost:${await portOf(name)}/webhooks`
  return outcomesOf(async ({ body, headers }) => (await fetch(url, { method: "POST", body, headers })).status)
}

const { default: web } = await program("web.mjs")
const { take } = await program("verify.mjs")
const { entityOf } = await program("fetch.mjs")
const { takeSigned } = await program("v1a.mjs")

const v1a = ({ body, headers }) => {
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const signature = sign(null, Buffer.from(text), ed25519.privateKey).toString("base64")
  return takeSigned(body, { ...headers, "webhook-signature": `v1a,${signature}` }, "us")
}

const results = {
  employer: employer.name,
  express: await over("express.mjs"),
  fastify: await over("fastify.mjs"),
  web: await outcomesOf(async ({ body, headers }) => {
    const request = new Request("https://payroll.example.com/webhooks", { method: "POST", body, headers })
    return (await web.fetch(request)).status
  }),
  verify: await outcomesOf(({ body, headers }) => take(body, headers)),
  entity: (await entityOf(event.payload)).employer_default_super_fund_product !== null,
  stranger: await entityOf({ ...event.payload, url: "https://evil.example/api/v1/employers/1" }).catch(
    ({ reason }) => reason
  ),
  v1a: await v1a(known),
  notV1a: await takeSigned(known.body, known.headers, "us").catch(({ reason }) => reason),
  decoded: decodeWebhook(unknown.body).isKnown,
  signed: Object.keys(await signWebhook({ id: "msg_1", body: "{}" }, service.product.webhookSecret))
}
mock.close()
process.stdout.write(JSON.stringify(results), () => process.exit(0))

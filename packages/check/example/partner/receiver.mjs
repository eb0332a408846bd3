/** A receiver of webhooks in thirty lines of Node, with three mistakes. `npx partner-check` finds them; README.md beside this has the steps. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"

const { PARTNER_CHECK_KEY_1, PARTNER_CHECK_KEY_2, PARTNER_CHECK_SECRET_1, PARTNER_CHECK_SECRET_2, PORT } =
  process.env
const products = {
  "bffc9067-28ee-4381-a0f2-92fae25d9f83": { key: PARTNER_CHECK_KEY_1, secret: PARTNER_CHECK_SECRET_1 },
  "01a0f4c2-c400-7000-8000-000000000002": { key: PARTNER_CHECK_KEY_2, secret: PARTNER_CHECK_SECRET_2 }
}
const events = /^(employer_settings|employee)_changed$|^onboarding_\w+ed$|^employer_issue_\w+ed$/

const isSigned = ({ headers }, body, secret) => {
  const [id, sentAt, signature = ""] = ["id", "timestamp", "signature"].map(
    (name) => headers[`webhook-${name}`]
  )
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const wanted = Buffer.from(
    `v1,${createHmac("sha256", key).update(`${id}.${sentAt}.${body}`).digest("base64")}`
  )
  const given = Buffer.from(signature)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const callBack = async ({ url }, { key }) => {
  const answer = await fetch(url, { headers: { "X-API-Key": key } })
  console.log(answer.status, await answer.json())
}

const receive = async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  const payload = JSON.parse(body)
  const product = products[payload.product_id]
  const isOurs = product !== undefined && isSigned(request, body, product.secret)
  response.writeHead(isOurs ? 204 : 400).end()
  if (isOurs && events.test(payload.event)) await callBack(payload, product)
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.headersSent || response.writeHead(400).end())
}).listen(Number(PORT ?? 0), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`))

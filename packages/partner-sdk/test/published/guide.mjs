/** A partner's plain JavaScript: runs the programs of the guide "Use the SDK" beside it, and prints what came of each, as JSON. */
import { mockService } from "@embedded-super/partner-sdk/msw"
import { setupServer } from "msw/node"
import process from "node:process"

const service = mockService()
const mock = setupServer(...service.handlers)
mock.listen({ onUnhandledFrame: "bypass" })
Object.assign(process.env, {
  PORT: "0",
  PRODUCT_ID: service.product.id,
  PRODUCT_KEY: service.product.key,
  SERVICE_URL: service.baseUrl,
  WEBHOOK_SECRET: service.product.webhookSecret
})

const program = (name) => import(new URL(name, import.meta.url))

const { createEmployer } = await program("createEmployer.mjs")
const { renameEmployer } = await program("renameEmployer.mjs")
const { unconfigured } = await program("employers.mjs")
const { catchUp } = await program("catchUp.mjs")
const { size } = await program("inbox.mjs")
await program("server.mjs")

const wattle = await createEmployer({ abn: "51 824 753 556", id: "1234", name: "Wattle" })
await createEmployer({ abn: "53 004 085 616", id: "1235", name: "Banksia Bakery" })
const { count } = await program("patient.mjs")
service.chooseDefaultFund(wattle.id)
const { data } = await renameEmployer(wattle.id, "Wattle & Daughters Pty Ltd")
const cursor = await catchUp()
const first = size()
await catchUp()
service.chooseDefaultFund(wattle.id)
await catchUp(cursor)
const results = {
  count,
  renamed: data.data.name,
  unconfigured: await unconfigured(),
  taken: [first, size()]
}
mock.close()
process.stdout.write(JSON.stringify(results), () => process.exit(0))

import { assert, it } from "@effect/vitest"
import { join } from "node:path"
import { shownPath, webhookPath, startCommand, typedCommands } from "./things.ts"
import { projectRoot } from "../config/projectRoot.ts"

const id = "0198c7a1-52b8-7c7e-9d0c-1a2b3c4d5e6f"

it.each([
  ["/", "/"],
  [`/api/v1/employers/${id}/employer-issues`, `/api/v1/employers/${id}/employer-issues`],
  ["/api/v1/employees/Jane%20Citizen", "/api/v1/employees/…"],
  ["/api/v1/employees/123456782", "/api/v1/employees/…"]
])("shows of the path %s the words and ids: %s", (path, expected) => {
  assert.strictEqual(shownPath(path), expected)
})

it.each([
  ["https://partner.example/webhooks", "/webhooks"],
  ["http://localhost:4000/webhooks/embedded-super?token=abc", "/webhooks/embedded-super"],
  ["https://hooks.example/services/T024BE7LD/Xq9kPzR4", "/services/…/…"],
  [`https://hooks.example/in/${id}`, "/in/…"],
  ["https://hooks.example/in/qwertyuiopasdfghjklzxcvbnm", "/in/…"],
  ["no address", "/"]
])("shows of the webhook address %s only words, since the rest may be its key: %s", (url, expected) => {
  assert.strictEqual(webhookPath(url), expected)
})

const typed = (dataDir: string) => typedCommands({ dataDir })

it("each command is as it is typed, with the data folder of this start", () => {
  assert.strictEqual(
    typed("/srv/demo")("`admin fund-calls enter-number 1 NUMBER`, or `admin fund-calls release 1`"),
    "`npx --yes pnpm@12.21.0 admin fund-calls enter-number 1 NUMBER --dev --data-dir /srv/demo`, or " +
      "`npx --yes pnpm@12.21.0 admin fund-calls release 1 --dev --data-dir /srv/demo`"
  )
  assert.strictEqual(
    typed("/srv/my demo")("`admin fund list`"),
    "`npx --yes pnpm@12.21.0 admin fund list --dev --data-dir '/srv/my demo'`"
  )
})

it("a folder of the project is named from there, and the one by default not at all", () => {
  assert.include(typed(join(projectRoot, "demo"))("`admin fund list`"), "--data-dir demo`")
  assert.strictEqual(
    typed(join(projectRoot, ".data"))("`admin fund list`"),
    "`npx --yes pnpm@12.21.0 admin fund list --dev`"
  )
})

it("`start` is typed with the same folder", () => {
  assert.strictEqual(
    startCommand({ dataDir: "/srv/demo" }),
    "`npx --yes pnpm@12.21.0 start --data-dir /srv/demo`"
  )
  assert.strictEqual(startCommand({ dataDir: join(projectRoot, ".data") }), "`npx --yes pnpm@12.21.0 start`")
})

it("changes nothing else", () => {
  const text = "An admin `call`, and `pnpm start`."
  assert.strictEqual(typed("/srv/demo")(text), text)
})

import { assert, it } from "@effect/vitest"
import { shownPath, webhookPath } from "./things.ts"

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

import { expect, it } from "vitest"
import { execFileSync } from "node:child_process"
import { createHmac } from "node:crypto"
import process from "node:process"
import { curlOf } from "../src/content/curlOf.ts"

it("the command line of a call is read by a shell as the call that was made, whatever its texts hold", () => {
  const body = JSON.stringify({
    given_name: "a'b",
    note: "$(touch /tmp/x) `id` \\ \" '",
    url: "https://it's.test/"
  })
  const headers = { "content-type": "application/json", "x-api-key": "the-key-of-the-partner" }
  const line = curlOf({
    method: "POST",
    url: "http://localhost:4000/api/v1/employers",
    request: { headers, body }
  })
  const script = `curl() { printf '%s\\n' "$@"; }\n${line}`
  const out = execFileSync("sh", ["-c", script], {
    env: { GIVEN_NAME: "Ada", NOTE: "n", PRODUCT_KEY: "k" },
    encoding: "utf8"
  })
  expect(out.split("\n")).toEqual([
    "-X",
    "POST",
    "http://localhost:4000/api/v1/employers",
    "-H",
    "content-type: application/json",
    "-H",
    "x-api-key: k",
    "--data",
    `{"given_name":"Ada","note":"n","url":"https://it's.test/"}`,
    ""
  ])
})

it("the command line of a webhook signs it anew, so that a receiver verifies it", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  const body = JSON.stringify({ subject: "employer", remote_id: "it's 1234", version: "v1" })
  const line = curlOf(
    {
      method: "POST",
      url: "http://localhost:5000/webhooks",
      request: {
        headers: {
          "content-type": "application/json",
          "webhook-id": "msg_01a1fb67-1b88-7000-8000-000000000001",
          "webhook-timestamp": "1795219205",
          "webhook-signature": "v1,SKKpAeJHSspGGUcJfZvHH8teVteoq4r54Mj/devGSOY="
        },
        body
      }
    },
    { signsAnew: true }
  )
  expect(line).not.toContain("1795219205")
  const script = `curl() { printf '%s\\n' "$@"; }\n${line}`
  const out = execFileSync("sh", ["-c", script], {
    env: { PATH: process.env["PATH"] ?? "", WEBHOOK_SECRET: secret },
    encoding: "utf8"
  }).split("\n")
  const headers = Object.fromEntries(
    out.filter((text) => text.startsWith("webhook-")).map((text) => text.split(": ") as [string, string])
  )
  const sent = out[out.indexOf("--data-binary") + 1] ?? ""
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${sent}`
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`)
  expect(JSON.parse(sent)).toEqual(JSON.parse(body))
})

it("the command line of a call to a program of this machine trusts its authority", () => {
  const call = { method: "POST", request: { headers: {}, body: null } }
  const caFile = "/data/it's/ca.pem"
  expect(curlOf({ ...call, url: "https://127.0.0.1:4010/v1/lookup" }, { caFile })).toBe(
    `curl -X POST 'https://127.0.0.1:4010/v1/lookup' \\\n  --cacert '/data/it'"'"'s/ca.pem'`
  )
  expect(curlOf({ ...call, url: "http://127.0.0.1:4010/v1/lookup" }, { caFile })).not.toContain("--cacert")
})

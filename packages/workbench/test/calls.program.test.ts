import { expect, it } from "vitest"
import { execFileSync } from "node:child_process"
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

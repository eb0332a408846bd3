import { assert, it } from "@effect/vitest"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { answerClientErrors } from "../src/plainProblem.ts"

/** The answer to these bytes, on a connection that stays open, of a server that waits only for a moment. */
const answerTo = async (bytes: string): Promise<string> => {
  const server = createServer({ connectionsCheckingInterval: 20, headersTimeout: 50, requestTimeout: 50 })
  answerClientErrors(server, (code) => `https://docs.example/errors#${code}`)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  socket.write(bytes)
  let text = ""
  for await (const chunk of socket) text += String(chunk)
  server.close()
  return text
}

const HEAD = "POST / HTTP/1.1\r\nhost: x\r\n"

it.each([
  ["a head that doesn't end", HEAD, 408, "request_timeout"],
  ["a body that doesn't come", `${HEAD}content-length: 5\r\n\r\n`, 408, "request_timeout"],
  ["headers of 40 kB", `${HEAD}x-long: ${"x".repeat(40_000)}\r\n\r\n`, 431, "headers_too_large"]
])("%s is answered with a problem", async (_, bytes, status, code) => {
  const [head = "", body = ""] = (await answerTo(bytes)).split("\r\n\r\n")
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
  const { type, ...problem } = JSON.parse(body)
  assert.deepInclude({ type, ...problem }, { type: `https://docs.example/errors#${code}`, code, status })
})

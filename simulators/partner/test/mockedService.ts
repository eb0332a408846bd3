/** The SDK's mock of the service behind a real address, for the payroll application to call. */
import { mockService } from "@embedded-super/partner-sdk/msw"
import { getResponse } from "msw"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface MockedService extends ReturnType<typeof mockService> {
  /** Delivers the events that weren't delivered yet. */
  readonly deliverTo: (simulatorUrl: string) => Promise<ReadonlyArray<number>>
  /** Calls an operation with the product's key. */
  readonly call: (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => Promise<any>
  /** The bodies of all calls, in their order. */
  readonly received: ReadonlyArray<unknown>
  /** Calls of these paths are answered 503 from now on. */
  readonly failAt: (paths: RegExp | undefined) => void
  readonly stop: () => Promise<void>
}

/** Starts the mock. It never sees the property `unseen` of a body, so it takes what it would refuse there. */
export const startMockedService = async (unseen?: string): Promise<MockedService> => {
  let mock: ReturnType<typeof mockService>
  let failing: RegExp | undefined
  const received: Array<unknown> = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const text = body.toString()
    if (text !== "") received.push(JSON.parse(text))
    const seen = (name: string, value: unknown) => (name === unseen ? undefined : value)
    if (failing?.test(request.url ?? "") === true) return void response.writeHead(503).end("{}")
    const answer = await getResponse(
      [...mock.handlers],
      new Request(new URL(request.url ?? "", mock.baseUrl), {
        method: request.method ?? "GET",
        headers: Object.entries(request.headers).map(([name, value]): [string, string] => [
          name,
          String(value)
        ]),
        ...(text === "" ? {} : { body: JSON.stringify(JSON.parse(text, seen)) })
      })
    )
    if (answer === undefined)
      return void response.writeHead(404, { "access-control-allow-origin": "*" }).end()
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  mock = mockService({ baseUrl })
  let delivered = 0
  return {
    ...mock,
    received,
    deliverTo: async (simulatorUrl) => {
      const statuses: Array<number> = []
      for (; delivered < mock.events.length; delivered++) {
        const { body, headers } = await mock.deliveryOf(mock.events[delivered]!)
        statuses.push((await fetch(`${simulatorUrl}/webhooks`, { method: "POST", body, headers })).status)
      }
      return statuses
    },
    call: async (method, path, body) => {
      const answer = await fetch(`${baseUrl}/api/v1/${path}`, {
        method,
        headers: { "x-api-key": mock.product.key, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return (JSON.parse(text) as { readonly data: unknown }).data
    },
    failAt: (paths) => {
      failing = paths
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

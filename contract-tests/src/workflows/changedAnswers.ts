import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "vitest"
import { published } from "./respect.ts"
import type { World } from "./world.ts"

/** An answer with a JSON body. */
interface Answer {
  readonly status: number
  readonly body: any
}

interface Alteration {
  readonly method: string
  readonly path: RegExp
  readonly change: (answer: Answer) => Answer
}

interface Altered {
  readonly url: string
  /** The number of answers changed. */
  readonly changed: () => number
  readonly stop: () => Promise<void>
}

const bytesOf = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The headers of the connection and its compression, as opposed to those of the message. */
const hops = [
  ...["connection", "host", "content-length", "content-encoding", "transfer-encoding"],
  ...["accept-encoding", "keep-alive"]
]

const headersOf = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !hops.includes(name)).map(([name, value]) => [name, String(value)])
  )

/** A proxy in front of a server that changes the answers of one operation; everything else passes unchanged. */
export const startAltered = async (
  upstream: string,
  { change, method, path }: Alteration
): Promise<Altered> => {
  let changed = 0
  const pass = async (request: IncomingMessage) => {
    const { headers, method: requestMethod = "GET", url = "/" } = request
    const sent = await bytesOf(request)
    const answer = await fetch(upstream + url, {
      method: requestMethod,
      headers: headersOf(Object.entries(headers)),
      ...(sent.length === 0 ? {} : { body: sent })
    })
    const whole = { status: answer.status, text: await answer.text(), headers: headersOf(answer.headers) }
    if (requestMethod !== method || !path.test(url.split("?")[0] ?? "")) return whole
    changed += 1
    const { body, status } = change({ status: whole.status, body: JSON.parse(whole.text) })
    return { ...whole, status, text: JSON.stringify(body) }
  }
  const server = createServer((request, response) => {
    pass(request).then(
      ({ headers, status, text }) => response.writeHead(status, headers).end(text),
      (error: unknown) => response.writeHead(502).end(String(error))
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changed: () => changed,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

interface ChangedAnswer extends Alteration {
  readonly title: string
  readonly step: string
  readonly says: RegExp
}

/** Changed answers at which respect fails, the step that it names, and what it says. */
export const changedAnswers: ReadonlyArray<ChangedAnswer> = [
  {
    title: "another status",
    method: "PUT",
    path: /^\/embed-api\/v1\/employer\/default-fund$/,
    change: (answer) => ({ ...answer, status: 202 }),
    step: "chooseProduct",
    says: /\$statusCode == 200/
  },
  {
    title: "another value of a field",
    method: "GET",
    path: /^\/api\/v1\/employers\/[^/]+$/,
    change: ({ body, status }) => ({
      status,
      body: { ...body, data: { ...body.data, default_fund_source: "default_activate_confirmed" } }
    }),
    step: "fetchEmployer",
    says: /default_fund_source == 'selected'/
  },
  {
    title: "a field that the contract requires and that isn't there",
    method: "POST",
    path: /^\/api\/v1\/employers\/[^/]+\/generate-embed-url$/,
    change: ({ body: { data, ...body }, status }) => {
      const { valid_until: _, ...rest } = data
      return { status, body: { ...body, data: rest } }
    },
    step: "makeEmbedUrl",
    says: /valid_until/
  }
]

/** Runs a workflow with an answer that was changed on the way: respect has to fail, and to name the step. */
export const expectNamed = async (
  { programs, run, servers: all }: World,
  { says, step, title: _, ...alteration }: ChangedAnswer
): Promise<void> => {
  const before = programs.add(await startAltered(all()["partner-api"] ?? "", alteration))
  const servers = { ...all(), "partner-api": before.url, "embed-api": before.url }
  const { code, printed, workflows } = await run(published, { servers, workflows: ["chooseDefaultFund"] })
  expect(before.changed()).toBe(1)
  const failures = workflows.flatMap((workflow) => workflow.failures)
  expect(failures.length, printed).toBeGreaterThan(0)
  for (const failure of failures) expect(failure).toContain(`chooseDefaultFund.${step}: `)
  expect(failures.join("\n")).toMatch(says)
  expect(printed).toContain(step)
  expect(code).toBe(1)
}

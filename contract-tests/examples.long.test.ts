/**
 * The examples for partners, each started as its README says and used through its own pages: from a new product to the page that
 * shows the member number. The sandbox plays the employee. An example whose tools aren't on this machine is skipped.
 */
import { projectRoot } from "@embedded-super/program/projectRoot"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import process from "node:process"
import { freePort } from "@embedded-super/program/freePorts"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { missing } from "./src/clients/missing.ts"
import { blocksOf } from "./src/guides/blocks.ts"
import { openTerminal, type Terminal } from "./src/guides/Terminal.ts"
import { tokenFor } from "./src/onboarding/flows.ts"
import { productOf } from "./src/onboarding/product.ts"
import { seedPartner } from "./src/onboarding/seed.ts"
import { type Caller, callerOf } from "./src/openapi/Caller.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { type RunningService, startService } from "./src/programs/service.ts"
import { startFundSimulator } from "./src/programs/simulators.ts"

const examples = [
  { name: "flask", needs: ["python3"] },
  // The workspace has installed it: the guide's test installs a copy with the packed SDK.
  { name: "typescript", needs: [], isInstalled: true },
  { name: "java", needs: ["javac", "mvn"] }
] as const

/** Packages are fetched, and Java is compiled. */
const PATIENCE = 600_000

const programs = newPrograms()
const copies = mkdtempSync(join(tmpdir(), "embedded-super-examples-"))
let service: RunningService
let partner: Caller["call"]

beforeAll(async () => {
  const [fund, running] = await Promise.all([startFundSimulator(), startService()])
  programs.add(fund)
  service = programs.add(running)
  const webhookUrl = "http://127.0.0.1:9/webhooks"
  const seeded = await seedPartner(service, fund, { slug: "examples", products: 1, webhookUrl })
  partner = callerOf("partner-api", service.url).as({ "x-api-key": seeded.partner.key })
})
afterAll(async () => {
  await programs.stop()
  rmSync(copies, { recursive: true, force: true })
})

/** A product of a partner's own, whose webhooks go to its page. */
const newProduct = async (page: string) => {
  const made = await partner("createProduct", {
    body: { name: "Payroll page", target_origins: ["http://localhost:*"] },
    status: 201
  })
  const path = { id: made.body.data.id as string }
  const key = await partner("createProductKey", { path, body: {}, status: 201 })
  const receiver = await partner("setProductWebhook", {
    path,
    body: { url: `${page}/webhooks` },
    status: 200
  })
  return {
    id: path.id,
    key: key.body.data.secret as string,
    secret: receiver.body.data.secret as string
  }
}

/** What a person without a browser sees of the example's pages. */
const visitorOf = (page: string) => {
  const textOf = async (path: string) => (await fetch(`${page}${path}`)).text()
  const post = (path: string, body?: URLSearchParams) =>
    fetch(`${page}${path}`, { method: "POST", redirect: "manual", ...(body && { body }) })
  return {
    textOf,
    /** The form as the page shows it, filled in. */
    form: async (number: string, email: string) => {
      const [, form_id = ""] = /name="form_id" value="([^"]+)"/.exec(await textOf("/")) ?? []
      return new URLSearchParams({ form_id, number, email })
    },
    /** Sends it, and returns where it leads. */
    send: async (form: URLSearchParams) => {
      const { headers, status } = await post("/employees", form)
      return { status, location: headers.get("location") }
    },
    refused: async (form: URLSearchParams) => {
      const answer = await post("/employees", form)
      return { status: answer.status, text: (await answer.text()).trim() }
    },
    embedUrl: async (path: string) => {
      const answer = await post(`${path}/embed-url`)
      expect(answer.headers.get("cache-control")).toBe("no-store")
      return answer.text()
    },
    deliver: async (body: string, headers: Readonly<Record<string, string>>) =>
      (await fetch(`${page}/webhooks`, { method: "POST", headers, body })).status
  }
}

const signed = (secret: string, body: string) => {
  const at = new Date()
  return {
    "content-type": "application/json",
    "webhook-id": "msg_of_a_test",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_of_a_test", at, body)
  }
}

describe.each(examples)("the example $name", ({ name, needs, ...example }) => {
  const lacks = missing(needs)
  let terminal: Terminal | undefined
  afterAll(() => terminal?.close())

  const start = async (env: Readonly<Record<string, string>>) => {
    const source = join(projectRoot, "examples", name)
    const folder = "isInstalled" in example ? source : join(copies, name)
    // What somebody built there stays there.
    const filter = (path: string) => !/\/(?:\.venv|target)$/.test(path)
    if (folder !== source) cpSync(source, folder, { recursive: true, filter })
    const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter)
    terminal = openTerminal(folder, { ...env, PATH }, PATIENCE)
    const block = blocksOf(readFileSync(join(source, "README.md"), "utf8")).find(
      ({ meta }) => meta["until"] !== undefined
    )
    await terminal.typeUntil(block?.text ?? "exit 1", block?.meta["until"] ?? "")
  }

  it.skipIf(lacks.length > 0)(
    `leads from a product to a member number${lacks.map((lack) => ` (${lack})`)}`,
    { timeout: PATIENCE },
    async () => {
      const port = await freePort()
      const page = `http://localhost:${port}`
      const { id, key, secret } = await newProduct(page)
      await start({
        SERVICE_URL: service.url,
        PRODUCTS: JSON.stringify({ [id]: { key, secret } }),
        PORT: String(port)
      })
      const visitor = visitorOf(page)
      const api = callerOf("partner-api", service.url)
      const product = productOf(api, callerOf("embed-api", service.url), key)
      const listed = async (operation: string, query = {}) =>
        (await product.partner(operation, { query, status: 200 })).body.data
      /** The page has the loader, and the address that it gets opens an embed. */
      const showsEmbed = async (path: string) => {
        expect(await visitor.textOf(path)).toContain(
          `from "${service.url}/embed/loader/v1/embedded-super.mjs"`
        )
        expect(await tokenFor(product, await visitor.embedUrl(path))).not.toBe("")
      }

      // The employer is new, and has no default fund.
      const form = await visitor.form("E-1", "new.starter@example.com")
      expect(await visitor.send(form)).toMatchObject({ status: 303, location: "/employer" })
      await showsEmbed("/employer")
      const [employer] = await listed("listEmployers", { remote_id: "1234" })
      const body = { usi: "60905115063003" }
      await product.partner("setSimulatedDefaultFund", { path: { id: employer.id }, body, status: 200 })

      // Sent twice, the form makes one session, of the same employer.
      const led = [await visitor.send(form), await visitor.send(form)]
      const sessions: ReadonlyArray<{ readonly id: string }> = await listed("listOnboardingSessions")
      expect(led).toEqual([1, 2].map(() => ({ status: 303, location: `/employees/${sessions[0]?.id}` })))
      expect(sessions).toHaveLength(1)
      expect(await listed("listEmployers")).toHaveLength(1)
      const path = { id: sessions[0]?.id ?? "" }
      await showsEmbed(`/employees/${path.id}`)

      const refusal = await visitor.refused(await visitor.form("E-2", "no address"))
      expect(refusal).toEqual({ status: 502, text: expect.stringMatching(/^email must be /) })

      // The employee is done: the page shows the member number, which came by webhook.
      await product.partner("advanceOnboardingSession", { path, body: { to: "completed" }, status: 200 })
      const shown = await receiptOf(
        async () => /completed<\/td>\s*<td>(\d+)</.exec(await visitor.textOf("/"))?.[1]
      )
      const { data } = (await product.partner("getOnboardingSession", { path, status: 200 })).body
      const selection = data.onboarding_session_super_selection
      expect(shown).toBe(selection.select_super_fund_product.member_number)

      // Only what verifies is taken, known or not.
      const payload = JSON.stringify({
        subject: "product",
        event: "product_changed",
        id: "x",
        remote_id: "x",
        url: `${service.url}/api/v1/products/x`,
        product_id: id,
        inserted_at: new Date().toISOString(),
        version: "v1"
      })
      const right = signed(secret, payload)
      const other = signed(`whsec_${Buffer.alloc(24, 7).toString("base64")}`, payload)
      const deliveries = [
        visitor.deliver(payload, other),
        visitor.deliver(payload, {}),
        visitor.deliver(payload, { ...right, "webhook-signature": "garbage" }),
        visitor.deliver(payload, { ...right, "webhook-timestamp": "x" }),
        visitor.deliver(`${payload} `, right),
        visitor.deliver('"text of the body"', right),
        visitor.deliver(JSON.stringify({ product_id: "text of the body" }), right)
      ]
      expect(await Promise.all(deliveries)).toEqual(deliveries.map(() => 400))
      // Why is in the log, and nothing of the body.
      const printed = () => terminal?.printed() ?? ""
      const refusals = () => printed().match(/Refused the webhook \S+ \S.*\n/g)?.length
      await receiptOf(async () => (refusals() === deliveries.length ? true : undefined))
      expect(printed()).not.toContain("text of the body")
      expect(await visitor.deliver(payload, right)).toBe(204)
    }
  )
})

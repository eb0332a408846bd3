/**
 * Must show 6: one person's TFN, birth date, name and address are sent on every path, and then searched for everywhere.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { askBadly } from "./src/canary/badRequests.ts"
import {
  formsOf,
  found,
  type Trace,
  traceOf,
  databaseTraces,
  folderTraces,
  pageTraces
} from "./src/canary/search.ts"
import { supplyBadLists } from "./src/canary/listFiles.ts"
import { simulatorLogTraces, workbenchTraces } from "./src/canary/workbench.ts"
import { TFN, zephyrine } from "@embedded-super/program/testing/zephyrine"
import {
  answerMatch,
  configureEmployer,
  createIntent,
  createSession,
  fillInIntent,
  leaveDrafts,
  openIntentStart,
  type Product,
  walkThroughIntent,
  walkThroughSession
} from "./src/onboarding/flows.ts"
import { productOf } from "./src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "./src/onboarding/seed.ts"
import { type Caller, callerOf } from "./src/openapi/Caller.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { type RunningService, startService } from "./src/programs/service.ts"
import {
  type RunningSimulator,
  startFundSimulator,
  startPartnerSimulator
} from "./src/programs/simulators.ts"
import { type Receiver, startReceiver } from "./src/webhooks/receiver.ts"

/** The fund's answers to the registration; 401 comes last, because nothing is sent to the fund after it. */
const registrations = ["", "+400", "+500", "+429-2", "+malformed", "+nonumber", "+existing", "+slow1"]
const faults = ["drop_after_work", "drop_before_answer", "wrong_content_type"]

/**
 * The places where personal data may be. The fund's form asks an employer for the name of a contact person. The partner
 * simulator stores the data that a partner gets with its own key, which doesn't include the tax file number.
 */
const meantFor = [
  ...["address", "birth date", "earlier name", "family name", "given name", "phone number"].map(
    (what) => `the ${what}, plain, in the partner simulator's folder state.sqlite`
  ),
  "the family name, plain, in the fund simulator's folder snapshots/canary.sqlite",
  "the given name, plain, in the fund simulator's folder snapshots/canary.sqlite",
  "the family name, plain, in the fund simulator's folder state.sqlite",
  "the given name, plain, in the fund simulator's folder state.sqlite",
  "the family name, plain, in page /_simulator/employer-details",
  "the given name, plain, in page /_simulator/employer-details"
]

/**
 * The places of the findings. A simulator's state is one place, whether a row is in the file or still in its
 * write-ahead log.
 */
const placesIn = (traces: ReadonlyArray<Trace>): ReadonlyArray<string> =>
  [...new Set(found(traces).map((where) => where.replace(/state\.sqlite-wal$/, "state.sqlite")))].toSorted()

describe("what a person typed", () => {
  const programs = newPrograms()
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-canary-"))
  const sftp = join(folder, "sftp")
  const printed: Array<Trace> = []
  let fund: RunningSimulator
  let partner: RunningSimulator
  let service: RunningService
  let receiver: Receiver
  let product: Product
  let seeded: SeededPartner
  let simulator: Caller
  let employerId: string

  /** Registers this person, and waits until a call has been made for it. */
  const register = async (name: string, magic = "") => {
    const person = zephyrine(magic)
    const session = await createSession(product, employerId, `session ${name}`, person)
    await walkThroughSession(product, session.id, person)
    await receiptOf(async () => {
      const [row] = await service.database.query<{ attempts: number }>(
        `SELECT count(*)::int AS attempts FROM fund_call_attempts a
         JOIN fund_calls r ON r.id = a.call_id
         WHERE r.session_id = '${session.id}' AND a.outcome IS NOT NULL`
      )
      return (row?.attempts ?? 0) > 0 ? row : undefined
    })
    return session
  }

  beforeAll(async () => {
    const env = { SFTP_HOST: "127.0.0.1", SFTP_DIR: sftp, LOG_LEVEL: "debug" }
    service = programs.add(await startService({ withSftp: true, env }))
    receiver = programs.add(await startReceiver())
    // The Workbench finds the simulators by their ready files, and takes in what they note.
    const readyFile = (name: string) => ["--ready-file", join(service.dataDir, "run", `${name}.json`)]
    mkdirSync(join(service.dataDir, "run"))
    fund = programs.add(await startFundSimulator(...readyFile("fund")))
    partner = programs.add(await startPartnerSimulator(...readyFile("partner")))
    seeded = await seedPartner(service, fund, { slug: "canary", products: 1, webhookUrl: receiver.url })
    const [{ id, key, webhook_secret }] = seeded.products as [SeededPartner["products"][number]]
    receiver.trust(id, webhook_secret)
    product = productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    await callerOf("simulator-api", partner.url).call("configureProduct", {
      path: { product_id: id },
      body: { key, webhook_secret },
      status: 200
    })
    simulator = callerOf("simulator-api", fund.url)
    employerId = (await configureEmployer(product, "employer")).id
  })

  afterAll(async () => {
    await programs.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Everything left behind anywhere, except the answers to the person's own requests. */
  const everything = async (): Promise<ReadonlyArray<Trace>> => [
    ...printed,
    ...(await databaseTraces(service.database)),
    traceOf("the service's log", service.log()),
    traceOf("the fund simulator's log", fund.log()),
    ...receiver.received.map(({ body, headers }) =>
      traceOf("a webhook", `${JSON.stringify(headers)}\n${body.toString("utf8")}`)
    ),
    traceOf("the partner simulator's log", partner.log()),
    ...folderTraces("SFTP", sftp),
    ...folderTraces("the service's data folder", service.dataDir),
    ...folderTraces("the partner simulator's folder", partner.dataDir),
    ...(await pageTraces([`${partner.url}/_simulator`, `${partner.url}/_simulator/log?limit=100`])),
    ...(await pageTraces(["/ready", "/metrics"].map((path) => service.operations + path))),
    ...folderTraces("the fund simulator's folder", fund.dataDir),
    ...(await pageTraces(
      [
        "/",
        "/_simulator/inspector/rows",
        "/_simulator/inspector/fund",
        "/_simulator",
        "/_simulator/log?limit=100",
        "/_simulator/members",
        "/_simulator/employers",
        "/_simulator/employer-details",
        "/_simulator/snapshots"
      ].map((path) => `${fund.url}${path}`)
    ))
  ]

  /** The traces in the service's Workbench and in each simulator's own log. */
  const shown = async (): Promise<ReadonlyArray<Trace>> => [
    ...(await workbenchTraces(service.url)),
    ...(await simulatorLogTraces("fund simulator", fund.url)),
    ...(await simulatorLogTraces("partner simulator", partner.url))
  ]

  it("goes through every path, those that fail included", async () => {
    receiver.answerWith(500, 503, 404)
    const { id: intent } = await createIntent(product, employerId, "intent")
    await walkThroughIntent(product, intent, zephyrine())
    const { embed } = await openIntentStart(product, employerId)
    await fillInIntent(embed, zephyrine())

    const { contact, identity } = zephyrine()
    const person = {
      contact_name: `${identity.given_name} ${identity.family_name}`,
      contact_email: contact.email
    }
    const { id: matched } = await answerMatch(product, "matched", "yes", person)
    await receiptOf(async () => {
      const [row] = await service.database.query<{ state: string }>(
        `SELECT r.state FROM fund_calls r JOIN employer_details x ON x.id = r.details_id
         WHERE x.employer_id = '${matched}' AND r.state = 'done'`
      )
      return row
    })

    const sessions: Array<{ readonly id: string }> = []
    for (const magic of registrations) sessions.push(await register(`by mail${magic}`, magic))
    for (const play of faults) {
      const operation_id = "registerMember"
      await simulator.call("setFaultPlan", {
        body: { faults: [{ operation_id, play, times: 1 }] },
        status: 200
      })
      sessions.push(await register(play))
      await simulator.call("clearFaultPlan", { status: 204 })
    }
    const [registered] = sessions as [{ readonly id: string }]
    await receiver.waitFor(
      (event) => event.event === "onboarding_session_completed" && event.id === registered.id
    )
    // The partner simulator gets the receiver's deliveries, and fetches the entities they name.
    for (const { body, headers } of receiver.received) {
      const taken = await fetch(`${partner.url}/webhooks`, {
        method: "POST",
        body: new Uint8Array(body),
        headers: { ...headers }
      })
      expect(taken.status).toBe(204)
    }
    await receiptOf(
      async () => partner.log().includes(`Fetched the onboarding session ${registered.id}`) || undefined
    )
    const form = await product.partner("getChoiceForm", { path: { id: registered.id }, status: 200 })
    expect(found([traceOf("the form", form.body)])).toContain("a PDF, plain, in the form")
    for (const command of ["fund-calls list", "fund list", "employer-list show"]) {
      const { code, stderr, stdout } = await service.run("admin", ...command.split(" "))
      expect(code, stderr).toBe(0)
      printed.push(traceOf(`admin ${command}`, stdout + stderr))
    }
    const unfinished = await createSession(product, employerId, "unfinished", zephyrine())
    const { id: begun } = await createIntent(product, employerId, "begun")
    await leaveDrafts(product, unfinished.id, begun, zephyrine())
    const drafts = await service.database.query("SELECT FROM embed_drafts")
    expect(drafts).toHaveLength(2)
    const [{ key }] = seeded.products as [SeededPartner["products"][number]]
    printed.push(...(await askBadly(product, service.url, key, unfinished.id)))
    const results = await supplyBadLists(service, sftp)
    expect(results).toHaveLength(5)

    await simulator.call("takeSnapshot", { body: { name: "canary" }, status: 201 })
    sessions.push(await register("no credentials", "+401"))
  }, 180_000)

  it("is found nowhere: only encrypted, or where it is meant to go", async () => {
    const traces = [...(await shown()), ...(await everything())]
    expect(traces.length).toBeGreaterThan(1000)
    const places = traces.map(({ where }) => where)
    expect(places).toContain("the service's data folder workbench.sqlite-wal")
    expect(places).toContain("a scene of the Workbench")
    // The Workbench took in what both simulators noted of this person's calls.
    const feed = traces.find(({ where }) => where === "the Workbench's feed")?.bytes.toString() ?? ""
    for (const source of ["fund", "partner"]) expect(feed).toContain(`"source":"${source}"`)
    expect(placesIn(traces)).toEqual(meantFor.toSorted())
  })

  it("would be found, wherever and however it was written", async () => {
    for (const { name, text } of formsOf(TFN)) {
      expect(found([traceOf("here", `x=${text}&y`)]), name).toContain(`the TFN, ${name}, in here`)
    }
    expect(found([traceOf("here", gzipSync("99 Canary Lane"))])).toEqual(["the address, plain, in here"])
    const inBase64 = Buffer.from(`{"born":"1987-03-09"}`).toString("base64")
    expect(found([traceOf("here", inBase64)])).toContain("the birth date, base64, in here")
    await service.database.query(
      "CREATE TABLE planted AS SELECT '459599230'::bytea AS bytes, 'Mx Quillfeather' AS words"
    )
    for (const at of [sftp, fund.dataDir]) writeFileSync(join(at, "planted.json"), `{"tfn":"459 599 230"}`)
    const elsewhere = placesIn(await everything()).filter((where) => !meantFor.includes(where))
    expect(elsewhere).toEqual(
      [
        "the TFN, hex, in table planted",
        "the family name, plain, in table planted",
        "the TFN, plain, in SFTP planted.json",
        "the TFN, plain, in the fund simulator's folder planted.json"
      ].toSorted()
    )
  })
})

/**
 * Each sample of the reference, in each language, run as it stands against running programs: only the address, and the ids and tags of
 * the examples, are those of what was prepared. A sample whose tool isn't on this machine is skipped.
 */
import { readReferences } from "@embedded-super/docs/references"
import { samplesOf } from "@embedded-super/docs/samples"
import { readFileSync } from "node:fs"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { startReceiver } from "@embedded-super/program/testing/receiver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { missing } from "./src/clients/missing.ts"
import { seedPartner, type SeededPartner } from "./src/onboarding/seed.ts"
import { type Caller, callerOf } from "./src/openapi/Caller.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { type RunningService, startService } from "./src/programs/service.ts"
import { type RunningSimulator, startFundSimulator } from "./src/programs/simulators.ts"
import { type OwnProduct, prepare, tagOf } from "./src/samples/preparations.ts"
import { removeSamples, runners } from "./src/samples/runners.ts"

const programs = newPrograms()
let fund: RunningSimulator
let service: RunningService
let seeded: SeededPartner
let partnerApi: Caller
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  const [simulator, running, started] = await Promise.all([
    startFundSimulator(),
    startService(),
    startReceiver()
  ])
  fund = programs.add(simulator)
  service = programs.add(running)
  receiver = programs.add(started)
  seeded = await seedPartner(service, fund, {
    slug: "samples",
    products: 1,
    webhookUrl: receiver.url,
    hasDirectory: true
  })
  partnerApi = callerOf("partner-api", service.url)
})
afterAll(async () => {
  await programs.stop()
  removeSamples()
})

/** A product that no other sample has touched. */
const ownProduct = async (): Promise<OwnProduct> => {
  const partner = partnerApi.as({ "x-api-key": seeded.partner.key })
  const body = { name: "Samples", target_origins: ["https://payroll.example.com"] }
  const { id } = (await partner("createProduct", { body, status: 201 })).body.data
  const made = await partner("createProductKey", { path: { id }, body: {}, status: 201 })
  const key: string = made.body.data.secret
  const product = partnerApi.as({ "x-api-key": key })
  return { id, key, product, partner, receiverUrl: receiver.url, usi: "60905115063003" }
}

/** What is refused although the sample is right, and what each language prints of that. */
const refused: Readonly<Record<string, RegExp>> = {
  getTaxFileNumber: /403|permi/,
  resumeProductWebhook: /409|resume/
}

/** The events that the reference says follow from a call. */
const following = (operationId: string): ReadonlyArray<string> =>
  partner?.api.operations.find((each) => each.operationId === operationId)?.["x-sends"] ?? []

/** Those whose events wait for something else: an operator permits issues by webhook. */
const later = ["openSimulatedEmployerIssue"]

const eventsOf = async ({ product }: OwnProduct): Promise<ReadonlyArray<string>> => {
  const { body } = await product("listEvents", { query: { limit: "100" }, status: 200 })
  return body.data.map(({ payload }: { readonly payload: { readonly event: string } }) => payload.event)
}

const [partner, ofFund] = readReferences()

describe.each(runners)("in $language", ({ language, needs, run }) => {
  const sampleOf = (reference: NonNullable<typeof partner>, operationId: string): string => {
    const operation = reference.api.operations.find((each) => each.operationId === operationId)
    if (operation === undefined) throw new Error(`There is no ${operationId}.`)
    const sample = samplesOf(reference.api, operation, reference.caller).find(
      (each) => each.language === language
    )
    return sample?.text ?? ""
  }

  const lacking = missing(needs)

  it.skipIf(lacking.length > 0).each(partner?.api.operations.map(({ operationId }) => operationId) ?? [])(
    "%s",
    async (operationId) => {
      const text = sampleOf(partner!, operationId)
      const own = await ownProduct()
      const ids = await prepare(operationId, text, own)
      const tag = await tagOf(operationId, ids, own)
      const typed = Object.entries(ids)
        .reduce((sample, [example, id]) => sample.replaceAll(example, id), text)
        .replaceAll("http://localhost:4000", service.url)
        .replaceAll(
          /(\\?")3(\\?")/g,
          (_, open: string, close: string) => `${open}${tag.slice(1, -1)}${close}`
        )
      const before = (await eventsOf(own)).length
      const { code, printed } = await run(typed, { KEY: own.key, PARTNER: seeded.partner.key })
      const wanted = refused[operationId]
      expect({ code, printed }, `${typed}\n${printed}`).toMatchObject(
        wanted === undefined
          ? { code: 0 }
          : { code: expect.any(Number), printed: expect.stringMatching(wanted) }
      )
      const sent = (await eventsOf(own)).slice(before)
      expect(following(operationId)).toEqual(expect.arrayContaining(sent))
      if (wanted === undefined && !later.includes(operationId))
        for (const event of following(operationId))
          await receiptOf(async () =>
            (await eventsOf(own)).slice(before).includes(event) ? true : undefined
          )
    }
  )

  it.skipIf(lacking.length > 0).each(ofFund?.api.operations.map(({ operationId }) => operationId) ?? [])(
    "%s of a fund",
    async (operationId) => {
      const typed = sampleOf(ofFund!, operationId).replaceAll("http://localhost:4010", fund.url)
      const key = readFileSync(`${fund.dataDir}/api-key`, "utf8").trim()
      const { code, printed } = await run(typed, { FUND_KEY: key })
      expect(code, `${typed}\n${printed}`).toBe(0)
    }
  )
})

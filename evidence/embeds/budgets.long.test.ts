/**
 * The load on a person's phone and connection, with the real service, printed as one table. Requests and shifts of the layout
 * over their budget fail. Times are only shown, because they say more about this machine than about the embed. The bytes of
 * files are checked in packages/embed/test/page.program.test.ts.
 */
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "@embedded-super/embed/testing"
import { addFunds } from "./manyFunds.ts"
import { openMeasured, type Throttle } from "./opening.ts"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"
import { anOpener } from "@embedded-super/contract-tests/onboarding/flows"

const REQUESTS = 4
const LARGEST_ANSWER = 15_000
const FUND_PRODUCTS = 500

const fast = { megabits: 1.6, latency: 150 }
/** "Slow 4G" of the developer tools. */
const slow = { megabits: 1.44, latency: 562 }

/** The connection, the processor, and the budgets of first content and of the form; undefined where there is none. */
const throttled: ReadonlyArray<
  readonly [name: string, throttle: Throttle, firstContent: number | undefined, usable: number | undefined]
> = [
  ["1.6 Mbit/s, 150 ms", { ...fast, processor: 1 }, 700, undefined],
  ["1.6 Mbit/s, 150 ms, CPU 4x", { ...fast, processor: 4 }, 700, 1200],
  ["slow 4G", { ...slow, processor: 1 }, undefined, undefined],
  ["slow 4G, CPU 4x", { ...slow, processor: 4 }, 1000, 1800]
]

/** One measurement and its budget. Times are only shown. */
interface Row {
  readonly what: string
  readonly measured: number
  readonly budget: number | undefined
  readonly unit: "bytes" | "ms" | ""
}

const printed = (rows: ReadonlyArray<Row>): string => {
  const shown = (value: number | undefined, unit: Row["unit"]) =>
    value === undefined
      ? "-"
      : unit === "bytes"
        ? `${(value / 1000).toFixed(2)} kB`
        : `${Math.round(value * 1000) / 1000} ${unit}`.trim()
  const lines = rows.map(({ budget, measured, unit, what }) =>
    [
      what.padEnd(46),
      shown(unit === "ms" ? Math.round(measured) : measured, unit).padStart(10),
      shown(budget, unit).padStart(10),
      unit === "ms" ? "shown only" : measured <= budget! ? "ok" : "OVER"
    ].join("  ")
  )
  return [["What".padEnd(46), "Measured".padStart(10), "Budget".padStart(10)].join("  "), ...lines].join("\n")
}

describe.skipIf(isWithoutBrowser)("the budget of the embeds", () => {
  let payroll: Payroll
  const rows: Array<Row> = []
  let session = ""
  /** An employer with a default fund, and one whose frame first asks whether a fund knows it. */
  let cafe = ""
  let bakery = ""

  beforeAll(async () => {
    payroll = await startPayroll("budgets")
    ;[{ id: cafe }] = await payroll.partnerApi("GET", "employers?remote_id=ER-1003")
    ;[{ id: bakery }] = await payroll.partnerApi("GET", "employers?remote_id=ER-1001")
    ;({ id: session } = await payroll.partnerApi("POST", "onboarding-session", {
      employer: { id: cafe },
      employee: { remote_id: "emp-0042" },
      remote_id: "session-1",
      email: "niamh@example.com",
      email_validated: true
    }))
  })
  afterAll(async () => {
    console.log(printed(rows))
    await payroll?.stop()
  })

  const generate = async (path: string, body = {}): Promise<string> =>
    (await payroll.partnerApi("POST", `${path}/generate-embed-url`, body)).embed_url

  const urls = {
    employee: () => generate(`onboarding-session/${session}`),
    employer: () => generate(`employers/${bakery}`, { app: "super_settings" }),
    intent: () => generate(`employers/${cafe}`, { app: "onboarding_intent" })
  }

  it.each(["employee", "employer", "intent"] as const)(
    "is kept by the %s embed before its form: requests, hosts, shifts of the layout",
    (app) =>
      payroll.withBrowser(async (browser) => {
        const { before, layoutShift, requests } = await openMeasured(browser, await urls[app]())
        const strangers = requests.filter(
          (address) => new URL(address).host !== new URL(payroll.service.url).host
        )
        rows.push(
          {
            what: `${app} embed, requests before the form`,
            measured: before.length,
            budget: REQUESTS,
            unit: ""
          },
          { what: `${app} embed, requests to other hosts`, measured: strangers.length, budget: 0, unit: "" },
          { what: `${app} embed, layout shift`, measured: layoutShift, budget: 0, unit: "" }
        )
        expect(strangers).toEqual([])
        expect(layoutShift).toBe(0)
        expect(before.length, before.join("\n")).toBeLessThanOrEqual(REQUESTS)
      })
  )

  it.each(throttled)("is shown beside the times with %s", (name, throttle, firstContent, usable) =>
    payroll.withBrowser(async (browser) => {
      const opened = await openMeasured(browser, await urls.employee(), throttle)
      rows.push(
        { what: `first content, ${name}`, measured: opened.firstContent, budget: firstContent, unit: "ms" },
        { what: `form usable, ${name}`, measured: opened.usable, budget: usable, unit: "ms" }
      )
      expect(opened.usable).toBeGreaterThan(0)
    })
  )

  const answerOf = async (path: string, token: string): Promise<string> => {
    const answer = await fetch(`${payroll.service.url}/embed-api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` }
    })
    const text = await answer.text()
    expect(answer.status, `${path} ${text.slice(0, 300)}`).toBe(200)
    return text
  }

  it(`is kept by every answer with ${FUND_PRODUCTS} fund products`, async () => {
    await addFunds(payroll.service.database, FUND_PRODUCTS)
    await payroll.partnerApi("POST", `sandbox/onboarding-sessions/${session}/advance`, {
      to: "collect_super_selection"
    })
    const paths = {
      employee: [
        "onboarding",
        "onboarding/fund-choices",
        "fund-products?limit=100",
        "fund-products?limit=100&door=join"
      ],
      employer: ["employer", "employer/matches", "fund-products?limit=100"],
      intent: ["intent"]
    }
    const answers: Array<{ readonly what: string; readonly text: string }> = []
    for (const app of ["employee", "employer", "intent"] as const) {
      const opening = await fetch(`${payroll.service.url}/embed-api/v1/embed-sessions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ embed_url: await urls[app](), opener: anOpener() })
      })
      const opened = await opening.text()
      const { token } = (JSON.parse(opened) as { readonly data: { readonly token: string } }).data
      answers.push({ what: `${app} openEmbed`, text: opened })
      for (const path of paths[app])
        answers.push({ what: `${app} ${path}`, text: await answerOf(path, token) })
    }
    const choices = answers.find(({ what }) => what.endsWith("fund-choices"))
    expect(choices?.text).toContain(`"count":${FUND_PRODUCTS + 1}`)
    const sizes = answers
      .map(({ text, what }) => ({ what, bytes: gzipSync(text).length }))
      .toSorted((one, other) => other.bytes - one.bytes)
    console.log(sizes.map(({ bytes, what }) => `${what}: ${bytes} bytes gzipped`).join("\n"))
    const [largest] = sizes
    rows.push({
      what: `largest answer, gz (${largest!.what})`,
      measured: largest!.bytes,
      budget: LARGEST_ANSWER,
      unit: "bytes"
    })
    expect(largest!.bytes).toBeLessThanOrEqual(LARGEST_ANSWER)
  })
})

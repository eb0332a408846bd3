import { expect } from "vitest"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type RunningSimulator, startFundSimulator, startPartnerSimulator } from "../programs/simulators.ts"
import { tmpdir } from "node:os"
import type { Browser, Page } from "playwright-core"
import { buildEmbeds } from "@embedded-super/embed/build"
import { launch } from "@embedded-super/embed/testing"
import { seedPartner, type SeededPartner } from "../onboarding/seed.ts"
import { newPrograms } from "../programs/Programs.ts"
import { type RunningService, startService } from "../programs/service.ts"

/** Makes a call that has to succeed, and returns the answer's data; undefined without a body. */
export const dataOf = async (
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: object
): Promise<any> => {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return text === "" ? undefined : (JSON.parse(text) as { readonly data: unknown }).data
}

/** Calls the control API of a simulator (`/_simulator/…`), and returns the answer's data. */
export type Control = (method: string, path: string, body?: object) => Promise<any>

export const controlOf =
  (url: string): Control =>
  (method, path, body) =>
    dataOf(`${url}/_simulator/${path}`, method, {}, body)

type Form = NonNullable<(typeof FundProfile.Encoded)["operations"]["employer_details"]>["form"]

export interface FundOptions {
  /** Flags of the simulator, for example `--fund waratah --auth api_key`. */
  readonly flags?: ReadonlyArray<string>
  /** The fund's questions to the employer at confirmation, in place of the simulator's own form. */
  readonly form?: Form
}

/** A simulated fund, whose profile has the wanted form before an operator loads it. */
export const startFund = async ({
  flags = [],
  form
}: FundOptions): Promise<{ readonly program: RunningSimulator; readonly control: Control }> => {
  const program = await startFundSimulator(...flags)
  if (form !== undefined) {
    const file = join(program.dataDir, "fund-profile.json")
    const profile = JSON.parse(readFileSync(file, "utf8"))
    profile.operations.employer_details.form = form
    writeFileSync(file, JSON.stringify(profile))
  }
  return { program, control: controlOf(program.url) }
}

/** The payroll application in a browser, with the real service and a fund. */
export interface Payroll {
  readonly url: string
  /** The service itself: its address, log and database. */
  readonly service: RunningService
  /** Moves the sandbox ahead in time, as in "5 days": sessions, and the holds of simulated funds. */
  readonly advance: (duration: string) => Promise<void>
  /** The payroll's own control API. */
  readonly control: Control
  /** Everything that the payroll printed so far. */
  readonly log: () => string
  /** The control API of each simulated fund, in the order of the options. */
  readonly funds: ReadonlyArray<Control>
  /** Calls the partner API with the product's key, and returns the answer's data. */
  readonly partnerApi: (method: string, path: string, body?: object) => Promise<any>
  /**
   * A page of the payroll. A violation of its policy, and a script's error, fail the test. The browser also logs each
   * answer that isn't 2xx: `refused` are the statuses that the walk brings about.
   */
  readonly withPage: (
    use: (page: Page) => Promise<void>,
    options?: { readonly refused?: ReadonlyArray<number> }
  ) => Promise<void>
  /** The browser itself, for pages that aren't the payroll's. */
  readonly withBrowser: (use: (browser: Browser) => Promise<void>) => Promise<void>
  readonly stop: () => Promise<void>
  /** The folder of the built embeds. */
  readonly embeds: string
}

/** The texts of a page and of its frame, for a failure's message. */
const shownOn = async (page: Page): Promise<string> => {
  const texts = await Promise.all(page.frames().map((frame) => frame.locator("main").allInnerTexts()))
  return texts.flat().join("\n---\n")
}

export interface PayrollOptions {
  /** The simulated funds that the product is linked to; one, Banksia Super, if left out. */
  readonly funds?: ReadonlyArray<FundOptions>
  /** Whether the directory has the made-up funds of a demo besides. */
  readonly hasDirectory?: boolean
  /** More settings of the service. */
  readonly env?: Readonly<Record<string, string>>
}

export const startPayroll = async (
  slug: string,
  { env = {}, funds: wanted = [{}], hasDirectory = false }: PayrollOptions = {}
): Promise<Payroll> => {
  const programs = newPrograms()
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-embeds-"))
  const embeds = join(folder, "embeds")
  let browser: Browser | undefined
  const stop = async () => {
    await browser?.close()
    await programs.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [funds, partner, service, launched] = await Promise.all([
      Promise.all(wanted.map(startFund)),
      startPartnerSimulator(),
      startService({ env: { EMBEDS_DIR: embeds, ...env } }),
      launch(),
      buildEmbeds(embeds)
    ])
    browser = launched
    for (const program of [...funds.map(({ program }) => program), partner, service]) programs.add(program)
    const [first, ...others] = funds.map(({ program }) => program)
    const { products } = await seedPartner(service, first!, {
      slug,
      hasDirectory,
      otherFunds: others,
      products: 1,
      webhookUrl: `${partner.url}/webhooks`,
      hostPage: partner.url
    })
    const [{ id, key, webhook_secret }] = products as [SeededPartner["products"][number]]
    const control = controlOf(partner.url)
    await control("PUT", `products/${id}`, { key, webhook_secret, service_url: service.url })
    await control("POST", "seed", { preset: "demo" })

    return {
      url: partner.url,
      service,
      control,
      log: partner.log,
      advance: async (duration) => {
        const { code, stderr } = await service.run("admin", "clock", "advance", ...duration.split(" "))
        expect(code, stderr).toBe(0)
      },
      funds: funds.map(({ control }) => control),
      partnerApi: (method, path, body) =>
        dataOf(`${service.url}/api/v1/${path}`, method, { "x-api-key": key }, body),
      withPage: async (use, { refused = [] } = {}) => {
        const wrong: Array<string> = []
        const page = await launched.newPage({ viewport: { width: 1280, height: 900 } })
        page.on("pageerror", (error) => wrong.push(String(error)))
        page.on("console", (message) => {
          const status = /responded with a status of (\d+)/.exec(message.text())?.[1]
          if (message.type() === "error" && !refused.includes(Number(status))) wrong.push(message.text())
        })
        await page.goto(partner.url)
        try {
          await use(page)
        } catch (error) {
          throw new Error(`${String(error)}\nWith this on the page:\n${await shownOn(page)}`, {
            cause: error
          })
        } finally {
          await page.close()
        }
        expect(wrong).toEqual([])
      },
      withBrowser: (use) => use(launched),
      embeds,
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Follows a link of the payroll's main navigation. */
export const follow = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click()

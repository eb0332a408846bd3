import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"
import { buildEmbeds } from "../../../packages/embed/src/build/buildEmbeds.ts"
import { launch } from "../../../packages/embed/test/browser.ts"
import { seedPartner, type SeededPartner } from "../onboarding/seed.ts"
import { newPrograms } from "../programs/Programs.ts"
import { type RunningService, startService } from "../programs/service.ts"
import { startFundSimulator, startPartnerSimulator } from "../programs/simulators.ts"

/** The payroll application in a browser, with the real service and a fund. */
export interface Payroll {
  readonly url: string
  /** Calls the partner API with the product's key, and returns the answer's data. */
  readonly partnerApi: (method: string, path: string, body?: object) => Promise<any>
  /** A page of the payroll. A violation of its policy, and a script's error, fail the test. */
  readonly withPage: (use: (page: Page) => Promise<void>) => Promise<void>
  /** The browser itself, for pages that aren't the payroll's. */
  readonly withBrowser: (use: (browser: Browser) => Promise<void>) => Promise<void>
  readonly stop: () => Promise<void>
  /** The service itself: its address, log and database. */
  readonly service: Pick<RunningService, "url" | "log" | "database">
  /** Everything that the payroll printed so far. */
  readonly log: () => string
  /** The folder of the built embeds. */
  readonly embeds: string
}

export const startPayroll = async (slug: string): Promise<Payroll> => {
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
    const [fund, partner, service, launched] = await Promise.all([
      startFundSimulator(),
      startPartnerSimulator(),
      startService({ env: { EMBEDS_DIR: embeds } }),
      launch(),
      buildEmbeds(embeds)
    ])
    browser = launched
    for (const program of [fund, partner, service]) programs.add(program)
    const { products } = await seedPartner(service, fund, {
      slug,
      products: 1,
      webhookUrl: `${partner.url}/webhooks`,
      hostPage: partner.url
    })
    const [{ id, key, webhook_secret }] = products as [SeededPartner["products"][number]]
    const send = async (url: string, method: string, headers: Record<string, string>, body?: object) => {
      const answer = await fetch(url, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      expect(answer.ok, await answer.clone().text()).toBe(true)
      return answer
    }
    const control = (method: string, path: string, body: object) =>
      send(`${partner.url}/_simulator/${path}`, method, {}, body)
    await control("PUT", `products/${id}`, { key, webhook_secret, service_url: service.url })
    await control("POST", "seed", { preset: "demo" })

    return {
      url: partner.url,
      partnerApi: async (method, path, body) => {
        const answer = await send(`${service.url}/api/v1/${path}`, method, { "x-api-key": key }, body)
        return ((await answer.json()) as { readonly data: unknown }).data
      },
      withPage: async (use) => {
        const wrong: Array<string> = []
        const page = await launched.newPage({ viewport: { width: 1280, height: 900 } })
        page.on("pageerror", (error) => wrong.push(String(error)))
        page.on("console", (message) => {
          if (message.type() === "error") wrong.push(message.text())
        })
        await page.goto(partner.url)
        await use(page)
        await page.close()
        expect(wrong).toEqual([])
      },
      withBrowser: (use) => use(launched),
      stop,
      service,
      log: partner.log,
      embeds
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Follows a link of the payroll's main navigation. */
export const follow = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click()

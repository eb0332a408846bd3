/**
 * Interruptions of a person who fills in an embed, as a table: the cause, and the one sentence that the person reads. Nothing
 * typed is lost, and the step can be finished. The payroll, the service and the browser are real, and so are the causes
 * (`troubles.ts`). Which requests a frame makes is in packages/embed/test.
 */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { en, isWithoutBrowser } from "@embedded-super/embed/testing"
import { type Frame, frameOn, heading, press } from "@embedded-super/contract-tests/embeds/frame"
import {
  sentencesOn,
  browserWithoutSiteData,
  expiredUrl,
  letTokensEnd,
  lock,
  restoreRate,
  soonInTrouble,
  unlock,
  useUpRate
} from "./troubles.ts"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"
import {
  type Answers,
  draftsOf,
  expectTyped,
  field,
  finishStep,
  type Hired,
  hire,
  startForm,
  type,
  typed
} from "./typing.ts"

const { common, employee } = en
const { fields, identity, welcome } = employee

interface Walk {
  readonly payroll: Payroll
  readonly browser: Browser
  readonly context: BrowserContext
  readonly person: Hired
  /** The payroll's page with the form, where the person has typed. */
  readonly page: Page
  readonly frame: Frame
  /** Waits until a text is kept. */
  readonly isKept: (text: string) => Promise<void>
  /** The payroll's page with the form, opened anew. */
  readonly again: (context?: BrowserContext) => Promise<Page>
}

/** The frame in which the person continues, and its answers if they differ from the typed ones. */
interface Back {
  readonly shown: Frame
  readonly answers?: Answers
}

interface Row {
  readonly name: string
  /** The sentence that the person reads; undefined where the interruption isn't noticed. */
  readonly reads: string | undefined
  /** Whether the browser blocks site data. */
  readonly isBlocked?: true
  /** Interrupts. Returns where the sentence is read. */
  readonly interrupt: (walk: Walk) => Promise<Frame>
  /** Comes back. Left out where the person can go on at once. */
  readonly comeBack?: (walk: Walk) => Promise<Back>
}

/** The last of what is typed, as the draft has it. */
const LAST = "1994-3-27"

/** Typed while something is wrong. */
const later: Answers = { ...typed, [fields.first_name]: "Saoirse", [common.date.year]: "1995" }

/** Reloads the payroll's page as soon as everything is kept. */
const reloaded = async ({ frame, isKept, page }: Walk): Promise<Back> => {
  await isKept("Saoirse")
  await isKept("1995-3-27")
  await page.reload()
  return { shown: frame, answers: later }
}

/** The first embed URL that the payroll's page gets is this one. */
const nextUrlIs = (page: Page, embed_url: string) =>
  page.route("**/embed-url", (route) => route.fulfill({ json: { embed_url } }), { times: 1 })

const urlOf = async ({ payroll, person }: Walk): Promise<string> => {
  const path = `onboarding-session/${person.sessionId}/generate-embed-url`
  return (await payroll.partnerApi("POST", path, {})).embed_url
}

/** Opens a URL in a window of its own, on another device. */
const openElsewhere = async ({ browser }: Walk, url: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  return page
}

const fromPayroll = async ({ again }: Walk): Promise<Back> => ({ shown: frameOn(await again()) })

const table: ReadonlyArray<Row> = [
  {
    name: "reload",
    reads: undefined,
    interrupt: async ({ frame, page }) => {
      await page.reload()
      return frame
    }
  },
  {
    name: "the browser's Back out of the form, and Forward",
    reads: undefined,
    interrupt: async ({ frame, page }) => {
      // Without Playwright's own goBack, which waits for another page.
      const back = () => page.evaluate(() => history.back())
      await back()
      await frame.getByRole("button", { name: welcome.start }).waitFor()
      await back()
      await page.waitForURL(/EMP-\d+$/)
      await page.goForward()
      return frame
    }
  },
  {
    name: "closed tab",
    reads: undefined,
    interrupt: async ({ again, page }) => {
      await page.close({ runBeforeUnload: true })
      return frameOn(await again())
    }
  },
  {
    name: "second tab",
    reads: common.changed,
    interrupt: async ({ again, frame, isKept }) => {
      await isKept(LAST)
      const page = await again()
      const isKeptThere = draftsOf(page)
      const other = frameOn(page)
      await expectTyped(other, typed)
      await field(other, fields.first_name).fill("Nia")
      await field(other, fields.family_name).fill("Byrne")
      await isKeptThere("Byrne")
      await field(frame, fields.middle_name).fill("Bríd")
      return frame
    },
    comeBack: async ({ frame, isKept }) => {
      await isKept("Bríd")
      const newest = {
        [fields.first_name]: "Nia",
        [fields.family_name]: "Byrne",
        [fields.middle_name]: "Bríd"
      }
      return { shown: frame, answers: { ...typed, ...newest } }
    }
  },
  {
    name: "second device",
    reads: undefined,
    interrupt: async ({ again, browser, isKept }) => {
      await isKept(LAST)
      return frameOn(await again(await browser.newContext()))
    }
  },
  {
    name: "expired URL in the payroll's page: it gets another",
    reads: undefined,
    interrupt: async ({ frame, page, payroll, person }) => {
      await nextUrlIs(page, await expiredUrl(payroll, person.sessionId))
      await page.reload()
      return frame
    }
  },
  {
    name: "expired URL in a window of its own",
    reads: common.stopped.expired.title,
    interrupt: async (walk) => openElsewhere(walk, await expiredUrl(walk.payroll, walk.person.sessionId)),
    comeBack: fromPayroll
  },
  {
    name: "used URL in the payroll's page: it gets another",
    reads: undefined,
    interrupt: async (walk) => {
      const url = await urlOf(walk)
      await heading(await openElsewhere(walk, url), identity.title)
      await nextUrlIs(walk.page, url)
      await walk.page.reload()
      return walk.frame
    }
  },
  {
    name: "used URL in a window of its own",
    reads: common.stopped.used.title,
    interrupt: async (walk) => {
      const url = await urlOf(walk)
      await heading(await openElsewhere(walk, url), identity.title)
      return openElsewhere(walk, url)
    },
    comeBack: fromPayroll
  },
  {
    name: "stolen URL: the thief reads it, the person goes on",
    reads: common.stopped.used.title,
    interrupt: async (walk) => {
      const answered = walk.page.waitForResponse("**/embed-url")
      await walk.page.reload()
      const { embed_url } = await (await answered).json()
      await expectTyped(walk.frame, typed)
      const thief = await openElsewhere(walk, embed_url)
      await heading(thief, common.stopped.used.title)
      const { [fields.first_name]: given, [fields.family_name]: family } = typed
      for (const text of [given, family, "Robin"]) expect(await thief.content()).not.toContain(text)
      return thief
    },
    comeBack: async ({ frame }) => ({ shown: frame })
  },
  {
    name: "offline for a minute",
    reads: common.offline,
    interrupt: async ({ context, frame, page }) => {
      await context.setOffline(true)
      await type(frame, later)
      await page.clock.fastForward("01:00")
      return frame
    },
    comeBack: async (walk) => {
      await walk.context.setOffline(false)
      return reloaded(walk)
    }
  },
  {
    name: "429",
    reads: common.tooFast,
    interrupt: async ({ frame, isKept, payroll, person }) => {
      await isKept(LAST)
      await useUpRate(payroll, person.sessionId)
      await type(frame, later)
      return frame
    },
    comeBack: async (walk) => {
      await restoreRate(walk.payroll)
      await walk.page.clock.fastForward("00:30")
      return reloaded(walk)
    }
  },
  {
    name: "503 while typing",
    reads: common.notSaved,
    interrupt: async ({ frame, isKept, payroll }) => {
      await isKept(LAST)
      await lock(payroll)
      await type(frame, later)
      return frame
    },
    comeBack: async (walk) => {
      await unlock(walk.payroll)
      await walk.page.clock.fastForward("00:30")
      return reloaded(walk)
    }
  },
  {
    name: "503 at Continue",
    reads: common.failed,
    interrupt: async ({ frame, isKept, page, payroll }) => {
      await isKept(LAST)
      await lock(payroll)
      await type(frame, later)
      // The frame tries three times, and pauses between.
      const statuses: Array<number> = []
      page.on("response", (response) => {
        if (response.request().method() === "PUT") statuses.push(response.status())
      })
      await press(frame, common.continue)
      for (const tries of [1, 2]) {
        await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(tries)
        await page.clock.fastForward("00:05")
      }
      await expect.poll(() => statuses).toEqual([503, 503, 503])
      return frame
    },
    comeBack: async ({ frame, payroll }) => {
      await unlock(payroll)
      return { shown: frame, answers: later }
    }
  },
  {
    name: "an hour away, then typing goes on: the payroll's page gets another URL",
    reads: undefined,
    interrupt: async ({ frame, isKept, payroll, person }) => {
      await isKept(LAST)
      await letTokensEnd(payroll, person.sessionId)
      await field(frame, fields.middle_name).fill("Bríd")
      await isKept("Bríd")
      return frame
    },
    comeBack: async ({ frame }) => ({ shown: frame, answers: { ...typed, [fields.middle_name]: "Bríd" } })
  },
  {
    name: "site data blocked, and reload",
    reads: undefined,
    isBlocked: true,
    interrupt: async ({ frame, page }) => {
      await page.reload()
      return frame
    }
  },
  {
    name: "site data blocked, and reload of a window of its own",
    reads: common.stopped.unopened.title,
    isBlocked: true,
    interrupt: async (walk) => {
      const page = await walk.context.newPage()
      await page.goto(await urlOf(walk))
      await expectTyped(page, typed)
      await page.reload()
      return page
    },
    comeBack: fromPayroll
  }
]

describe.skipIf(isWithoutBrowser)("a person who is interrupted while typing", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("interruptions", { env: soonInTrouble })
  })
  afterEach(() => Promise.all([unlock(payroll), restoreRate(payroll)]))
  afterAll(() => payroll?.stop())

  const withContext = (
    isBlocked: boolean,
    use: (context: BrowserContext, browser: Browser) => Promise<void>
  ) =>
    payroll.withBrowser(async (browser) => {
      const own = isBlocked
        ? await browserWithoutSiteData()
        : { context: await browser.newContext(), close: () => Promise.resolve() }
      own.context.setDefaultTimeout(15_000)
      try {
        await use(own.context, browser)
      } finally {
        await own.close()
        for (const context of browser.contexts()) await context.close()
      }
    })

  it.for(table)("$name", ({ comeBack, interrupt, isBlocked = false, reads }) =>
    withContext(isBlocked, async (context, browser) => {
      const person = await hire(payroll)
      const again = async (elsewhere = context) => {
        const page = await elsewhere.newPage()
        await page.goto(`${payroll.url}/people/${person.remoteId}`)
        await page.getByRole("link", { name: "Open as Robin" }).click()
        return page
      }
      const page = await context.newPage()
      const isKept = draftsOf(page)
      await page.clock.install()
      await page.goto(`${payroll.url}/people/${person.remoteId}`)
      await page.getByRole("link", { name: "Open as Robin" }).click()
      const frame = frameOn(page)
      await startForm(frame)
      await type(frame, typed)
      const walk = { payroll, browser, context, person, page, frame, isKept, again }
      const meanwhile = await interrupt(walk)
      await heading(meanwhile, reads === undefined ? identity.title : /./)
      if (reads !== undefined) await meanwhile.getByText(reads, { exact: true }).waitFor()
      expect(await sentencesOn(meanwhile)).toEqual(reads === undefined ? [] : [reads])
      const { answers = typed, shown }: Back = (await comeBack?.(walk)) ?? { shown: meanwhile }
      await expectTyped(shown, answers)
      await finishStep(shown)
    })
  )
})

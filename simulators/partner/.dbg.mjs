import { chromium } from "playwright-core"
const url = process.argv[2]
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-features=MediaRouter"]
})
const get = async (p) => await (await fetch(url + p)).text()
const employer = /href="(\/employers\/[0-9a-f-]+)"/.exec(await get("/employers"))[1]
const page = await browser.newPage({ viewport: { width: 390, height: 900 } })
await page.goto(url + employer)
await page.waitForTimeout(2500)
const f = page.frames()[1]
console.log(await page.evaluate(() => document.querySelector("iframe").getBoundingClientRect().toJSON()))
console.log(
  await f.evaluate(() => [
    innerWidth,
    document.documentElement.clientWidth,
    ...[...document.querySelectorAll("body, #app, main, main>*")].map((e) => [
      e.tagName,
      e.className,
      e.getBoundingClientRect().width,
      getComputedStyle(e).display
    ])
  ])
)
await page.locator("#embed-messages").evaluate((e) => (e.closest("details").open = true))
console.log(await page.locator("#embed-messages").innerText())
await browser.close()

import { chromium } from "playwright-core"
const url = process.argv[2]
const only = process.argv[3]
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-features=MediaRouter"]
})
const get = async (p) => await (await fetch(url + p)).text()
const employer = /href="(\/employers\/[0-9a-f-]+)"/.exec(await get("/employers"))[1]
const ready = [...(await get("/people/new")).matchAll(/href="(\/people\/new\?employer=[^"]+)"/g)].at(-1)[1]
const pages = {
  home: "/",
  employers: "/employers",
  employer,
  employerDetails: employer + "?tab=details",
  people: "/people",
  new: "/people/new",
  newAt: ready,
  person: "/people/EMP-106",
  person4: "/people/EMP-104",
  form: "/people/EMP-105/form",
  board: "/board",
  inbox: "/inbox",
  issues: "/issues",
  settings: "/settings"
}
for (const [name, path] of Object.entries(pages)) {
  if (only && !only.split(",").includes(name)) continue
  for (const [width, scheme] of [
    [1280, "light"],
    [390, "light"],
    [1280, "dark"]
  ]) {
    if (scheme === "dark" && !["home", "employer", "board"].includes(name)) continue
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme })
    page.on("console", (m) => {
      if (m.type() === "error") console.log(name, m.text())
    })
    page.on("pageerror", (e) => console.log(name, String(e)))
    await page.goto(url + path)
    if (/employer$|newAt|form/.test(name)) await page.waitForTimeout(2500)
    if (name === "inbox") await page.locator(".log summary").first().click()
    await page.screenshot({
      path: `/tmp/payroll-demo/shots/${name}-${width}${scheme === "dark" ? "-dark" : ""}.png`,
      fullPage: true
    })
    await page.close()
  }
}
await browser.close()

import { chromium } from "playwright-core"
import axe from "axe-core"
import { readFileSync } from "node:fs"
const [features, extra, n, pages] = [
  process.argv[2],
  process.argv[3],
  Number(process.argv[4] ?? 10),
  process.argv[5]
]
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
if (features) args.push(`--disable-features=${features}`)
if (extra) args.push(...extra.split(" ").filter(Boolean))
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", headless: true, args })
for (let i = 0; i < n; i++) {
  const p = await b.newPage()
  await p.setContent(
    "<!doctype html><html lang=en><title>x</title><main><h1>Hi</h1>" +
      "<p>word <a href=/x>link</a></p>".repeat(50)
  )
  if (pages) {
    await p.evaluate(axe.source)
    await p.evaluate(() => axe.run())
  }
  await p.close()
}
await b.close()

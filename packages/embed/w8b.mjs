import { chromium } from "playwright-core"
import { execSync } from "node:child_process"
const features = process.argv[2]
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  ...process.argv.slice(3)
]
if (features) args.push(`--disable-features=${features}`)
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", headless: true, args })
const p = await b.newPage()
await p.setContent("<h1>hi</h1>")
await new Promise((r) => setTimeout(r, 1500))
const s = await b.newBrowserCDPSession()
const { targetInfos } = await s.send("Target.getTargets", { filter: [{}] })
console.log(targetInfos.map((t) => `${t.type} ${t.url} ${t.title}`).join("\n"))
console.log(
  execSync(
    "ps -eo pid,time,args | grep -- '--type=renderer' | grep -v grep | grep -o 'top-chrome-webui\\|extension-process\\|renderer-client-id=[0-9]*'"
  ).toString()
)
await b.close()

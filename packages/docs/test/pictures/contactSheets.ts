/**
 * `node packages/docs/test/pictures/contactSheets.ts FOLDER [part of a path]`: every page of the built site (`packages/docs/dist`)
 * at 390 and 1280 px, light and dark, on sheets to look at. It prints each page whose text is wider than the screen.
 */
import { createReadStream, existsSync, globSync, mkdirSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { launch } from "../../../embed/test/browser.ts"

const [folder = "contact-sheets", part = ""] = process.argv.slice(2)
const dist = fileURLToPath(new URL("../../dist", import.meta.url))
const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".webp": "image/webp"
}

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? "", "http://site").pathname).replace(/^\/docs/, "")
  const file = join(dist, path.endsWith("/") ? `${path}index.html` : path)
  if (!existsSync(file) || statSync(file).isDirectory()) return void response.writeHead(404).end()
  response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream")
  createReadStream(file).pipe(response)
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** How many pages a sheet shows, and how many of them in a row. */
const ON_A_SHEET = 40
const HEIGHT = 1100

const pages = globSync("**/*.html", { cwd: dist })
  .map((file) => `/docs/${file.replace(/index\.html$/, "")}`)
  .filter((path) => path.includes(part))
  .toSorted()
mkdirSync(folder, { recursive: true })
const browser = await launch()

for (const width of [390, 1280])
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme,
      deviceScaleFactor: width === 390 ? 0.6 : 0.35
    })
    const page = await context.newPage()
    const shots: Array<string> = []
    for (const path of pages) {
      await page.goto(origin + path, { waitUntil: "load" })
      const shot = await page.screenshot({ type: "jpeg", quality: 60 })
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth
      )
      if (isWide) console.log(`wider than the screen at ${width}: ${path}`)
      shots.push(
        `<figure><img src="data:image/jpeg;base64,${shot.toString("base64")}"><figcaption>${path}</figcaption></figure>`
      )
    }
    const sheet = await browser.newPage({ viewport: { width: 2000, height: 1000 } })
    for (let at = 0; at < shots.length; at += ON_A_SHEET) {
      await sheet.setContent(
        `<style>body{display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif}figure{margin:0;width:236px}figcaption{overflow-wrap:anywhere}img{max-width:236px;border:1px solid #888}</style>${shots.slice(at, at + ON_A_SHEET).join("")}`
      )
      const name = `${width}-${colorScheme}-${at / ON_A_SHEET + 1}.png`
      await sheet.screenshot({ path: join(folder, name), fullPage: true })
    }
    await context.close()
    await sheet.close()
  }
await browser.close()
server.close()
console.log(`${pages.length} pages, on sheets in ${folder}`)

import { execFile } from "node:child_process"
import { createServer } from "node:http"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const program = fileURLToPath(new URL("../../../scripts/docs.ts", import.meta.url))

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml"
}

/** Builds the docs into a folder of their own, and serves them as the service does: under /docs. */
export const builtSite = async () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-site-"))
  const began = performance.now()
  // In a process of its own: the site's builder would take variables of the test runner for its own.
  const { HOME, PATH } = process.env
  await promisify(execFile)(process.execPath, [program, folder], { env: { HOME, PATH } })
  const seconds = (performance.now() - began) / 1000
  const fileAt = (path: string): string | undefined => {
    const file = join(folder, decodeURIComponent(path.replace(/^\/docs/, "")))
    if (!existsSync(file)) return undefined
    return statSync(file).isDirectory() ? join(file, "index.html") : file
  }
  const server = createServer((request, response) => {
    const file = fileAt(new URL(request.url ?? "/", "http://site").pathname)
    if (file === undefined || !existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    folder,
    seconds,
    fileAt,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

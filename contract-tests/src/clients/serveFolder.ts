import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, join } from "node:path"

export interface Served {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Serves the JSON files of a folder: the docs' specs, for a test whose service has no docs. */
export const serveFolder = async (folder: string): Promise<Served> => {
  const server = createServer((request, response) => {
    readFile(join(folder, basename(request.url ?? ""))).then(
      (file) => response.setHeader("content-type", "application/json").end(file),
      () => response.writeHead(404).end()
    )
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

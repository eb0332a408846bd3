import type { DemoFile } from "../demo/Walk.ts"

/** The page that start prints: what to open, what to try. */
export const banner = (demo: DemoFile, seconds: number, dataDir: string): string => {
  const [product] = demo.products
  return `
Embedded Super is ready (${seconds.toFixed(1)} s). Ctrl-C stops it.

  Open
    ${demo.docs_url}   the docs, with the API references
    ${demo.service_url}/openapi.json   the partner API, for generating a client
    ${demo.service_url}/asyncapi.json   the webhooks

  Runs
    service            ${demo.service_url}
    fund simulator     ${demo.simulators.fund}
    partner simulator  ${demo.simulators.partner}

  Try, in a second terminal
    npx --yes pnpm@12.21.0 demo
    curl -s ${demo.service_url}/api/v1/employers -H 'X-API-Key: ${product?.key ?? ""}'

  Keys and secrets of this demo are in ${dataDir}/demo.json.
`
}

import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

/** A simulator that a test controls. It answers the Workbench's requests over HTTP. */
export interface ASimulator {
  readonly url: string
  /** What it knows of an entry, by its position. */
  readonly details: Map<number, S.TimelineEntryDetail>
  /** The targets of the requests it got. */
  readonly asked: Array<string>
  /** Whether it accepts requests and never answers them. */
  isSilent: boolean
}

interface Options {
  readonly dataDir: string
  readonly kind: "fund" | "partner"
  readonly name: string
  /** The fund's slug. */
  readonly slug?: string
  /** The address in its ready file, if it lies. */
  readonly url?: string
}

const answers = ({ details }: ASimulator, { kind, name }: Options, target: string) => {
  const { pathname } = new URL(target, "http://localhost")
  if (pathname === "/_simulator") return { data: { kind, name: `${name} (simulated)` }, version: "v1" }
  const seq = Number(/^\/_simulator\/log\/(\d+)$/.exec(pathname)?.[1])
  const data = details.get(seq)
  return data === undefined ? undefined : { data, version: "v1" }
}

/** Starts one and writes its ready file, until the scope closes. */
export const aSimulator = Effect.fnUntraced(function* (options: Options) {
  const { dataDir, kind, name, slug } = options
  const state = { details: new Map(), asked: [], isSilent: false, url: "" } as ASimulator & {
    url: string
  }
  const silent = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const target = request.url ?? "/"
    state.asked.push(`${request.method} ${target}`)
    if (state.isSilent) return void silent.add(response)
    const answer = answers(state, options, target)
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(answer ?? {}))
  })
  yield* Effect.promise(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const run = join(dataDir, "run")
  const [ready, profile] = [join(run, `${slug ?? kind}.json`), join(dataDir, `${slug ?? kind}-profile.json`)]
  mkdirSync(run, { recursive: true })
  if (slug !== undefined) writeFileSync(profile, JSON.stringify({ fund: { slug, name } }))
  const files = slug === undefined ? {} : { fund_profile: profile }
  writeFileSync(
    ready,
    JSON.stringify({ event: "ready", kind, url: options.url ?? state.url, ca_file: null, files })
  )
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      rmSync(ready)
      server.close()
      server.closeAllConnections()
    })
  )
  return state as ASimulator
})

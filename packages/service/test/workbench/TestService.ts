import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { Settings } from "../../src/platform/config/Settings.ts"
import { serverManners } from "../../src/platform/http-server/manners.ts"
import { NodeServer } from "../../src/platform/http-server/NodeServer.ts"
import { FundSlugs } from "../../src/platform/timeline/NamesRepo.ts"
import { noteCalls } from "../../src/platform/timeline/noteCalls.ts"
import { TimelineLive } from "../../src/platform/timeline/TimelineLive.ts"
import { servedInDevelopment } from "../../src/development.ts"
import { FundClient } from "../../src/funds/client/FundClient.ts"
import { BusinessOperations } from "../../src/ports.ts"
import { Services } from "../../src/services.ts"
import { TestDatabase } from "../TestDatabase.ts"
import { TestSettings, TestVault } from "../TestSettings.ts"

const settings = Layer.effect(
  Settings,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.makeTempDirectoryScoped()
    return { ...(yield* Settings), dev: true, dataDir }
  })
).pipe(Layer.provide([TestSettings.layer, NodeFileSystem.layer]))

const served = Layer.unwrap(
  Effect.map(noteCalls, (noted) =>
    servedInDevelopment({ ...serverManners("http://localhost:4000/docs"), ...noted, accessLog: false })
  )
)

/** The whole service with `--dev`, its time line included, on a local port and its own database; no workers. */
export const TestService = {
  layer: served.pipe(
    Layer.provideMerge(NodeServer.layer),
    Layer.provideMerge([BusinessOperations.layer, FundClient.layer]),
    Layer.provideMerge(Services),
    Layer.provideMerge(TimelineLive),
    Layer.provide(FundSlugs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(TestDatabase.layer),
    Layer.provideMerge(settings),
    Layer.provideMerge(NodeFileSystem.layer),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Warn"))
  )
}

interface Options {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Calls the service. */
export const call = Effect.fnUntraced(function* (
  method: string,
  path: string,
  { body, headers }: Options = {}
) {
  const { address } = yield* HttpServer.HttpServer
  const port = "port" in address ? address.port : 0
  return yield* Effect.promise(async (signal) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    // oxlint-disable-next-line typescript/no-explicit-any -- what a caller reads before any schema
    return { status: answer.status, text, body: (text === "" ? undefined : JSON.parse(text)) as any }
  })
})

/** The newest entry of a kind in the time line. */
export const newestEntry = Effect.fnUntraced(function* (kind: string) {
  const { body } = yield* call("GET", `/_workbench/entries?kind=${kind}&limit=1`)
  return body.data[0]
})

/** Sends the call of an entry again. */
export const sendAgain = (seq: number, body?: string) =>
  call("POST", `/_workbench/entries/${seq}/again`, { body: body === undefined ? {} : { body } })

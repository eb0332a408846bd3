import { expect, it, onTestFinished } from "vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { Worker } from "node:worker_threads"
import { newTrace } from "../trace/traceparent.ts"
import { openEntryStore } from "./EntryStore.ts"
import type { NewEntry } from "./NewEntry.ts"

const entry = (kind: string) => {
  const { spanId, traceId } = newTrace()
  return {
    source: "service",
    at: "2026-11-21T00:05:00.000Z",
    began_us: 1000,
    kind,
    outcome: "good",
    from: null,
    to: null,
    method: null,
    path: null,
    status: null,
    duration_ms: null,
    request_id: null,
    detail: {},
    summary: "Something happened.",
    about: [],
    trace_id: traceId,
    span_id: spanId,
    parent_id: null
  } as unknown as NewEntry
}

it("the store is written by two processes at once, each position once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "entry-store-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "workbench.sqlite")
  const store = openEntryStore(file)
  onTestFinished(() => store.close())
  const script = `
    import { openEntryStore } from ${JSON.stringify(import.meta.resolve("./EntryStore.ts"))}
    import { newTrace } from ${JSON.stringify(import.meta.resolve("../trace/traceparent.ts"))}
    const store = openEntryStore(${JSON.stringify(file)})
    const base = ${JSON.stringify(entry("other"))}
    const mine = () => ({ ...base, span_id: newTrace().spanId })
    const seqs = []
    for (let batch = 0; batch < 50; batch += 1) seqs.push(...store.write([mine(), mine()], 5000))
    store.close()
    process.stdout.write(JSON.stringify(seqs))`
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let printed = ""
  child.stdout.on("data", (chunk) => (printed += chunk))
  const ended = new Promise((resolve) => child.on("close", resolve))
  const mine: Array<number | null> = []
  for (let batch = 0; batch < 50; batch += 1) {
    mine.push(...store.write([entry("mine"), entry("mine")], 5000))
    await new Promise(setImmediate)
  }
  expect(await ended).toBe(0)
  const all = [...mine, ...(JSON.parse(printed) as ReadonlyArray<number>)]
  expect(all).toHaveLength(200)
  expect(new Set(all)).toEqual(new Set(Array.from({ length: 200 }, (_, index) => index + 1)))
  expect(store.list({ after: 0, kind: "other", limit: 500 })).toHaveLength(100)
})

/** Holds a lock on the file until it has been tried for a while. */
const HOLDER = `
  const { parentPort, workerData } = require("node:worker_threads")
  const { DatabaseSync } = require("node:sqlite")
  const database = new DatabaseSync(workerData.file)
  database.exec("CREATE TABLE anything (id)")
  database.exec(workerData.begin)
  database.prepare("SELECT * FROM anything").all()
  parentPort.postMessage("holds it")
  setTimeout(() => database.exec("COMMIT"), 100)`

it.each(["BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])(
  "a new file is opened when another process has it: %s",
  async (begin) => {
    const folder = mkdtempSync(join(tmpdir(), "entry-store-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, "workbench.sqlite")
    const holder = new Worker(HOLDER, { eval: true, workerData: { file, begin } })
    onTestFinished(async () => void (await holder.terminate()))
    await once(holder, "message")
    const store = openEntryStore(file)
    onTestFinished(() => store.close())
    expect(store.write([entry("mine")], 5000)).toEqual([1])
  }
)

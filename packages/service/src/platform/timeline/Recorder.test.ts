import { assert, it } from "@effect/vitest"
import { openEntryStore } from "@embedded-super/pages/store/EntryStore"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Noted } from "./steps.ts"
import { makeRecorder } from "./Recorder.ts"

const called: Noted = {
  note: { kind: "call_received", detail: { operation: "listEmployers", status: 200, code: null } },
  micros: 1_767_225_600_000_000,
  ahead: 0
}

it("keeps 5,000 notes while another process is writing, and counts those that it leaves out", () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-recorder-"))
  const store = openEntryStore(join(folder, "workbench.sqlite"))
  let isBusy = true
  const recorder = makeRecorder({
    store: {
      ...store,
      write: (entries, wait) => {
        if (isBusy) throw Object.assign(new Error("database is locked"), { errcode: 5 })
        return store.write(entries, wait)
      }
    },
    ahead: () => 0,
    refreshAhead: () => undefined,
    typed: (text) => text,
    written: () => undefined,
    warn: (error) => assert.fail(String(error))
  })
  try {
    for (let count = 0; count < 5007; count += 1) recorder.record(called)
    recorder.flushAll()
    assert.strictEqual(store.lastSeq(), 0)
    isBusy = false
    recorder.flushAll()
    assert.strictEqual(store.lastSeq(), 5000)
  } finally {
    recorder.close()
  }
  const again = openEntryStore(join(folder, "workbench.sqlite"))
  const [last] = again.list({ limit: 1, kind: "entries_left_out" })
  again.close()
  rmSync(folder, { recursive: true })
  assert.deepStrictEqual(
    [last?.seq as number, { ...last?.detail } as object],
    [5001, { kind: "call_received", count: "7" }]
  )
})

it("a file that can't be read any more fails no work that asks for its cause", () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-recorder-"))
  const store = openEntryStore(join(folder, "workbench.sqlite"))
  const warnings: Array<unknown> = []
  const recorder = makeRecorder({
    store: {
      ...store,
      makerOf: () => {
        throw new Error("disk I/O error")
      }
    },
    ahead: () => 0,
    refreshAhead: () => {
      throw new Error("the clock is away")
    },
    typed: (text) => text,
    written: () => undefined,
    warn: (error) => void warnings.push(error)
  })
  try {
    assert.isUndefined(recorder.makerOf([{ kind: "fund_call", id: "one" }]))
    assert.isUndefined(recorder.noted(called.note))
    assert.lengthOf(warnings, 2)
  } finally {
    recorder.close()
    rmSync(folder, { recursive: true })
  }
})

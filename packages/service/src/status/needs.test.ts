import { assert, describe, it } from "@effect/vitest"
import { needsOf } from "./needs.ts"
import { linesOf } from "./Status.admin.ts"
import type { Status } from "./Status.ts"

type Found = Omit<Status, "needs" | "isFine">

const process = {
  version: "0.1.0",
  schema: "0022",
  role: "serve",
  masterKey: "1a2b3c4d",
  hasRetiredKey: false,
  host: "one",
  pid: 7,
  connections: 3
}

const fine: Found = {
  version: "0.1.0",
  schema: { newest: "0022_product_check_reports", due: [], unknown: [], barring: [], changed: [] },
  database: {
    latencyMs: 2,
    serverVersion: "15.8",
    isReadOnly: false,
    pooler: "none",
    bytes: 31_457_280,
    connections: 12,
    maxConnections: 100
  },
  outgoing: { hold: null, setting: "on" },
  processes: [process],
  work: [{ kind: "webhooks", waiting: 4, dueSeconds: 12 }],
  webhookAddresses: { paused: 1, backingOff: 2 },
  funds: [],
  lists: [],
  members: { withoutNumber: 3, near: 0, past: 0, daysLeft: 9 },
  cleanUp: { taxFileNumbers: { count: 2, seconds: 900 }, sessions: 0 },
  timers: [{ timer: "kept tax file numbers", lastEndedAt: new Date(0), lateSeconds: 3, isFailing: false }]
}

const fund = {
  slug: "banksia",
  simulated: false,
  waiting: 2,
  stopped: 0,
  unprepared: 0,
  heldUntil: null,
  heldBecause: null,
  found: null,
  credentialsRefusedAt: null
}

const list = {
  fund: "banksia",
  simulated: false,
  staleFrom: new Date(0),
  isStale: true,
  awaitsDecision: false
}

describe("what needs a person", () => {
  it("is nothing while work is done in time: paused addresses are their partners' to mend", () => {
    assert.deepStrictEqual(needsOf(fine), [])
    const [first] = linesOf({ ...fine, needs: [], isFine: true })
    assert.strictEqual(first, "Nothing needs a person.")
  })

  it.each([
    ["a read-only database", { database: { ...fine.database, isReadOnly: true } }, /takes no changes/],
    ["a schema that is behind", { schema: { ...fine.schema, due: ["0023_x"] } }, /lacks 1 migration of/],
    [
      "a schema of a version that takes away",
      { schema: { ...fine.schema, unknown: ["0023_x", "0024_y"], barring: ["0024_y"] } },
      /can't work beside: 0024_y\./
    ],
    [
      "a schema of other files",
      { schema: { ...fine.schema, changed: ["0007_z"] } },
      /other files than this program's: 0007_z\./
    ],
    [
      "a restored database",
      { outgoing: { hold: { because: "restored" }, setting: "on" } },
      /database was restored/
    ],
    [
      "work that nobody does",
      { work: [{ kind: "webhooks", waiting: 1, dueSeconds: 301 }] },
      /webhooks: the oldest has been due for 5 minutes/
    ],
    [
      "entries of the audit log that nobody seals, also while outgoing work is held",
      {
        work: [{ kind: "audit_seals", waiting: 1, dueSeconds: 301 }],
        outgoing: {
          hold: { because: "operator", reason: "x", until: new Date(0) },
          setting: "on"
        }
      },
      /audit seals: the oldest has been due for 5 minutes/
    ],
    ["no process that serves", { processes: [{ ...process, role: "worker" }] }, /No `serve` is connected/],
    [
      "no process that works",
      {
        processes: [
          { ...process, role: "serve-only" },
          { ...process, role: "sftp" }
        ]
      },
      /No process does the background work/
    ],
    [
      "a retired master key that still seals",
      { processes: [{ ...process, hasRetiredKey: true }] },
      /The process serve 7 on one seals under a master key that is retired/
    ],
    ["no background work at all", { timers: [] }, /No process has done background work/],
    [
      "a timer that fails",
      { timers: [{ timer: "x", lastEndedAt: null, lateSeconds: null, isFailing: true }] },
      /The timer "x" fails/
    ],
    [
      "a timer that doesn't run",
      { timers: [{ timer: "x", lastEndedAt: null, lateSeconds: 601, isFailing: false }] },
      /The timer "x" doesn't run/
    ],
    [
      "tax file numbers beyond their time",
      { cleanUp: { taxFileNumbers: { count: 2, seconds: 7201 }, sessions: 0 } },
      /2 tax file numbers should have been destroyed/
    ],
    ["stopped calls", { funds: [{ ...fund, stopped: 1 }] }, /1 call to the fund banksia has stopped/],
    [
      "calls that can't be prepared",
      { funds: [{ ...fund, unprepared: 2 }] },
      /2 calls to the fund banksia can't be prepared/
    ],
    [
      "refused credentials",
      { funds: [{ ...fund, credentialsRefusedAt: new Date(0) }] },
      /banksia refuses its credentials/
    ],
    [
      "a fund that can't be reached",
      { funds: [{ ...fund, heldUntil: "2026-12-01T00:00:00Z", heldBecause: "unreachable" }] },
      /banksia fails, or can't be reached/
    ],
    [
      "a fund whose last call failed, in one sentence",
      {
        funds: [
          {
            ...fund,
            heldUntil: "2026-12-01T00:00:00Z",
            heldBecause: "unreachable",
            found: "The host name is not found."
          }
        ]
      },
      /banksia isn't called: The host name is not found\.(?!\.)/
    ],
    ["a stale list", { lists: [list] }, /matches nothing since 1970/],
    ["a list that awaits a decision", { lists: [{ ...list, awaitsDecision: true }] }, /awaits a decision/],
    [
      "employees past their day",
      { members: { ...fine.members, past: 1 } },
      /1 employee without a member number is past the Payday Super day/
    ],
    ["employees near their day", { members: { ...fine.members, near: 1 } }, /within 3 business days/]
  ] satisfies ReadonlyArray<[string, Partial<Found>, RegExp]>)("is %s", (_, change, words) => {
    const needs = needsOf({ ...fine, ...change })
    assert.lengthOf(needs, 1)
    assert.match(needs[0]?.need ?? "", words)
    const lines = linesOf({ ...fine, ...change, needs, isFine: false })
    assert.match(lines[1] ?? "", words)
  })

  it("is no process at all, unless a pooler or a replica hides them", () => {
    assert.lengthOf(needsOf({ ...fine, processes: [] }), 2)
    const behind = { ...fine.database, pooler: "transaction" } as const
    assert.deepStrictEqual(needsOf({ ...fine, processes: [], database: behind }), [])
    const replica = { ...fine.database, isReadOnly: true }
    assert.lengthOf(needsOf({ ...fine, processes: [], database: replica }), 1)
  })

  it("isn't a timer of a version that is gone, while others run", () => {
    const gone = { timer: "gone", lastEndedAt: null, lateSeconds: 200_000, isFailing: false }
    assert.deepStrictEqual(needsOf({ ...fine, timers: [...fine.timers, gone] }), [])
    assert.lengthOf(needsOf({ ...fine, timers: [gone] }), 1)
  })

  it.each([
    { stopped: 1 },
    { credentialsRefusedAt: new Date(0) },
    { heldUntil: "2026-12-01T00:00:00Z", heldBecause: "unreachable" }
  ])("isn't a simulated fund: %j", (change) => {
    const status = { ...fine, funds: [{ ...fund, ...change, simulated: true }] }
    assert.deepStrictEqual(needsOf(status), [])
    const lines = linesOf({ ...status, needs: [], isFine: true })
    assert.isTrue(lines.some((line) => /^fund banksia +simulated, 2 waiting/.test(line)))
  })

  it.each([{ isStale: true }, { awaitsDecision: true }])("isn't a list of a simulated fund: %j", (change) => {
    assert.deepStrictEqual(needsOf({ ...fine, lists: [{ ...list, ...change, simulated: true }] }), [])
  })

  it("names the whole command that tries a fund again", () => {
    const away = { ...fund, heldUntil: "2026-12-01T00:00:00Z", heldBecause: "failing" }
    assert.include(needsOf({ ...fine, funds: [away] })[0]?.remedy, "`admin fund lift --fund banksia`")
  })

  it("isn't a fund that only limits calls, nor work while all is held", () => {
    assert.deepStrictEqual(
      needsOf({
        ...fine,
        funds: [{ ...fund, heldUntil: "2026-12-01T00:00:00Z", heldBecause: "rate_limited" }]
      }),
      []
    )
    const held = needsOf({
      ...fine,
      outgoing: { hold: { because: "restored" }, setting: "on" },
      work: [{ kind: "webhooks", waiting: 1, dueSeconds: 1000 }]
    })
    assert.lengthOf(held, 1)
  })
})

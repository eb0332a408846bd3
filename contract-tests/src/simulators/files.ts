import { readdirSync, readFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Caller } from "../openapi/Caller.ts"

/** A simulator's databases: its state, and its time line. */
const DATABASES = ["state.sqlite", "workbench.sqlite"]

/** The rows of each table of a database as JSON, by the table's name. */
const tablesIn = (path: string): ReadonlyArray<readonly [table: string, rows: string]> => {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
  const rows = tables.map(
    (name) => [name, JSON.stringify(database.prepare(`SELECT * FROM ${name}`).all())] as const
  )
  database.close()
  return rows
}

/** The contents of a simulator's folder: each file's text, by its path, and each table, by its database and its name. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => DATABASES.every((name) => path.endsWith(name) || !basename(path).startsWith(name)))
      .flatMap((path) =>
        DATABASES.includes(basename(path))
          ? tablesIn(path).map(([table, rows]) => [`${basename(path)} ${table}`, rows])
          : [[relative(folder, path), readFileSync(path, "utf8")]]
      )
  )

/** Uses every control of a simulator: clock, faults, example data, snapshots. */
export const useControls = async (
  admin: Caller["call"]
): Promise<{ readonly faults: ReadonlyArray<unknown>; readonly snapshots: ReadonlyArray<string> }> => {
  await admin("seedSimulator", { body: { preset: "demo" }, status: 200 })
  await admin("takeSnapshot", { body: { name: "before-month-end" }, status: 201 })
  await admin("setClock", { body: { advance: "31d" }, status: 200 })
  await admin("getClock", { status: 200 })
  const fault = { operation_id: "*", play: "answer_status", status: 503, times: 1 }
  await admin("setFaultPlan", { body: { faults: [fault] }, status: 200 })
  const plan = await admin("getFaultPlan", { status: 200 })
  await admin("clearFaultPlan", { status: 204 })
  const kept = await admin("listSnapshots", { status: 200 })
  await admin("restoreSnapshot", { path: { name: "before-month-end" }, status: 200 })
  return {
    faults: plan.body.data.faults,
    snapshots: kept.body.data.map(({ name }: { readonly name: string }) => name)
  }
}

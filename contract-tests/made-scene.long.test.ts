/** Scenes that the Workbench makes of what happened, run again by `pnpm scene`. How one looks: made-scene.test.ts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { worldOfScenes } from "./src/workflows/sceneWorld.ts"

const folder = mkdtempSync(join(tmpdir(), "embedded-super-made-scenes-"))
afterAll(() => rmSync(folder, { recursive: true }))

describe("a scene made of a time line", () => {
  const world = worldOfScenes()

  const ask = async (path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${world.serviceUrl()}/_workbench${path}`, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json" }
    })
    const json = await answer.json()
    expect(answer.status, JSON.stringify(json)).toBe(200)
    return json
  }

  const lastSeq = async (): Promise<number> => (await ask("/entries?limit=1")).last_seq

  /** The kinds and outcomes of fund calls and levers after a position. */
  const outcomesAfter = async (after: number): Promise<ReadonlyArray<string>> => {
    const kinds = ["fund_called", "lever_pulled"]
    const parts = await Promise.all(
      kinds.map((kind) => ask(`/entries?after=${after}&kind=${kind}&limit=100`))
    )
    return parts.flatMap(({ data }) => data.map(({ kind, outcome }: any) => `${kind} ${outcome}`))
  }

  it.each(["failing-fund", "late-membership"])("%s: it makes the same happen again", async (name) => {
    const before = await lastSeq()
    const first = await world.scene(join(projectRoot, "scenes", `${name}.arazzo.yaml`))
    expect(first.code, first.stdout + first.stderr).toBe(0)
    const until = await lastSeq()
    const happened = await outcomesAfter(before)

    const made = await ask("/scenes", { name: `${name}-again`, first_seq: before + 1, last_seq: until })
    const file = join(folder, made.data.file_name)
    writeFileSync(file, made.data.document)
    for (const secret of world.secrets()) expect(made.data.document).not.toContain(secret)
    const again = await world.scene(file)
    expect(again.code, `${again.stdout}${again.stderr}\n${made.data.document}`).toBe(0)
    expect(await outcomesAfter(until)).toEqual(happened)
  })
})

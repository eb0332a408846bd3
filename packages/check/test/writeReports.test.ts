import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect } from "vitest"
import { reportFiles, requireWritable, writeReports } from "../src/report/writeReports.ts"
import { samples } from "./samples.ts"

const place = mkdtempSync(join(tmpdir(), "reports-"))
afterAll(() => rmSync(place, { recursive: true }))

const { certificate, failing } = samples
const names = ["badge.svg", "junit.xml", "report.html", "report.json", "summary.md"]

const refusal = (folder: string) =>
  Effect.map(Effect.flip(writeReports(folder, failing!)), ({ sentence }) => sentence)

describe("the files of a report", () => {
  it.effect("are written into a folder that is made, and replace those of the run before", () =>
    Effect.gen(function* () {
      const folder = join(place, "a", "b")
      yield* writeReports(folder, certificate!)
      const paths = yield* writeReports(folder, failing!)
      expect(readdirSync(folder).toSorted()).toEqual(names)
      expect(paths.toSorted()).toEqual(names.map((name) => join(folder, name)))
      const files = reportFiles(failing!)
      for (const name of names) expect(readFileSync(join(folder, name), "utf8")).toBe(files[name])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("aren't written below a file, which the error names", () =>
    Effect.gen(function* () {
      const file = join(place, "file")
      writeFileSync(file, "kept")
      for (const folder of [file, join(file, "below")]) {
        const sentence = yield* refusal(folder)
        expect(sentence).toContain(`The report can't be written into ${folder}. `)
        expect(sentence).toContain("Name another folder")
      }
      expect(readFileSync(file, "utf8")).toBe("kept")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("leave nothing behind where one of them can't be written", () =>
    Effect.gen(function* () {
      const folder = join(place, "half")
      mkdirSync(join(folder, "report.json", "full"), { recursive: true })
      expect(yield* refusal(folder)).toMatch(/^The report can't be written into .*\. .*another folder/)
      expect(readdirSync(folder)).toEqual(["report.json"])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("aren't written where the system allows no folder", () =>
    Effect.gen(function* () {
      expect(yield* refusal("/proc/reports")).toContain("The report can't be written into /proc/reports. ")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("are known before a run to find no place, and nothing is created", () =>
    Effect.gen(function* () {
      const folder = join(place, "later", "x")
      yield* requireWritable(folder)
      expect(readdirSync(place)).not.toContain("later")
      const file = join(place, "in-the-way")
      writeFileSync(file, "kept")
      for (const path of [file, join(file, "below")]) {
        const { sentence } = yield* Effect.flip(requireWritable(path))
        expect(sentence).toContain(`The report can't be written into ${path}. A file is in the way.`)
      }
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

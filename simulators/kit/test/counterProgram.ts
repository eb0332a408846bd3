/** The counter as a program. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { fileURLToPath } from "node:url"
import { askAt, startProgram } from "../src/testing/index.ts"

const main = fileURLToPath(new URL("counterMain.ts", import.meta.url))

export const start = (...args: ReadonlyArray<string>) => startProgram(main, ...args)

export const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

export const count = (url: string) => askAt(url, { path: "/v1/count", body: { by: "Ada" } })

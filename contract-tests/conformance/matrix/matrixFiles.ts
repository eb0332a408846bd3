/** Reads and writes the files of the matrix. Written twice from the same findings, they are equal. */
import * as Schema from "effect/Schema"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { KillMatrix, Measured } from "./KillMatrix.ts"
import type { SideName } from "./sides.ts"

const pathOf = (name: string): string => fileURLToPath(new URL(`${name}.json`, import.meta.url))

const read = (name: string): unknown =>
  existsSync(pathOf(name)) ? (JSON.parse(readFileSync(pathOf(name), "utf8")) as unknown) : undefined

/** The committed matrix of a side; undefined before it was written first. */
export const readMatrix = (side: SideName): KillMatrix | undefined => {
  const found = read(side)
  return found === undefined ? undefined : Schema.decodeUnknownSync(KillMatrix)(found)
}

export const readMeasured = (): Measured | undefined => {
  const found = read("measured")
  return found === undefined ? undefined : Schema.decodeUnknownSync(Measured)(found)
}

const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const writeMatrix = (side: SideName, matrix: KillMatrix): void =>
  writeFileSync(pathOf(side), text(Schema.encodeSync(KillMatrix)(matrix)))

export const writeMeasured = (measured: Measured): void =>
  writeFileSync(pathOf("measured"), text(Schema.encodeSync(Measured)(measured)))

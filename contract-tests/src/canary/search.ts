import { gunzipSync, inflateSync } from "node:zlib"
import { canaries } from "@embedded-super/program/testing/zephyrine"
import { formsOf } from "./forms.ts"

/** Data that was left behind: its place and its bytes. */
export interface Trace {
  readonly where: string
  readonly bytes: Buffer
}

export const traceOf = (where: string, content: string | Uint8Array): Trace => ({
  where,
  bytes: Buffer.from(content as string)
})

const needles = Object.entries(canaries).flatMap(([what, values]) =>
  values.flatMap((value) => formsOf(value).map((form) => ({ what, ...form })))
)

/** The bytes as they are, and unpacked if they are packed. */
const readings = (bytes: Buffer): ReadonlyArray<string> => {
  const read = [bytes.toString("latin1")]
  for (const unpack of [gunzipSync, inflateSync]) {
    try {
      read.push(unpack(bytes).toString("latin1"))
    } catch {
      // Not packed in this way.
    }
  }
  return read
}

/** The canaries found, and their places: `the TFN, in base64, in table x`. */
export const found = (traces: ReadonlyArray<Trace>): ReadonlyArray<string> => [
  ...new Set(
    traces.flatMap(({ bytes, where }) =>
      readings(bytes).flatMap((text) => {
        const folded = text.toLowerCase()
        return needles
          .filter(({ name, text: needle }) =>
            name.startsWith("base64") ? text.includes(needle) : folded.includes(needle.toLowerCase())
          )
          .map(({ name, what }) => `${what}, ${name}, in ${where}`)
      })
    )
  )
]

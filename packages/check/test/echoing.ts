/** The answers of a server that keeps nothing to itself: each value as it came, and in the spellings of logs and encoders. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import type { IncomingMessage, ServerResponse } from "node:http"
import { colours, summaryText } from "../src/report/terminal/terminalReport.ts"
import { reportFiles } from "../src/report/writeReports.ts"

const bytes = (text: string, prefix: string): string =>
  [...Buffer.from(text)].map((byte) => `${prefix}${byte.toString(16).padStart(2, "0")}`).join("")

const spellingsOf = (text: string): ReadonlyArray<string> => [
  text,
  text.replaceAll(/(.{3})(?=.)/g, "$1 "),
  [...text].join(" "),
  bytes(text, "%"),
  bytes(text, ""),
  bytes(text, String.raw`\u00`),
  encodeURIComponent(text),
  Buffer.from(text).toString("base64"),
  Buffer.from(`{"value":"${text}"}`).toString("base64url"),
  JSON.stringify(JSON.stringify(text))
]

export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const headerText = (text: string): string => text.replaceAll(/[^ -~]/g, "?")

/** Answers with these values in every place of an answer that has one, in other spellings each time. */
export const makeEcho = () => {
  let calls = 0
  return (response: ServerResponse, status: number, known: object, values: ReadonlyArray<string>): void => {
    calls += 1
    const spelt = values.flatMap((value, index) => {
      const spellings = spellingsOf(value)
      return [0, 3, 6].map((more) => spellings[(calls + index + more) % spellings.length]!)
    })
    const all = spelt.join(" ")
    const [first = ""] = spelt
    response.writeHead(status, {
      "content-type": calls % 5 === 0 ? "text/html" : "application/json",
      etag: headerText(`"${first}"`),
      "x-request-id": headerText(first),
      location: `/v1/${encodeURIComponent(first)}?tfn=${encodeURIComponent(first)}`,
      "retry-after": headerText(first),
      warning: headerText(all)
    })
    response.end(
      JSON.stringify({
        ...known,
        type: `https://echo.example/${first}`,
        title: all,
        detail: all,
        code: first,
        id: first,
        errors: [{ pointer: `#/${first}`, code: first, detail: all }],
        [first]: all
      })
    )
  }
}

/** All that a run shows: its files, and the terminal's text. */
export const shownOf = (report: CheckReport): Readonly<Record<string, string>> => ({
  ...reportFiles(report),
  terminal: summaryText(report, 100, colours)
})

/** The files that hold one of these values, or one of its spellings. */
export const leaksIn = (
  shown: Readonly<Record<string, string>>,
  values: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const spelt = [...new Set(values.flatMap(spellingsOf))]
  return Object.entries(shown).flatMap(([file, content]) => {
    // HTML and XML have entities; their meaning is searched as well.
    const read = content.includes("&#")
      ? content.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      : ""
    return spelt
      .filter((text) => content.includes(text) || read.includes(text))
      .map((text) => `${file}: ${text}`)
  })
}

/** An answer in the bytes of a socket, as far as it is there. */
type HttpAnswer =
  | {
      readonly is: "whole" | "begun"
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
    }
  /** No whole head yet. */
  | { readonly is: "awaited" }
  /** The head may be right, and the body's framing wrong. */
  | {
      readonly is: "invalid"
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
    }

const HEAD_END = "\r\n\r\n"
const LONGEST_HEAD = 16 * 1024

/** The most interim answers (1xx) before the final one: a server may send them without end. */
export const MOST_INTERIM = 100

/** The bytes of the chunks that are there, and whether the last one was. Undefined if they aren't chunks. */
const chunksOf = (bytes: Buffer): { readonly body: Buffer; readonly isWhole: boolean } | undefined => {
  const parts: Array<Buffer> = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf("\r\n", at)
    if (end < 0) return { body: Buffer.concat(parts), isWhole: false }
    const line = bytes.toString("latin1", at, end)
    if (!/^[0-9a-fA-F]{1,8}(?:;.*)?$/.test(line)) return undefined
    const size = parseInt(line, 16)
    if (size === 0) return { body: Buffer.concat(parts), isWhole: true }
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
    if (at > bytes.length) return { body: Buffer.concat(parts), isWhole: false }
  }
}

const INTERIM = /^HTTP\/1\.[01] 1\d\d(?: |$)/

/** Where the first final answer begins; undefined after too many interim ones. */
const finalAt = (bytes: Buffer): number | undefined => {
  let at = 0
  for (let count = 0; count <= MOST_INTERIM; count += 1) {
    const end = bytes.indexOf(HEAD_END, at)
    if (end < 0 || !INTERIM.test(bytes.toString("latin1", at, Math.min(end, at + 64)))) return at
    at = end + HEAD_END.length
  }
  return undefined
}

/** Reads the first final answer. `isEnded`: no more bytes will come. */
export const readHttpAnswer = (all: Buffer, isEnded: boolean): HttpAnswer => {
  const at = finalAt(all)
  if (at === undefined) return { is: "invalid" }
  const bytes = all.subarray(at)
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) {
    const isHttp = /^(?:H|HT|HTT|HTTP.*)?$/s.test(bytes.toString("latin1", 0, 64))
    return !isHttp || bytes.length > LONGEST_HEAD || (isEnded && bytes.length > 0)
      ? { is: "invalid" }
      : { is: "awaited" }
  }
  const [first = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n")
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1])
  if (!(status >= 100)) return { is: "invalid" }
  const rest = bytes.subarray(headEnd + HEAD_END.length)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || value === undefined) return { is: "invalid" }
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`
  }
  const answer = (body: Buffer, isWhole: boolean): HttpAnswer => ({
    is: isWhole ? "whole" : "begun",
    status,
    headers,
    body
  })
  if (status === 204 || status === 304) return answer(Buffer.of(), true)
  if (/\bchunked\b/i.test(headers["transfer-encoding"] ?? "")) {
    const chunks = chunksOf(rest)
    return chunks === undefined ? { is: "invalid", status, headers } : answer(chunks.body, chunks.isWhole)
  }
  const length = headers["content-length"]
  if (length === undefined) return answer(rest, isEnded)
  if (!/^\d{1,15}$/.test(length)) return { is: "invalid" }
  return answer(rest.subarray(0, Number(length)), rest.length >= Number(length))
}

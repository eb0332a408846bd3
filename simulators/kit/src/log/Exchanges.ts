/**
 * The raw contents of the newest calls, for their detail and to send them again: 500 of them, at most 4 MB. They may hold
 * personal data and keys, so they are in memory only, and are never written to the disk.
 *
 * Why bytes outside of the heap: objects of 500 calls would outlive the collections of new objects, and collecting them
 * later cost a call under load a tenth of its time. Everything else is made when a content is read.
 *
 * The trap: a content is overwritten by newer ones, so it is decoded whole when it is found.
 */
import type { Effect } from "effect/Effect"
import type { Span } from "./arrivals.ts"

/** An answer as it was sent or received; status null if none came. */
export interface KeptAnswer {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The outcome of an outgoing call that was sent again. */
export interface SentAgain {
  readonly answer: KeptAnswer
  readonly durationMillis: number
  readonly seq: number
}

/** A call and its answer. */
export interface Exchange {
  /** The operation's id, if the contract has one. */
  readonly operation: string | undefined
  readonly method: string
  /** The path with its query; the whole URL of a call that the simulator made. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null if it has none; undefined if it was left unread. */
  readonly body: string | null | undefined
  readonly answer: KeptAnswer
  /** Makes a call of the simulator once more, in the trace of a span. */
  readonly sendAgain?: SendAgain
}

type SendAgain = (body: string | null, cause: Span | undefined) => Effect<SentAgain>

/** The same as it comes: headers as names and values in turn, an empty body as none. */
export interface RawExchange {
  readonly operation: string | undefined
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<string>
  readonly body: Buffer | string | null | undefined
  readonly status: number | null
  readonly answerHeaders: ReadonlyArray<string>
  readonly answerBody: string | null
  readonly sendAgain?: SendAgain
}

/** Where a content is. Slots are used again, so that keeping one makes no object that lasts. */
interface Slot {
  seq: number
  start: number
  end: number
  /** The lengths of the parts in bytes; -1 for an unread body. */
  head: number
  body: number
  answerHead: number
  answer: number
  status: number | null
  operation: string | undefined
  sendAgain: SendAgain | undefined
}

const slotCount = 500
const capacity = 4 * 1024 * 1024

const emptySlot = (): Slot => ({
  ...{ seq: -1, start: 0, end: 0, head: 0, body: 0, answerHead: 0, answer: 0 },
  ...{ status: null, operation: undefined, sendAgain: undefined }
})

const headersIn = (lines: ReadonlyArray<string>): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const name = lines[at]!.toLowerCase()
    const before = headers[name]
    headers[name] = before === undefined ? lines[at + 1]! : `${before}, ${lines[at + 1]}`
  }
  return headers
}

export const makeExchanges = () => {
  let bytes: Buffer | undefined
  const slots = Array.from({ length: slotCount }, emptySlot)
  /** The slots in use are those from `oldest`, `used` of them. */
  let oldest = 0
  let used = 0
  let end = 0

  const dropOldest = (): void => {
    const slot = slots[oldest]!
    slot.seq = -1
    slot.sendAgain = undefined
    oldest = (oldest + 1) % slotCount
    used -= 1
  }

  const hasAny = (): boolean => used > 0

  const find = (seq: number): Exchange | undefined => {
    const slot = slots.find((each) => each.seq === seq)
    if (slot === undefined || bytes === undefined) return undefined
    let at = slot.start
    const part = (length: number, encoding: "latin1" | "utf8"): string =>
      bytes!.toString(encoding, at, (at += length))
    const [method = "", url = "", ...headers] = part(slot.head, "latin1").split("\n")
    const body = slot.body < 0 ? undefined : part(slot.body, "utf8") || null
    const answerHeaders = part(slot.answerHead, "latin1").split("\n")
    const answerBody = part(slot.answer, "utf8") || null
    return {
      ...{ operation: slot.operation, method, url, headers: headersIn(headers), body },
      answer: { status: slot.status, headers: headersIn(answerHeaders), body: answerBody },
      ...(slot.sendAgain === undefined ? {} : { sendAgain: slot.sendAgain })
    }
  }

  const keep = (seq: number, raw: RawExchange): void => {
    const { body, operation, sendAgain, status } = raw
    bytes ??= Buffer.allocUnsafeSlow(capacity)
    const head = `${raw.method}\n${raw.url}\n${raw.headers.join("\n")}`
    const answerHead = raw.answerHeaders.join("\n")
    const answer = raw.answerBody ?? ""
    const bodyLength =
      body === undefined || body === null
        ? 0
        : typeof body === "string"
          ? Buffer.byteLength(body)
          : body.length
    const needed = head.length + bodyLength + answerHead.length + answer.length * 3
    if (needed > capacity) return
    const start = end + needed > capacity ? 0 : end
    // The exchanges in the way are the oldest. When writing starts over, so are those that are left behind the end.
    while (hasAny()) {
      const first = slots[oldest]!
      const isInTheWay =
        used === slotCount ||
        (first.start < start + needed && first.end > start) ||
        (start < end && first.start >= end)
      if (!isInTheWay) break
      dropOldest()
    }
    let at = start
    const slot = slots[(oldest + used) % slotCount]!
    used += 1
    slot.seq = seq
    slot.start = start
    at += slot.head = bytes.write(head, at, "latin1")
    slot.body = body === undefined ? -1 : bodyLength
    if (typeof body === "string") bytes.write(body, at)
    else body?.copy(bytes, at)
    at += bodyLength
    at += slot.answerHead = bytes.write(answerHead, at, "latin1")
    at += slot.answer = bytes.write(answer, at)
    slot.end = end = at
    slot.status = status
    slot.operation = operation
    slot.sendAgain = sendAgain
  }

  return {
    find,
    keep,
    clear: (): void => {
      while (hasAny()) dropOldest()
      bytes?.fill(0)
    }
  }
}

/** Made-up additions to a webhook, of the kinds that the description announces. */
import { webhookEvents, webhookSubjects } from "@embedded-super/contracts/webhook-events"
import type { Draw } from "./Draw.ts"

type Change = Readonly<Record<string, unknown>>

const subjects = ["product", "payslip", "fund", "employer_agreement", "super_stream_message", "x"] as const

const verbs = ["changed", "moved", "merged", "withdrawn", "closed"] as const

/** A subject of none of today's, and an event of it. */
export const newSubject = (draw: Draw): Change => {
  const subject = draw.pick("subject", subjects)
  if (subject in webhookSubjects) throw new Error(`${subject} isn't new`)
  return { subject, event: `${subject}_${draw.pick("verb", verbs)}` }
}

/** An event of none of today's, of a subject of today. */
export const newEvent = (draw: Draw, subject: string): Change => {
  const event = `${subject}_${draw.pick("verb", ["moved", "merged", "archived", "renamed"])}`
  if (event in webhookEvents) throw new Error(`${event} isn't new`)
  return { event }
}

const names = ["occurred_at", "more", "sequence", "traceId", "previous", "reason_code"] as const

const values = [
  "2026-11-21T00:00:00Z",
  "",
  0,
  -1.5e-7,
  9007199254740991,
  true,
  null,
  [],
  [1, "two", null],
  {},
  { detail: 1, deeper: { list: [{}] } },
  'Đặng 🪃 \\ " </script>'
] as const

/** Some fields of none of today's, of any type. */
export const newFields = (draw: Draw): Change =>
  Object.fromEntries(
    draw
      .shuffled("field", names)
      .slice(0, draw.int("fields", 1, 3))
      .map((name) => [name, draw.pick<unknown>("value", values)])
  )

/** More than eight kilobytes in one field. */
export const longField = (draw: Draw): Change => ({
  [draw.pick("field", ["more", "note", "previous"])]: "a field of eight kilobytes ".repeat(
    draw.int("length", 300, 600)
  )
})

export const newVersion = (draw: Draw): Change => ({ version: `v${draw.int("version", 2, 99)}` })

import { type Message, messagesOf, names, type Participant, participants, sentenceOf } from "./messages.ts"
import { element, escapeText, LINE_HEIGHT, textAt, wrap } from "./svg.ts"
import type { Operations, Workflow, Workflows } from "./Workflow.ts"

/** The distance between two lifelines: two of them fit a phone, and four the page's column. */
const laneOf = (lanes: number) => (lanes > 3 ? 157 : lanes === 3 ? 208 : 178)
/** The approximate width of a letter, at 13 px. */
const LETTER = 6.9
const HEAD = 44
const GAP = 14
const INK = "currentColor"
/** The fill that hides a lifeline behind a box: the page's own background, in light and dark. */
const PAPER = "var(--sl-color-bg, Canvas)"

interface Row {
  readonly height: number
  readonly markup: string
}

interface Place {
  readonly lane: number
  readonly width: number
  readonly xOf: (participant: Participant) => number
}

const takesPart = (messages: ReadonlyArray<Message>): ReadonlyArray<Participant> => {
  const there = messages.flatMap((message) =>
    message.kind === "workflow" ? [] : message.kind === "note" ? [message.at] : [message.from, message.to]
  )
  return participants.filter((participant) => there.includes(participant))
}

const box = (x: number, y: number, width: number, height: number, dashed = false): string =>
  element("rect", {
    x,
    y,
    width,
    height,
    rx: 4,
    fill: PAPER,
    stroke: INK,
    "stroke-opacity": 0.6,
    ...(dashed ? { "stroke-dasharray": "2 3" } : {})
  })

/** An arrow between two lifelines, its head at the second; dashed for unsolicited messages. */
const arrow = (from: number, to: number, y: number, dashed: boolean): string => {
  const back = to > from ? -8 : 8
  const line = element("path", {
    d: `M${from} ${y}H${to}`,
    fill: "none",
    stroke: INK,
    "stroke-width": 1.4,
    ...(dashed ? { "stroke-dasharray": "5 4" } : {})
  })
  return line + element("path", { d: `M${to} ${y}l${back} -4v8z`, fill: INK })
}

/** A box over the space between two edges. */
const boxRow = (left: number, width: number, y: number, text: string, dashed: boolean): Row => {
  const lines = wrap(text, Math.floor((width - 16) / LETTER))
  const height = lines.length * LINE_HEIGHT + 12
  const markup = box(left, y, width, height, dashed) + textAt(left + width / 2, y + 18, lines)
  return { height: height + GAP, markup }
}

const rowOf = (message: Message, number: number, y: number, { lane, width, xOf }: Place): Row => {
  if (message.kind === "workflow") return boxRow(8, width - 16, y, `${number}. ${message.text}`, false)
  if (message.kind === "note")
    return boxRow(xOf(message.at) - lane / 2 + 4, lane - 8, y, `${number}. ${message.text}`, true)
  const [from, to] = [xOf(message.from), xOf(message.to)]
  const lines = wrap(`${number}. ${message.text}`, Math.floor((lane - 20) / LETTER))
  const line = y + lines.length * LINE_HEIGHT + 4
  const below = message.kind === "call" ? message.answer : "webhook"
  return {
    height: lines.length * LINE_HEIGHT + 22 + GAP,
    markup:
      textAt((from + to) / 2, y + 12, lines) +
      arrow(from, to, line, message.kind === "webhook") +
      textAt((from + to) / 2, line + 15, [below], { "font-size": 11.5, opacity: 0.85 })
  }
}

/**
 * A workflow as a sequence diagram: one lifeline per participant, one row per step, in an SVG without its own style, in
 * the colours of the surrounding page. Its description gives the same content in words.
 */
export const sequenceOf = (workflow: Workflow, document: Workflows, operations: Operations): string => {
  const messages = messagesOf(workflow, document, operations)
  const there = takesPart(messages)
  const lane = laneOf(there.length)
  const width = lane * there.length
  const xOf = (participant: Participant) => (there.indexOf(participant) + 0.5) * lane
  const rows: Array<string> = []
  let y = HEAD + GAP
  for (const [nth, message] of messages.entries()) {
    const { height, markup } = rowOf(message, nth + 1, y, { lane, width, xOf })
    rows.push(markup)
    y += height
  }
  const heads = there.map(
    (participant) =>
      box(xOf(participant) - lane / 2 + 8, 4, lane - 16, HEAD - 8) +
      textAt(xOf(participant), 27, [names[participant]], { "font-weight": 600 })
  )
  const lifelines = there.map((participant) =>
    element("path", { d: `M${xOf(participant)} ${HEAD - 4}V${y}`, stroke: INK, "stroke-opacity": 0.35 })
  )
  const id = `sequence-${workflow.workflowId}`
  const description = messages.map((message, nth) => `${nth + 1}. ${sentenceOf(message)}`).join(" ")
  return element(
    "svg",
    {
      role: "img",
      "aria-labelledby": `${id}-title ${id}-desc`,
      viewBox: `0 0 ${width} ${y + 4}`,
      width,
      height: y + 4,
      "font-family": "inherit",
      "font-size": 13,
      fill: INK
    },
    [
      element("title", { id: `${id}-title` }, escapeText(`${workflow.summary}, as a sequence`)),
      element("desc", { id: `${id}-desc` }, escapeText(description)),
      ...[...lifelines, ...heads, ...rows]
    ].join("")
  )
}

/**
 * The read-outs: each scene as a screen reader gets it, with roles, names and states in their order. One file an app keeps it
 * (`__snapshots__`); a scene whose name continues another's is kept as its difference from that one, so that a changed word is
 * one changed line. The gallery's tests write the files (`-u`), and everything else reads them.
 *
 * A difference has lines of the scene (`+`), lines that only the other scene has (`-`), lines of the scene in place of one of the
 * other's (`~`), and `…`: as the other scene, up to the line that follows it, or to the end. `…2` is up to the second such line.
 */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { diff } from "node:util"

type Lines = ReadonlyArray<string>

interface Item {
  readonly text: string
  readonly children: ReadonlyArray<Item>
}

/** The items of an indented list. */
const itemsIn = (lines: Lines): ReadonlyArray<Item> => {
  const starts = lines.flatMap((line, index) => (line.startsWith("- ") ? [index] : []))
  return starts.map((start, index) => ({
    text: lines[start]!.slice(2),
    children: itemsIn(lines.slice(start + 1, starts[index + 1]).map((line) => line.slice(2)))
  }))
}

/** An item's lines. On its own line it has an only child, and a link's address. */
const linesOf = ({ children, text }: Item): Lines => {
  const address = children.find((child) => child.text.startsWith("/url: "))?.text.slice("/url: ".length)
  const rest = children.filter((child) => !child.text.startsWith("/url: "))
  const name = text.replace(/:$/, "")
  const own = address === undefined || address.startsWith('"#') ? name : `${name} at ${address}`
  const below = rest.flatMap(linesOf)
  if (below.length === 0) return [own]
  if (below.length === 1) return [`${own}: ${below[0]}`]
  return [`${own}:`, ...below.map((line) => `  ${line}`)]
}

const indentOf = (line: string): number => line.search(/\S/)

/** The name of a control that asks for something. */
const askedBy = (line = ""): string | undefined =>
  /^\s*'?(?:textbox|searchbox|combobox|radio|checkbox|group) "((?:[^"\\]|\\.)*)"/
    .exec(line)?.[1]
    ?.replaceAll("''", "'")

/** The name of the control whose label, on the screen, this text is. */
const labelled = (lines: Lines, at: number): string | undefined => {
  const label = /^\s*text: "?(.*?)"?$/.exec(lines[at]!)?.[1]
  const beside = [lines[at - 1], ...lines.slice(at + 1, at + 4)]
  return label === undefined ? undefined : beside.map(askedBy).find((name) => name === label)
}

/** Leaves out each label, which says nothing that its control's name doesn't, and marks the controls that have none. */
const withoutLabels = (lines: Lines): Lines => {
  const labels = new Set(lines.map((_, at) => labelled(lines, at)))
  return lines.flatMap((line, at) => {
    const name = askedBy(line)
    if (labelled(lines, at) !== undefined) return []
    return name === undefined || labels.has(name) ? [line] : [`${line} (no label on the screen)`]
  })
}

/** Puts the plain items of a list, and the options of a choice, on its own line, and a definition on its term's. */
const joined = (lines: Lines): Lines => {
  const all: Array<string> = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const [indent, next] = [indentOf(line), lines[at + 1] ?? ""]
    if (/^\s*term: /.test(line) && /^\s*definition: /.test(next) && indentOf(next) === indent) {
      all.push(`${line} = ${next.trim().slice("definition: ".length)}`)
      at++
      continue
    }
    const rest = lines.slice(at + 1)
    const end = rest.findIndex((below) => indentOf(below) <= indent)
    const items = end === -1 ? rest : rest.slice(0, end)
    const plain = items.map((item) => /^(?:listitem:|option) (.*)$/.exec(item.slice(indent + 2))?.[1])
    if (
      /^\s*(?:list|combobox)\b.*:$/.test(line) &&
      plain.length > 0 &&
      plain.every((item) => item !== undefined)
    ) {
      all.push(`${line} ${plain.join(" | ")}`)
      at += items.length
    } else all.push(line)
  }
  return all
}

/** The read-out of a page, from Playwright's snapshot of its `main`. */
export const readOutOf = (ariaSnapshot: string): Lines => {
  const lines = itemsIn(ariaSnapshot.split("\n")).flatMap(({ children }) => children.flatMap(linesOf))
  return joined(withoutLabels(lines))
}

/** The scene that another one continues: the one with the longest such name. */
const baseOf = (scene: string, scenes: Iterable<string>): string | undefined =>
  [...scenes]
    .filter((name) => scene.startsWith(`${name}-`))
    .toSorted((one, other) => other.length - one.length)[0]

const SAME = 0
const ONLY_HERE = 1

const differenceOf = (lines: Lines, base: Lines): Lines => {
  const difference: Array<string> = []
  let [copied, here, there]: [Lines, Lines, Lines] = [[], [], []]
  const endCopy = () => {
    const last = copied.at(-1)
    if (last === undefined) return
    const count = copied.filter((line) => line === last).length
    difference.push(`…${count === 1 ? "" : count} ${last}`)
    copied = []
  }
  const endChange = () => {
    difference.push(...here.map((line, index) => `${index < there.length ? "~" : "+"} ${line}`))
    difference.push(...there.slice(here.length).map((line) => `- ${line}`))
    here = there = []
  }
  for (const [is, line] of diff(lines, base)) {
    if (is === SAME) {
      endChange()
      copied = [...copied, line]
      continue
    }
    endCopy()
    if (is === ONLY_HERE) here = [...here, line]
    else there = [...there, line]
  }
  endChange()
  return copied.length === 0 ? difference : [...difference, "…"]
}

const applied = (difference: Lines, base: Lines): Lines => {
  const lines: Array<string> = []
  let next = 0
  for (const step of difference) {
    const [mark = "", text = ""] = /^(\S+) ?(.*)$/.exec(step)?.slice(1) ?? []
    if (mark === "+" || mark === "~") lines.push(text)
    if (mark === "-" || mark === "~") next++
    if (!mark.startsWith("…")) continue
    const start = next
    if (text === "") next = base.length
    else for (let count = Number(mark.slice(1) || 1); count > 0; count--) next = base.indexOf(text, next) + 1
    lines.push(...base.slice(start, next))
  }
  return lines
}

/** The text of an app's file. */
export const keptText = (readOuts: ReadonlyMap<string, Lines>): string =>
  [...readOuts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([scene, lines]) => {
      const base = baseOf(scene, readOuts.keys())
      const difference = base === undefined ? lines : differenceOf(lines, readOuts.get(base)!)
      const isShorter = difference.length < lines.length
      return [isShorter ? `# ${scene}, as ${base}` : `# ${scene}`, ...(isShorter ? difference : lines), ""]
    })
    .flat()
    .join("\n")

/** The read-outs in an app's file. A scene comes after the one that it continues, whose name is its beginning. */
const readOutsIn = (text: string): ReadonlyMap<string, Lines> => {
  const readOuts = new Map<string, Lines>()
  for (const block of text.split(/^# /m).slice(1)) {
    const [head = "", ...lines] = block.trimEnd().split("\n")
    const [scene = "", base] = head.split(", as ")
    readOuts.set(scene, base === undefined ? lines : applied(lines, readOuts.get(base)!))
  }
  return readOuts
}

const folder = new URL("__snapshots__/", import.meta.url)

/** The file that keeps the read-outs of an app's scenes. */
export const fileOf = (app: string): string => fileURLToPath(new URL(`${app}.snap`, folder))

/** The read-outs that the files keep, by the scene's name. */
export const readOuts: ReadonlyMap<string, Lines> = new Map(
  readdirSync(folder).flatMap((file) => [...readOutsIn(readFileSync(new URL(file, folder), "utf8"))])
)

/**
 * Texts that a browser may translate. A translator takes the text out of its element and puts its own in, so what is written
 * to the old text later is never seen. Each text is therefore in an element of its own, with the text as its key: a changed
 * text is a new element, which is shown and translated anew. Names are marked as not to be translated.
 *
 * Why a hook and not a component: a text that is left unwrapped by mistake would never change for people who translate the page,
 * and for nobody else.
 *
 * The trap: a live region stays, and only what is in it is new; so it is still read out.
 */
import { type ComponentChild, type ComponentChildren, Fragment, h, options, type VNode } from "preact"

// The names on the screen: of people, employers, funds, products, the partner. They are learned from the service's answers,
// and found again inside the frame's sentences.

/** The members of the service's answers that hold a name; the draft's tick of "only one name" holds none. */
const MEMBER = /^(?!only_one_)(?:[a-z_]+_)?name$/

/** A shorter name could be part of any sentence. */
const SHORTEST = 3

const names = new Set<string>()
let pattern: RegExp | undefined

/** Learns the names in an answer of the service. */
export const learnNames = (answer: unknown): void => {
  if (typeof answer !== "object" || answer === null) return
  for (const [member, value] of Object.entries(answer)) {
    if (typeof value !== "string") learnNames(value)
    else if (MEMBER.test(member) && value.length >= SHORTEST && !names.has(value)) {
      names.add(value)
      pattern = undefined
    }
  }
}

/** A piece of a text. */
interface Piece {
  readonly text: string
  readonly isName: boolean
}

/** The longest name first, because one may begin with another: Banksia Super, Banksia Super Growth. */
const patternOf = (): RegExp => {
  const all = [...names].toSorted((one, other) => other.length - one.length)
  const escaped = all.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})(?![\\p{L}\\p{N}])`, "u")
}

/** A text in pieces: its names, and what is between them. */
export const piecesOf = (text: string): ReadonlyArray<Piece> => {
  if (names.size === 0) return [{ text, isName: false }]
  pattern ??= patternOf()
  return text
    .split(pattern)
    .map((text, index) => ({ text, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== "")
}

/** Elements that hold nothing but text. */
const PLAIN = new Set(["option", "textarea", "title"])

/** While an element of this file is made: its own text stays as it is. */
let isOurs = false

const span = (
  attributes: { readonly key?: string; readonly translate?: false },
  ...children: ReadonlyArray<ComponentChild>
): VNode => {
  isOurs = true
  try {
    return h("span", attributes, ...children)
  } finally {
    isOurs = false
  }
}

const shown = ({ isName, text }: Piece): ComponentChild => (isName ? span({ translate: false }, text) : text)

/** A text in its own element; spaces between elements stay what they are. */
const wrapped = (text: string, index: number): ComponentChild => {
  if (text.trim() === "") return text
  const pieces = piecesOf(text)
  const key = [index, ...pieces.map(({ isName, text }) => `${isName ? "=" : "-"}${text}`)].join()
  const [only] = pieces
  return pieces.length === 1 && only?.isName === true
    ? span({ key, translate: false }, text)
    : span({ key }, ...pieces.map(shown))
}

/** The children of an element, with its texts wrapped. Texts that follow each other are one. */
const withWrapped = (children: ComponentChildren): ComponentChildren => {
  const all: ReadonlyArray<ComponentChildren> = Array.isArray(children) ? children : [children]
  const result: Array<ComponentChildren> = []
  let text = ""
  const flush = () => {
    if (text !== "") result.push(wrapped(text, result.length))
    text = ""
  }
  for (const child of all) {
    if (typeof child === "string" || typeof child === "number") text += child
    else {
      flush()
      result.push(child)
    }
  }
  flush()
  return result
}

/** Wraps the texts of every element that is made from now on. */
export const keepTranslatable = (): void => {
  const before = options.vnode
  options.vnode = (vnode) => {
    const { type } = vnode
    if (!isOurs && (type === Fragment || (typeof type === "string" && !PLAIN.has(type)))) {
      const props = vnode.props as { children?: ComponentChildren }
      if (props.children !== undefined && props.children !== null)
        props.children = withWrapped(props.children)
    }
    before?.(vnode)
  }
}

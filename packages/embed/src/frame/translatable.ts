/**
 * Texts that a browser may translate. A translator takes the text out of its element and puts its own in, so what is written
 * to the old text later is never seen. Each text is therefore in an element of its own, with the text as its key: a changed
 * text is a new element, which is shown and translated anew. Names are marked as not to be translated (`names.ts`).
 *
 * Why a hook and not a component: a text that is left unwrapped by mistake would never change for people who translate the page,
 * and for nobody else.
 *
 * The trap: a live region stays, and only what is in it is new; so it is still read out.
 */
import { type ComponentChild, type ComponentChildren, Fragment, h, options, type VNode } from "preact"
import { type Piece, piecesOf } from "./names.ts"

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

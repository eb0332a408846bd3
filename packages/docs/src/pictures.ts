/**
 * Pictures of the embeds' screens in guides. A guide shows one by `![text](../../public/screens/NAME-light.webp)`, which a
 * reader of the repository sees, too. On the site the picture follows the reader's choice of light or dark.
 * `packages/embed/test/gallery/guidePictures.ts` takes them.
 */
import { readFileSync } from "node:fs"
import { escapeText } from "./diagrams/svg.ts"
import type { Page } from "./Page.ts"

interface Size {
  readonly width: number
  readonly height: number
}

const sizes: Readonly<Record<string, Size>> = JSON.parse(
  readFileSync(new URL("screens.json", import.meta.url), "utf8")
)

const PICTURE = /^!\[([^\]]+)\]\((?:\.\.\/)+public\/screens\/([\w-]+)-light\.webp\)$/gm

const imageOf = (name: string, text: string, scheme: "light" | "dark", up: string): string => {
  const size = sizes[name]
  if (size === undefined) throw new Error(`There is no picture of ${name}: see packages/docs/README.md`)
  const hidden = scheme === "light" ? "dark:sl-hidden" : "light:sl-hidden"
  return `<img class="${hidden}" src="${up}screens/${name}-${scheme}.webp" alt="${escapeText(text)}" width="${size.width}" height="${size.height}" loading="lazy" decoding="async" />`
}

/** Pictures of a phone that follow each other, each with the paragraph above it. */
const PHONES = /(?:^\*\*[^\n]+\n(?:[^\n]+\n)*\n!\[[^\]]+\]\(\S+\/screens\/employee-[\w-]+\.webp\)\n*){2,}/gm

/** Sets phones beside each other, as many as there is room for. */
const besideEachOther = (markdown: string): string =>
  markdown.replaceAll(PHONES, (phones) => {
    const cells = phones.trim().split(/\n\n(?=\*\*)/)
    return `<div class="phones">\n\n${cells.map((cell) => `<div>\n\n${cell}\n\n</div>`).join("\n\n")}\n\n</div>\n\n`
  })

/** The page with its pictures as HTML. */
export const withPictures = (page: Page): Page => {
  const up = "../".repeat(page.slug.split("/").length)
  const body = besideEachOther(page.body).replaceAll(
    PICTURE,
    (_, text: string, name: string) =>
      `<div class="screen">${imageOf(name, text, "light", up)}${imageOf(name, text, "dark", up)}</div>`
  )
  return { ...page, body }
}

/** The page with the pictures' addresses as they are beside its Markdown. */
export const withPlainPictures = (page: Page): Page => {
  const up = "../".repeat(page.slug.split("/").length - 1)
  const body = page.body.replaceAll(
    PICTURE,
    (_, text: string, name: string) => `![${text}](${up}screens/${name}-light.webp)`
  )
  return { ...page, body }
}

/**
 * Pictures in guides: of the embeds' screens, `![text](../../public/screens/NAME-light.webp)`, and of our own pages, in
 * `public/pages`. A reader of the repository sees them, too. On the site the picture follows the reader's choice of light or
 * dark. `packages/embed/test/gallery/guidePictures.ts` and `test/pictures/takePagePictures.ts` take them.
 */
import { readFileSync } from "node:fs"
import { escapeText } from "./diagrams/svg.ts"
import type { Page } from "./Page.ts"

interface Size {
  readonly width: number
  readonly height: number
}

/** `screens/NAME` or `pages/NAME`. */
const sizeOf = (picture: string): Size => {
  const [folder = "", name = ""] = picture.split("/")
  const sizes = JSON.parse(readFileSync(new URL(`${folder}.json`, import.meta.url), "utf8"))
  const size: Size | undefined = sizes[name]
  if (size === undefined) throw new Error(`There is no picture of ${name}: see packages/docs/README.md`)
  return size
}

const PICTURE = /^!\[([^\]]+)\]\((?:\.\.\/)+public\/((?:screens|pages)\/[\w-]+)-light\.webp\)$/gm

const imageOf = (name: string, text: string, scheme: "light" | "dark", up: string): string => {
  const size = sizeOf(name)
  const hidden = scheme === "light" ? "dark:sl-hidden" : "light:sl-hidden"
  return `<img class="${hidden}" src="${up}${name}-${scheme}.webp" alt="${escapeText(text)}" width="${size.width}" height="${size.height}" loading="lazy" decoding="async" />`
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
    (_, text: string, name: string) => `![${text}](${up}${name}-light.webp)`
  )
  return { ...page, body }
}
